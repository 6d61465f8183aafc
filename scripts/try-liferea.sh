#!/bin/sh
# Tries Debian's Liferea (1.14) as a client of Google Reader's API, under Xvfb: scripts/try-liferea.sh BINARY
# Wants: apt-get install liferea xvfb xdotool dbus-x11. It signs in, reads subscriptions and articles, and goes to the next unread article
# three times. Prints what Liferea has stored and what is read here then. Liferea 1.14 takes over what is read elsewhere from no server:
# it looks for `state\\/com.google\\/read`, backslashes and all. Not part of the tests: a window needs half a minute.
set -eu
binary=$(realpath "$1")
folder=$(mktemp -d)
cleanup() {
    kill $(cat "$folder"/*.pid 2>/dev/null) 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
cd "$folder"
export HOME=$folder XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_CACHE_HOME=$folder/cache
# Without a route to the network it would stay offline.
export GIO_USE_NETWORK_MONITOR=base
export XDG_RUNTIME_DIR=$folder/run DISPLAY=:97 FEEDSEARCH_DB=$folder/a.db GSETTINGS_BACKEND=memory NO_AT_BRIDGE=1
mkdir -p run config/liferea data cache && chmod 700 run
cat >list.opml <<'END'
<opml version="2.0"><body><outline text="News"><outline text="Herons" xmlUrl="https://example.org/f"/></outline>
<outline text="其他" xmlUrl="https://example.org/g"/></body></opml>
END
for n in 1 2 3; do
    echo '{"feed":"https://example.org/f","id":"'$n'","title":"Heron '$n'","html":"<p>of the lake</p>","url":"https://example.org/'$n'","published":"2026-05-0'$n'T00:00:00Z"}'
done >articles.jsonl
echo '{"feed":"https://example.org/g","id":"1","title":"猫头鹰","text":"森林","published":"2026-05-01T00:00:00Z"}' >>articles.jsonl
"$binary" import list.opml >/dev/null 2>&1
"$binary" ingest --format jsonl articles.jsonl >/dev/null 2>&1
echo 'a long password' >password && chmod 600 password
"$binary" account add anna --password-file password >/dev/null 2>&1
app=$("$binary" account app-password anna --label liferea 2>/dev/null | tail -1)
"$binary" serve --listen 127.0.0.1:0 --no-fetch --json >out.txt 2>err.txt &
echo $! >serve.pid
for i in $(seq 100); do grep -qs listening out.txt && break; sleep 0.1; done
base=$(sed 's/.*"\(http[^"]*\)".*/\1/' out.txt)
cat >config/liferea/feedlist.opml <<END
<?xml version="1.0"?>
<opml version="1.0"><head><title>Liferea Feed List Export</title></head><body>
<outline title="feedsearch" text="feedsearch" description="feedsearch" type="source" sourceType="fl_google_reader" id="abcdefg"
 xmlUrl="$base" username="anna" password="$app" sortColumn="time" expanded="true"/>
</body></opml>
END
Xvfb $DISPLAY -screen 0 1024x768x24 >/dev/null 2>&1 &
echo $! >xvfb.pid
sleep 1
dbus-run-session -- sh -c '
    timeout 60 liferea --debug-update --debug-net --disable-plugins & process=$!
    sleep 15
    # Next unread article, three times.
    xdotool search --onlyvisible --class liferea windowfocus || true
    for i in 1 2 3; do xdotool key ctrl+n; sleep 2; done
    sleep 3; kill $process; sleep 2' >liferea.log 2>&1 || true
echo 'what Liferea has: title, read, starred'
python3 - <<'END'
import os, sqlite3
database = sqlite3.connect(os.environ["XDG_DATA_HOME"] + "/liferea/liferea.db")
for row in database.execute("SELECT title, read, marked FROM items ORDER BY title"): print(*row)
END
echo "what is read here: $("$binary" list is:read | tr '\n' ' ')"
cp liferea.log "${TMPDIR:-/tmp}/try-liferea.log"
