// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * An SPI controller at whose other end is a program.
 *
 * The program opens /dev/spi-program. A read waits for a transfer and gives struct heading and the bytes sent; a write
 * of a 32-bit number ends the transfer: 0 for success, or a negative errno that its sender gets. While nobody has it
 * open, what is sent is lost, as it is on wires that lead nowhere.
 */
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/of.h>
#include <linux/platform_device.h>
#include <linux/sched.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/wait.h>

#define PATIENCE (10 * HZ)

struct heading {
	u32 length;
	u32 hertz;
};

enum stage { IDLE, OFFERED, ANSWERED };

static DEFINE_MUTEX(lock);
static DECLARE_WAIT_QUEUE_HEAD(moved);
static enum stage stage = IDLE;
static struct spi_transfer *sending;
static s32 answer;
static bool listened;

static int program_transfer_one(struct spi_controller *controller, struct spi_device *device,
				struct spi_transfer *transfer)
{
	long left;
	int result;

	if (transfer->rx_buf)
		memset(transfer->rx_buf, 0, transfer->len);

	mutex_lock(&lock);
	if (!listened) {
		mutex_unlock(&lock);
		return 0;
	}
	sending = transfer;
	stage = OFFERED;
	mutex_unlock(&lock);
	wake_up_all(&moved);

	left = wait_event_timeout(moved, READ_ONCE(stage) == ANSWERED || !READ_ONCE(listened), PATIENCE);

	mutex_lock(&lock);
	if (stage == ANSWERED)
		result = answer;
	else
		result = left ? 0 : -ETIMEDOUT;
	stage = IDLE;
	sending = NULL;
	mutex_unlock(&lock);
	return result;
}

static int program_open(struct inode *inode, struct file *file)
{
	int result = 0;

	mutex_lock(&lock);
	if (listened)
		result = -EBUSY;
	else
		listened = true;
	mutex_unlock(&lock);
	return result ? result : nonseekable_open(inode, file);
}

static int program_release(struct inode *inode, struct file *file)
{
	mutex_lock(&lock);
	listened = false;
	mutex_unlock(&lock);
	wake_up_all(&moved);
	return 0;
}

static ssize_t program_read(struct file *file, char __user *to, size_t room, loff_t *offset)
{
	struct heading heading;
	ssize_t result;

	result = wait_event_interruptible(moved, READ_ONCE(stage) == OFFERED);
	if (result)
		return result;

	mutex_lock(&lock);
	if (stage != OFFERED) {
		result = -EAGAIN;
	} else if (room < sizeof(heading) + sending->len) {
		result = -EMSGSIZE;
	} else {
		heading.length = sending->tx_buf ? sending->len : 0;
		heading.hertz = sending->speed_hz;
		result = sizeof(heading) + heading.length;
		if (copy_to_user(to, &heading, sizeof(heading)) ||
		    copy_to_user(to + sizeof(heading), sending->tx_buf, heading.length))
			result = -EFAULT;
	}
	mutex_unlock(&lock);
	return result;
}

static ssize_t program_write(struct file *file, const char __user *from, size_t size, loff_t *offset)
{
	s32 given;

	if (size != sizeof(given))
		return -EINVAL;
	if (copy_from_user(&given, from, sizeof(given)))
		return -EFAULT;
	mutex_lock(&lock);
	if (stage == OFFERED) {
		answer = min(given, 0);
		stage = ANSWERED;
	}
	mutex_unlock(&lock);
	wake_up_all(&moved);
	return size;
}

static const struct file_operations program_operations = {
	.owner = THIS_MODULE,
	.open = program_open,
	.release = program_release,
	.read = program_read,
	.write = program_write,
};

static struct miscdevice program_device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "spi-program",
	.fops = &program_operations,
	.mode = 0600,
};

static int program_probe(struct platform_device *device)
{
	struct spi_controller *controller = devm_spi_alloc_host(&device->dev, 0);
	int error;

	if (!controller)
		return -ENOMEM;
	controller->dev.of_node = device->dev.of_node;
	controller->bus_num = 0;
	controller->num_chipselect = 1;
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS;
	controller->bits_per_word_mask = SPI_BPW_MASK(8);
	controller->transfer_one = program_transfer_one;
	error = misc_register(&program_device);
	if (error)
		return error;
	error = devm_spi_register_controller(&device->dev, controller);
	if (error)
		misc_deregister(&program_device);
	return error;
}

static void program_remove(struct platform_device *device)
{
	misc_deregister(&program_device);
}

static const struct of_device_id program_ids[] = { { .compatible = "tablekeeper,spi-program" }, {} };
MODULE_DEVICE_TABLE(of, program_ids);

static struct platform_driver program_driver = {
	.probe = program_probe,
	.remove_new = program_remove,
	.driver = { .name = "spi-program", .of_match_table = program_ids },
};
module_platform_driver(program_driver);

MODULE_DESCRIPTION("An SPI controller at whose other end is a program");
MODULE_LICENSE("Dual MIT/GPL");
