#!/bin/sh
# Tries the system service of the package of .build/deb under a booted systemd: in namespaces of its own, in a root of Debian SUITE
# (bookworm), without a network. Needs root, control groups of version 2 mounted somewhere, and Debian's archive.
# usage: deb-test-boot.sh [SUITE]
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "feedsearch: deb-test-boot.sh boots a root: run it as root" >&2; exit 2; }
groups=$(findmnt -n -t cgroup2 -o TARGET | head -n 1)
if [ -z "$groups" ]; then
    echo "feedsearch: no control groups of version 2 here: the service is not tried under a booted systemd" >&2
    exit 0
fi
suite=${1:-bookworm}
work=$PWD/.build/deb-test
root=$work/$suite-boot
package=$(ls "$PWD"/.build/deb/feedsearch_*.deb)
archive=$work/$suite-boot.tar
service=feedsearch-system.service
mkdir -p "$work"

ok() { echo "ok    $*"; }
fail() {
    echo "FAIL  $*" >&2
    inside journalctl --no-pager -n 40 >&2 || true
    exit 1
}

# What is installed first, and what the upgrade brings: the same with a later version.
prepare() {
    [ -e "$archive" ] || mmdebstrap --quiet --variant=minbase --include=systemd,systemd-sysv,dbus,procps "$suite" "$archive" \
        http://deb.debian.org/debian
    rm -rf "$root" "$work/later"
    mkdir -p "$root"
    tar -xf "$archive" -C "$root" --exclude='./dev/*'
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp "$package" "$root/first.deb"
    dpkg-deb -R "$package" "$work/later"
    sed -i 's/^Version: .*/&.1/' "$work/later/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -b "$work/later" "$root/later.deb" > /dev/null
    rm -rf "$work/later"
    # Nothing is started here: there is no systemd yet.
    printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
    chmod 755 "$root/usr/sbin/policy-rc.d"
    unshare --mount sh -euc 'mount --rbind /dev "$1/dev"; mount -t proc proc "$1/proc"
        exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            sh -ec "apt-get update; apt-get install -y --no-install-recommends /first.deb"' sh "$root" > "$work/boot-install.log" 2>&1 ||
        { tail -n 20 "$work/boot-install.log" >&2; exit 1; }
    rm "$root/usr/sbin/policy-rc.d"
}

# With its first process all of them end; their groups are empty a moment later.
end() {
    kill -KILL "$outer" 2>/dev/null || true
    for _ in $(seq 50); do
        [ -d "$group" ] || return 0
        find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.1
    done
}

# As systemd wants a container: <https://systemd.io/CONTAINER_INTERFACE/>. Settings of the kernel cannot be written.
boot() {
    group=$groups/feedsearch-deb-test
    mkdir -p "$group"
    # shellcheck disable=SC2016 # for the shell inside
    setsid sh -c 'echo $$ > "$1/cgroup.procs"; exec unshare --pid --fork --kill-child --mount --uts --ipc --cgroup --net sh -euc "$2" sh "$3"' \
        sh "$group" '
        root=$1
        mount --make-rprivate /
        mount --bind "$root" "$root"
        cd "$root"
        mount -t proc proc proc
        mount --bind proc/sys proc/sys
        mount -o remount,bind,ro proc/sys
        mount -t sysfs -o ro sysfs sys
        mount -t cgroup2 cgroup2 sys/fs/cgroup
        mount -t tmpfs -o mode=755 tmpfs dev
        mkdir dev/pts dev/shm
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts dev/pts
        ln -s pts/ptmx dev/ptmx
        ln -s /proc/self/fd dev/fd
        for node in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
            set -- $node
            mknod -m 666 "dev/$1" c "$2" "$3"
        done
        mount -t tmpfs tmpfs dev/shm
        mount -t tmpfs -o mode=755 tmpfs run
        mount -t tmpfs tmpfs tmp
        hostname deb-test
        mkdir -p old
        pivot_root . old
        umount -l /old
        exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd' "$root" < /dev/null > "$work/boot.log" 2>&1 &
    outer=$!
    trap end EXIT
    for _ in $(seq 300); do
        init=$(pgrep -P "$outer" || true)
        case $(inside systemctl is-system-running 2>/dev/null) in running | degraded) return ;; esac
        sleep 0.2
    done
    tail -n 20 "$work/boot.log" >&2
    fail "systemd does not boot"
}

inside() { nsenter -t "$init" -a env -i -C / PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
main_process() { inside systemctl show -p MainPID --value "$service"; }
answers() {
    for _ in $(seq 100); do
        if inside bash -c 'exec 3<>/dev/tcp/127.0.0.1/8480; printf "GET /healthz HTTP/1.0\r\n\r\n" >&3; cat <&3' 2>/dev/null |
            grep -q '^HTTP/1.1 200'; then return 0; fi
        sleep 0.1
    done
    return 1
}

prepare
boot
ok "booted: systemd $(inside systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p') of $suite"
inside systemctl enable --now feedsearch-system.socket "$service" > /dev/null 2>&1 || fail "the service does not start"
answers || fail "the service does not answer"
[ "$(inside ps -o user= -p "$(main_process)")" = feedsearch ] || fail "the service runs as another account"
ok "enabled and started by the unit, as its account; it answers"
inside systemctl reload "$service" || fail reload
inside env FEEDSEARCH_PASSWORD=correct-horse-battery feedsearch-system account add anna > /dev/null 2>&1 || fail "account add"
first=$(main_process)
inside dpkg -i /later.deb > "$work/boot-upgrade.log" 2>&1 || { cat "$work/boot-upgrade.log" >&2; fail upgrade; }
answers || fail "the service does not come back"
[ "$(main_process)" != "$first" ] || fail "the upgrade did not restart the service"
inside sh -c 'ls -d /var/lib/feedsearch/backups/before-upgrade-from-*/feedsearch.db' > /dev/null || fail "no backup"
ok "reloaded; upgraded while it ran: a backup, a restart"
inside kill -KILL "$(main_process)"
for _ in $(seq 100); do
    [ "$(inside systemctl show -p NRestarts --value "$service")" = 1 ] && break
    sleep 0.2
done
answers || fail "it is not started again after a crash"
ok "started again after a kill -9"
# Dispatch logs what it may not do, once a thread.
lines=$(inside journalctl -u "$service" --no-pager | grep -c 'thread priority' || true)
[ "$lines" -lt 20 ] || fail "$lines lines about priorities of threads in the journal"
inside systemd-analyze security --no-pager --threshold=15 "$service" | tail -n 1 || fail "exposure"
inside apt-get remove -y feedsearch > /dev/null 2>&1 || fail remove
! inside pgrep -x feedsearch > /dev/null || fail "it runs without its package"
ok "removed: service and socket are stopped"
echo "all is well"
