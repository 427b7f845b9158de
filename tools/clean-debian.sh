# A clean Debian in a directory, for scripts that try things there; read by them with `.`. Needs root and debootstrap.
# MIRROR is where Debian's packages come from.

# clean_debian ROOT RELEASE PACKAGES [ARCH]: make it there, if it is not there yet; PACKAGES are separated by commas.
clean_debian() {
    if [ ! -e "$1/etc/debian_version" ]; then
        echo "Making a clean Debian $2 in $1."
        mkdir -p "$1"
        debootstrap --arch="${4:-$(dpkg --print-architecture)}" --variant=minbase --include="$3" "$2" "$1" \
            "${MIRROR:-http://deb.debian.org/debian}" >/dev/null
    fi
    # What this machine trusts, and where it gets packages, holds there too.
    cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    inside "$1" apt-get update -qq
}

# inside ROOT COMMAND...: run something there, with processes and devices, which are gone for others afterwards.
inside() {
    unshare --mount --fork sh -eu -c '
        root=$1; shift
        mount --bind /proc "$root/proc"
        mount --rbind /dev "$root/dev"
        mount -t tmpfs tmpfs "$root/run"
        exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            LANG=C.UTF-8 SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt PIP_CERT=/etc/ssl/certs/ca-certificates.crt \
            "$@"' sh "$@"
}
