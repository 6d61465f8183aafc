"""Imitates the APIs of services that keep articles on loopback, each under its own path.

The response to a request that does not have the documented form is 400; the log has the reason. The file `answers` contains
the status codes of the responses to the next requests that save an article.
"""

import base64
import http.server
import json
import pathlib
import sys
import urllib.parse

folder = pathlib.Path(sys.argv[1])
saved = {"wallabag": {}, "readeck": [], "karakeep": {}, "linkding": {}, "instapaper": []}
tokens = {"count": 0, "access": "", "refresh": ""}
BASIC = "Basic " + base64.b64encode("me@example.org:p w:1".encode()).decode()


class Refusal(Exception):
    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


def need(condition, why, status=400):
    if not condition:
        raise Refusal(status, why)


def next_answer():
    path = folder / "answers"
    lines = path.read_text().split() if path.exists() else []
    if not lines:
        return None
    path.write_text("\n".join(lines[1:]))
    return int(lines[0])


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.handle_request("GET")

    def do_POST(self):
        self.handle_request("POST")

    def handle_request(self, method):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        parts = urllib.parse.urlsplit(self.path)
        service, path = parts.path[1:].split("/", 1)
        entry = {"service": service, "method": method, "path": path, "id": self.headers.get("Idempotency-Key"), "body": body}
        headers = {}
        try:
            status, answer, headers = getattr(self, service)(method, path, urllib.parse.parse_qs(parts.query), body)
        except Refusal as refusal:
            status, answer = refusal.status, {"error": str(refusal)}
            entry["why"] = str(refusal)
        entry["status"] = status
        with open(folder / "log", "a") as log:
            log.write(json.dumps(entry) + "\n")
        data = json.dumps(answer).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def object(self, body, allowed):
        need((self.headers.get("Content-Type") or "").startswith("application/json"), "the type is not JSON")
        value = json.loads(body)
        need(isinstance(value, dict) and set(value) <= set(allowed), f"members {sorted(value)}")
        need(urllib.parse.urlsplit(value.get("url", "")).scheme in ("http", "https"), "no address")
        need(isinstance(value.get("title"), str) and "\n" not in value["title"], "no title")
        return value

    def form(self, body):
        need(self.headers.get("Content-Type") == "application/x-www-form-urlencoded", "the type is no form")
        fields = urllib.parse.parse_qsl(body, keep_blank_values=True, strict_parsing=True)
        need(len(dict(fields)) == len(fields), "a field is repeated")
        return dict(fields)

    def planned(self):
        status = next_answer()
        if status and status >= 300:
            why = f"planned {status}"
            if (folder / "repeat").exists():
                why += " " + self.headers.get("Authorization", "").split(" ")[-1]
            return status, {"error": why}, {"Retry-After": "61"} if status == 429 else {}
        return None

    def authorized(self, value, status=401):
        need(self.headers.get("Authorization") == value, "not authorized", status)

    def wallabag(self, method, path, query, body):
        if path == "oauth/v2/token":
            fields = self.form(body)
            need((fields.pop("client_id"), fields.pop("client_secret")) == ("1_id", "c:s"), "invalid_client")
            grant = fields.pop("grant_type")
            if grant == "password":
                need(fields == {"username": "me", "password": "p w:1"}, "invalid_grant")
            else:
                need(grant == "refresh_token" and fields == {"refresh_token": tokens["refresh"]}, "invalid_grant")
            tokens["count"] += 1
            tokens.update(access=f"A{tokens['count']}", refresh=f"R{tokens['count']}")
            return 200, {"access_token": tokens["access"], "expires_in": 3600, "token_type": "bearer", "scope": None,
                         "refresh_token": tokens["refresh"]}, {}
        if (folder / "revoke").exists():
            (folder / "revoke").unlink()
            tokens.update(access="revoked")
            if "refresh" in (folder / "revoked").read_text():
                tokens.update(refresh="revoked")
        self.authorized("Bearer " + tokens["access"])
        if (method, path) == ("GET", "api/user.json"):
            return 200, {"id": 1}, {}
        need((method, path) == ("POST", "api/entries.json"), "unknown path", 404)
        value = self.object(body, ["url", "title", "tags"])
        need(isinstance(value.get("tags", ""), str), "tags are a text")
        if planned := self.planned():
            return planned
        saved["wallabag"][value["url"]] = value
        return 200, {"id": len(saved["wallabag"]), "url": value["url"], "content": "x" * 20000}, {}

    def readeck(self, method, path, query, body):
        self.authorized("Bearer t0ken")
        if (method, path) == ("GET", "api/profile"):
            return 200, {"user": {}}, {}
        need((method, path) == ("POST", "api/bookmarks"), "unknown path", 404)
        value = self.object(body, ["url", "title", "labels"])
        need(all(isinstance(label, str) for label in value.get("labels", [])), "labels are texts")
        if planned := self.planned():
            return planned
        saved["readeck"].append(value)
        return 202, {"status": 202, "message": "Link submited"}, {"Bookmark-Id": "abc"}

    def karakeep(self, method, path, query, body):
        self.authorized("Bearer t0ken")
        if (method, path) == ("GET", "api/v1/users/me"):
            return 200, {"id": "1"}, {}
        if method == "POST" and path == "api/v1/bookmarks/k1/tags":
            value = json.loads(body)
            need(list(value) == ["tags"] and all(list(tag) == ["tagName"] for tag in value["tags"]), "tags")
            return 200, {"attached": []}, {}
        need((method, path) == ("POST", "api/v1/bookmarks"), "unknown path", 404)
        value = self.object(body, ["type", "url", "title"])
        need(value["type"] == "link", "the type is not link")
        if planned := self.planned():
            return planned
        known = value["url"] in saved["karakeep"]
        saved["karakeep"][value["url"]] = value
        return 200 if known else 201, {"id": "k1", "alreadyExists": known}, {}

    def linkding(self, method, path, query, body):
        self.authorized("Token t0ken")
        if (method, path) == ("GET", "api/user/profile/"):
            return 200, {"theme": "auto"}, {}
        if (method, path) == ("GET", "api/bookmarks/check/"):
            return 200, {"bookmark": saved["linkding"].get(query["url"][0]), "metadata": {}, "auto_tags": []}, {}
        need((method, path) == ("POST", "api/bookmarks/"), "unknown path", 404)
        value = self.object(body, ["url", "title", "tag_names"])
        if planned := self.planned():
            return planned
        need(value["url"] not in saved["linkding"], "the bookmark would be replaced")
        saved["linkding"][value["url"]] = value
        return 201, {"id": 1}, {}

    def instapaper(self, method, path, query, body):
        self.authorized(BASIC, 403)
        if (method, path) == ("GET", "api/authenticate"):
            return 200, {}, {}
        need((method, path) == ("POST", "api/add"), "unknown path", 404)
        fields = self.form(body)
        need(set(fields) == {"url", "title"}, f"fields {sorted(fields)}")
        need("\n" not in fields["title"], "the title has lines")
        if planned := self.planned():
            return planned
        saved["instapaper"].append(fields)
        return 201, {"bookmark_id": 1}, {}


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
import threading  # noqa: E402

threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
