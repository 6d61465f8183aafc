#!/bin/sh
# make_liferea.sh: makes Fixtures/liferea.sql by Debian's Liferea under Xvfb: one feed with two articles, of which the newer is
# read and flagged. Needs the packages liferea, xvfb, dbus, xdotool, sqlite3 and python3; takes half a minute.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill $server $screen 2>/dev/null; rm -rf "$work"' EXIT
mkdir -p "$work/site" "$work/home/.config/liferea"
cat > "$work/site/news.xml" <<'X'
<rss version="2.0"><channel><title>News of a site</title><link>http://127.0.0.1:8901/</link>
<item><guid isPermaLink="false">one</guid><title>First article</title><link>http://127.0.0.1:8901/1</link><author>Ann</author>
<category>tools</category><description>Body of the first &lt;b&gt;article&lt;/b&gt;</description>
<pubDate>Tue, 10 Nov 2026 08:00:00 GMT</pubDate></item>
<item><guid isPermaLink="false">two</guid><title>第二篇文章</title><link>http://127.0.0.1:8901/2</link>
<description>正文：全文检索</description><pubDate>Wed, 11 Nov 2026 08:00:00 GMT</pubDate></item>
</channel></rss>
X
(cd "$work/site" && exec python3 -m http.server 8901 --bind 127.0.0.1 > /dev/null 2>&1) & server=$!
Xvfb :77 -screen 0 1024x768x24 > /dev/null 2>&1 & screen=$!
sleep 2
export DISPLAY=:77 GDK_BACKEND=x11 HOME="$work/home" XDG_RUNTIME_DIR="$work"
timeout -s KILL 80 dbus-run-session -- sh -c '
    liferea > /dev/null 2>&1 & liferea=$!
    sleep 12
    liferea-add-feed http://127.0.0.1:8901/news.xml
    sleep 8
    window=$(xdotool search --onlyvisible --class liferea | tail -1)
    xdotool windowfocus "$window"
    sleep 1
    xdotool key --window "$window" ctrl+n    # the next unread article, which reads it
    sleep 2
    xdotool key ctrl+t                       # flags it
    sleep 2
    kill -TERM $liferea
    sleep 5' > /dev/null 2>&1
database="$work/home/.local/share/liferea/liferea.db"
sqlite3 "$database" .dump > "$here/Fixtures/liferea.sql"
sqlite3 "$database" "SELECT item_id, title, read, marked FROM items"
