#!/bin/sh
# Runs as root inside a bare root of Debian, where /shared has first.deb, later.deb and articles. All of it for `all SUITE`;
# `search WRITER SUITE` asks the database that WRITER has written. systemd does not run here: its part is played by a script
# that notes how it is called, and starts and stops the service.
set -eu

data=/var/lib/feedsearch
port=18480

ok() { echo "ok    $*"; }
fail() {
    echo "FAIL  $*" >&2
    exit 1
}
quietly() { "$@" > /tmp/log 2>&1 || { cat /tmp/log >&2; fail "$*"; }; }
person() { setpriv --reuid nobody --regid nogroup --clear-groups env HOME=/tmp/home "$@"; }
healthz() { bash -c "exec 3<>/dev/tcp/127.0.0.1/$1; printf 'GET /healthz HTTP/1.0\r\n\r\n' >&3; cat <&3" 2>/dev/null; }
await() {
    for _ in $(seq 100); do
        if healthz "$1" | grep -q '^HTTP/1.1 200'; then return 0; fi
        sleep 0.1
    done
    return 1
}

# The service as the unit runs it: its account, its environment, the package's configuration.
imitate_systemd() {
    [ ! -e /usr/bin/systemctl ] || fail "systemd is installed here"
    mkdir -p /run/systemd/system
    cat > /usr/bin/systemctl << END
#!/bin/sh
echo "\$*" >> /tmp/systemctl.log
running() { kill -0 "\$(cat /tmp/service.pid 2>/dev/null)" 2>/dev/null; }
start() { feedsearch-system serve --no-fetch --listen 127.0.0.1:$port > /tmp/service.log 2>&1 3>&- & echo \$! > /tmp/service.pid; }
stop() { kill "\$(cat /tmp/service.pid)"; while running; do sleep 0.1; done; }
case " \$* " in
    *" start "*) start ;;
    *" stop "*feedsearch-system.service*) if running; then stop; fi ;;
    *" try-restart "*feedsearch-system.service*) if running; then stop; start; fi ;;
esac
END
    chmod 755 /usr/bin/systemctl
    printf '#!/bin/sh\nexit 0\n' > /usr/sbin/policy-rc.d
}

install_package() {
    printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
    quietly apt-get update
    if command -v swift; then fail "there is a Swift here"; fi
    quietly apt-get install -y --no-install-recommends /shared/first.deb
    ok "installed: $(dpkg-query -W -f '${Version}' feedsearch), ICU $(ls /usr/lib/*/libicui18n.so.?? | grep -o '..$')," \
        "SQLite $(dpkg-query -W -f '${Version}' libsqlite3-0), $(dpkg-query -W -f '${binary:Package} ' | wc -w) packages"
    if ldd /usr/bin/feedsearch | grep 'not found'; then fail "libraries are missing"; fi
    [ ! -e /etc/systemd/system/multi-user.target.wants/feedsearch-system.service ] || fail "the service is enabled"
    getent passwd feedsearch > /dev/null || fail "no account"
    [ "$(stat -c '%U %a' $data)" = "feedsearch 700" ] || fail "$data: $(stat -c '%U %a' $data)"
    quietly dpkg --verify feedsearch
    ok "the account is there, the service waits to be enabled"
}

try_commands() {
    install -d -o nobody /tmp/home
    cd /shared
    quietly person feedsearch ingest Samples/articles.jsonl
    quietly person feedsearch import Samples
    person feedsearch 关键词 --limit 1 --color never > /tmp/found 2>/tmp/log
    grep -q 关键词检索没有过时 /tmp/found || fail "关键词 is not found"
    ok "$(head -n 1 /tmp/found)"
    LC_ALL=zh_CN.UTF-8 person feedsearch --help > /tmp/help
    grep -q 用法 /tmp/help || fail "no help in Chinese"
    person feedsearch serve --no-fetch --listen 127.0.0.1:18479 > /tmp/serve.log 2>&1 &
    await 18479 || { cat /tmp/serve.log >&2; fail "serve does not answer"; }
    ok "serve: $(healthz 18479 | head -n 1 | tr -d '\r')"
    kill $!
    wait $! 2>/dev/null || true
}

# The database of this release, for both to search.
write_database() {
    quietly feedsearch ingest --db "/shared/$1.db" Samples/articles.jsonl queries/relevance/known-items/*.articles.jsonl
    quietly feedsearch import --db "/shared/$1.db" Samples
    quietly feedsearch optimize --db "/shared/$1.db"
    ok "written: $(feedsearch stats --db "/shared/$1.db" --json | grep -o '"articles":[0-9]*')"
}

upgrade() {
    imitate_systemd
    echo 'default-keep = 5000' >> /etc/feedsearch/config
    FEEDSEARCH_PASSWORD=correct-horse-battery feedsearch-system account add anna > /tmp/log 2>&1 || { cat /tmp/log >&2; fail account; }
    feedsearch-system ingest - < Samples/articles.jsonl > /tmp/log 2>&1 || { cat /tmp/log >&2; fail "feedsearch-system ingest"; }
    [ "$(stat -c %U $data/feedsearch.db)" = feedsearch ] || fail "the database belongs to $(stat -c %U $data/feedsearch.db)"
    systemctl start feedsearch-system.service
    await $port || { cat /tmp/service.log >&2; fail "the service does not start"; }

    # A folder that is none: no backup, no upgrade. debhelper restarts the service after a refused upgrade, too.
    touch $data/backups
    if dpkg -i /shared/later.deb > /tmp/log 2>&1; then fail "upgraded without a backup"; fi
    grep -qi 'backups' /tmp/log || { cat /tmp/log >&2; fail "the backup's failure is not reported"; }
    await $port || fail "the refused upgrade stopped the service"
    service=$(cat /tmp/service.pid)
    ! dpkg-query -W -f '${Version}' feedsearch | grep -q '\.1$' || fail "the later version is there"
    rm $data/backups
    ok "no backup, no upgrade; the service of the old version runs"

    : > /tmp/systemctl.log
    quietly dpkg -i /shared/later.deb
    dpkg-query -W -f '${Version}' feedsearch | grep -q '\.1$' || fail "the later version is not there"
    copies=$(ls -d $data/backups/before-upgrade-from-*)
    [ "$(stat -c '%U %a' "$copies/feedsearch.db")" = "feedsearch 600" ] || fail "the copy: $(stat -c '%U %a' "$copies"/*)"
    count() { feedsearch-system stats --db "$1" --json | grep -o '"articles":[0-9]*'; }
    [ "$(count "$copies/feedsearch.db")" = "$(count $data/feedsearch.db)" ] || fail "the copy differs"
    grep -v daemon-reload /tmp/systemctl.log > /tmp/calls
    [ "$(cat /tmp/calls)" = "try-restart feedsearch-system.service" ] || fail "called: $(cat /tmp/calls)"
    [ "$(cat /tmp/service.pid)" != "$service" ] || fail "the service was not started again"
    await $port || { cat /tmp/service.log >&2; fail "the service does not come back"; }
    feedsearch-system account list | grep -q anna || fail "the account is gone"
    grep -q '^default-keep = 5000' /etc/feedsearch/config || fail "the configuration is overwritten"
    ok "upgraded with a running service: backup ($(count "$copies/feedsearch.db")), restart; configuration and accounts stay"
}

remove_and_purge() {
    quietly apt-get remove -y feedsearch
    ! kill -0 "$(cat /tmp/service.pid)" 2>/dev/null || fail "the service runs without its program"
    [ ! -e /usr/bin/feedsearch ] && [ -e /etc/feedsearch/config ] && [ -e $data/feedsearch.db ] || fail "remove"
    ok "removed: data and configuration stay, the service is stopped"
    quietly apt-get purge -y feedsearch
    [ ! -e /etc/feedsearch ] && [ -e $data/feedsearch.db ] || fail "purge without anybody to ask"
    ok "purged without anybody to ask: the configuration is gone, the data stays"
    quietly apt-get install -y --no-install-recommends /shared/first.deb
    [ "$(feedsearch-system "关键词" --count)" -gt 0 ] || fail "the data is not found again"
    echo "feedsearch feedsearch/purge-data boolean true" | debconf-set-selections
    quietly apt-get purge -y feedsearch
    [ ! -e $data ] || fail "the data is still there"
    ok "installed again with the old data; purged with the answer yes: nothing is left"
    # The searches that follow need it.
    rm -rf /run/systemd/system /usr/bin/systemctl
    quietly apt-get install -y --no-install-recommends /shared/first.deb
}

# Times differ by nature. A database that the other release has written must be sound here, and the articles known.
search() {
    cd /shared
    cp "$1.db" /tmp/copy.db
    quietly feedsearch check --db /tmp/copy.db
    feedsearch search --jsonl --db /tmp/copy.db < requests.jsonl > /tmp/answers
    if grep '"error"' /tmp/answers; then fail "a search failed"; fi
    for typed in 全 全文 suo qwss quanwen jian 检索 kern inv 検索 검; do
        feedsearch complete --db /tmp/copy.db "$typed" || true
    done >> /tmp/answers
    for article in 1 5 20 40 60; do feedsearch similar "$article" --json --db /tmp/copy.db; done >> /tmp/answers
    sed 's/"took_ms":[0-9.]*,\{0,1\}//; s/"cursor":"[^"]*",\{0,1\}//' /tmp/answers > "by-$2-of-$1.answers"
    quietly feedsearch ingest --db /tmp/copy.db Samples/articles.jsonl
    grep -q ' 0 new, 0 changed' /tmp/log || fail "articles are taken for new ones: $(cat /tmp/log)"
    feedsearch delete --db /tmp/copy.db --yes 关键词 > /tmp/log 2>&1 || { cat /tmp/log; fail delete; }
    quietly feedsearch check --db /tmp/copy.db
    rm -f /tmp/copy.db*
}

case $1 in
    all)
        install_package
        try_commands
        write_database "$2"
        upgrade
        remove_and_purge
        ;;
    search) search "$2" "$3" ;;
esac
