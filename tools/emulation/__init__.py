"""`make emulate`: the box as a whole in user-mode Linux, from the kernel's start to the plug. See docs/emulation.md."""
