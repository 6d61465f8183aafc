"""Calls every method of the official client (PyPI: miniflux) once at least: miniflux_client.py BASE NAME PASSWORD.

Prints one line, `N methods`, where all answered as they should; else what did not.
"""

import http.server
import sys
import threading
import time

import miniflux

FEED = """<rss version="2.0"><channel><title>Herons</title><link>%s/</link>
<item><guid>h1</guid><title>A heron</title><link>%s/h1</link><description>of the lake</description>
<pubDate>Thu, 09 May 2024 00:00:00 GMT</pubDate><category>birds</category>
<enclosure url="%s/h1.mp3" type="audio/mpeg" length="7"/></item></channel></rss>"""
PAGE = '<link rel="alternate" type="application/rss+xml" title="Herons" href="/feed"><link rel="icon" href="/i.png">'
ICON = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082")


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        base = "http://127.0.0.1:%d" % self.server.server_port
        type, body = {
            "/feed": ("application/rss+xml", (FEED % (base, base, base)).encode()),
            "/": ("text/html", PAGE.encode()),
            "/i.png": ("image/png", ICON),
        }.get(self.path, (None, b""))
        self.send_response(200 if type else 404)
        self.send_header("Content-Type", type or "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=site.serve_forever, daemon=True).start()
home = "http://127.0.0.1:%d/" % site.server_port
base, name, password = sys.argv[1:]
called, wrong = set(), []


class Counted(miniflux.Client):
    def __getattribute__(self, attribute):
        if not attribute.startswith("_"):
            called.add(attribute)
        return super().__getattribute__(attribute)


def expect(what, condition):
    if not condition:
        wrong.append(what)


def refused(what, kind, body):
    try:
        body()
        wrong.append(what + ": not refused")
    except kind as error:
        expect(what + ": a reason", error.get_error_reason() and "status_code" not in error.get_error_reason())


def until(what, condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    wrong.append(what)


client = Counted(base + "/miniflux", name, password)
keyed = Counted(base + "/miniflux/", api_key=password)
refused("wrong password", miniflux.AccessUnauthorized, Counted(base + "/miniflux", name, "x").me)
refused("wrong key", miniflux.AccessUnauthorized, Counted(base + "/miniflux", api_key="x").get_feeds)

expect("me", client.me()["username"] == name and keyed.me()["id"] == 1)
expect("version", client.get_version()["version"])
expect("integrations", client.get_integrations_status() is False)
for method, arguments in [
    ("get_users", ()), ("get_user_by_id", (1,)), ("get_user_by_username", (name,)), ("create_user", ("b", "p")),
    ("update_user", (1,)), ("delete_user", (2,)), ("get_api_keys", ()), ("create_api_key", ("k",)),
    ("delete_api_key", (1,)), ("flush_history", ()), ("update_entry", (1, "title"))
]:
    refused(method, miniflux.AccessForbidden, lambda: getattr(client, method)(*arguments))

birds = client.create_category("Birds")
expect("create_category", birds["title"] == "Birds")
birds = client.update_category(birds["id"], "Waders")
expect("get_categories", birds["id"] in [category["id"] for category in client.get_categories()])
found = client.discover(home)
expect("discover", [feed["title"] for feed in found] == ["Herons"])
refused("discover nothing", miniflux.ClientError, lambda: client.discover(home + "none"))
feed = client.create_feed(found[0]["url"], category_id=birds["id"])
refused("create_feed again", miniflux.BadRequest, lambda: client.create_feed(found[0]["url"]))
expect("get_feed", client.get_feed(feed)["category"]["title"] == "Waders")
expect("get_feeds", feed in [one["id"] for one in client.get_feeds()])
expect("get_category_feeds", [one["id"] for one in client.get_category_feeds(birds["id"])] == [feed])
expect("update_feed", client.update_feed(feed, title="My herons")["title"] == "My herons")
expect("refresh_feed", client.refresh_feed(feed))
until("refreshed", lambda: client.get_feed_entries(feed)["total"] == 1)
expect("refresh_category", client.refresh_category(birds["id"]))
expect("refresh_all_feeds", client.refresh_all_feeds())
until("icon", lambda: client.get_feed(feed)["icon"])
icon = client.get_icon(client.get_feed(feed)["icon"]["icon_id"])
expect("icons", icon["data"].startswith("image/png;base64,") and client.get_feed_icon(feed) == icon)
expect("get_icon_by_feed_id", client.get_icon_by_feed_id(feed) == icon)
refused("no icon", miniflux.ResourceNotFound, lambda: client.get_icon(99))

entry = client.get_feed_entries(feed, order="published_at", direction="desc", limit=1)["entries"][0]
expect("entry", entry["title"] == "A heron" and entry["tags"] == ["birds"] and entry["feed"]["title"] == "My herons")
expect("get_entry", client.get_entry(entry["id"])["url"] == home + "h1")
expect("get_feed_entry", client.get_feed_entry(feed, entry["id"])["id"] == entry["id"])
expect("get_category_entry", client.get_category_entry(birds["id"], entry["id"])["id"] == entry["id"])
expect("get_category_entries", client.get_category_entries(birds["id"])["total"] == 1)
expect("get_entries", client.get_entries(search="heron", status=["unread"])["entries"][0]["id"] == entry["id"])
expect("fetch_entry_content", client.fetch_entry_content(entry["id"])["content"] == entry["content"])
expect("toggle_bookmark", client.toggle_bookmark(entry["id"]) and client.get_entries(starred=True)["total"] == 1)
expect("update_entries", client.update_entries([entry["id"]], status="read"))
expect("read", client.get_entry(entry["id"])["status"] == "read")
expect("counters", client.get_feed_counters()["reads"] == {str(feed): 1})
refused("save_entry", miniflux.BadRequest, lambda: client.save_entry(entry["id"]))
sound = entry["enclosures"][0]["id"]
expect("update_enclosure", client.update_enclosure(sound, 42))
expect("get_enclosure", client.get_enclosure(sound)["media_progression"] == 42)
added = client.import_entry(feed, home + "old", title="Old", content="<p>archive</p>", status="unread")["id"]
for mark in [
    lambda: client.mark_feed_entries_as_read(feed), lambda: client.mark_category_entries_as_read(birds["id"]),
    lambda: client.mark_user_entries_as_read(1),
]:
    client.update_entries([added], status="unread")
    mark()
    expect("mark read", client.get_entry(added)["status"] == "read")
refused("another user", miniflux.AccessForbidden, lambda: client.mark_user_entries_as_read(2))
expect("export", found[0]["url"] in client.export() and client.export_feeds() == client.export())
expect("import_feeds", client.import_feeds(client.export())["message"])
client.delete_category(birds["id"])
expect("delete_category", client.get_feed(feed)["category"]["title"] == "All")
client.delete_feed(feed)
refused("delete_feed", miniflux.ResourceNotFound, lambda: client.get_feed(feed))
client.close()

methods = {name for name in dir(miniflux.Client) if not name.startswith("_") and callable(getattr(miniflux.Client, name))}
wrong += ["not called: " + name for name in sorted(methods - called)]
print("\n".join(wrong) or "%d methods" % len(methods))
