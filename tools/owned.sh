# Whom a directory belongs to into which root is about to write. Sourced by tools/install.

# owned DIRECTORY [USER]: says what is wrong, and fails, where it is there and could lead root's hand elsewhere: a link, no
# directory, another's than root's (or USER's), or one that others may write to.
owned() {
    { [ -e "$1" ] || [ -L "$1" ]; } || return 0
    [ -n "$(find "$1" -maxdepth 0 -type d \( -user root -o -user "${2:-root}" \) ! -perm /022)" ] && return 0
    echo "tablekeeper: $1 is there already, and another user could change what root writes there:" >&2
    ls -ld "$1" >&2
    echo "tablekeeper: move it away, or look at what is in it and give it to ${2:-root} alone: chown ${2:-root}: $1; chmod go-w $1" >&2
    return 1
}
