#!/usr/bin/env python3
"""services.py FOLDER: the message APIs of chat and notification services on loopback. Standard library only.

Prints its port on the first line and ends when standard input is closed. A request that does not have the form that the
service documents gets the service's own error, 400. FOLDER/answers has one status a line, for the next requests that have
the form; without a line the request is accepted. FOLDER/log has one JSON line a request: service, status, why it was
refused, path, headers, body. The documentation of each form is cited at its check.
"""
import html.parser, http.server, json, os, re, sys, threading
from urllib.parse import urlsplit, unquote

FOLDER = sys.argv[1]
LOCK = threading.Lock()


class Refused(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Refused(why)


def utf16(text):
    return len(text.encode('utf-16-le')) // 2


def web(address):
    need(re.fullmatch(r'https?://[^\s<>"]+', address), 'address ' + address)


class Markup(html.parser.HTMLParser):
    """Well-nested tags of an allowed set; collects the text."""

    def __init__(self, allowed, void=()):
        super().__init__(convert_charrefs=True)
        self.allowed, self.void, self.open, self.text = allowed, void, [], ''

    def handle_starttag(self, tag, attributes):
        need(tag in self.allowed or tag in self.void, 'tag ' + tag)
        need(all(tag == 'a' and name == 'href' for name, _ in attributes), 'attributes of ' + tag)
        for _, value in attributes:
            web(value)
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag):
        need(self.open and self.open[-1] == tag, 'end of ' + tag)
        self.open.pop()

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        raise Refused('comment')

    def read(self, text):
        # A bare "<" or "&" must be an entity: https://core.telegram.org/bots/api#html-style
        need(not re.search(r'&(?!(lt|gt|amp|quot|#\d+);)', text), 'bare &')
        self.feed(text)
        self.close()
        need(not self.open, 'open tags')
        return self.text


def only(body, *names):
    need(isinstance(body, dict), 'an object')
    need(set(body) <= set(names), 'members %s' % sorted(set(body) - set(names)))


def telegram(path, headers, body):
    """https://core.telegram.org/bots/api#sendmessage"""
    need(path == '/bot123:AbC_d-E/sendMessage', 'token')
    only(body, 'chat_id', 'text', 'parse_mode', 'link_preview_options')
    need(re.fullmatch(r'-?\d+|@\w+', str(body['chat_id'])), 'chat not found')
    need(body['parse_mode'] == 'HTML', 'parse_mode')
    text = Markup({'b', 'a', 'i'}).read(body['text'])
    need(0 < utf16(text) <= 4096, 'message is too long')


def matrix(path, headers, body):
    """https://spec.matrix.org/v1.16/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid"""
    match = re.fullmatch(r'/_matrix/client/v3/rooms/([^/]+)/send/m\.room\.message/([^/]+)', path)
    need(match and unquote(match[1]) == '!room:example.org' and match[2].startswith('msg_'), 'M_NOT_FOUND')
    need(headers.get('Authorization') == 'Bearer syt_secret', 'M_UNKNOWN_TOKEN')
    only(body, 'msgtype', 'body', 'format', 'formatted_body')
    need(body['msgtype'] in ('m.text', 'm.notice') and body['format'] == 'org.matrix.custom.html', 'M_BAD_JSON')
    need(body['body'], 'body')
    Markup({'p', 'b', 'a'}, {'br'}).read(body['formatted_body'])
    need(len(json.dumps(body, ensure_ascii=False).encode()) < 65000, 'M_TOO_LARGE')


def slack(path, headers, body):
    """https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks"""
    need(path == '/services/T0/B0/XyZ', 'invalid_token')
    only(body, 'text', 'mrkdwn', 'unfurl_links', 'unfurl_media')
    text = body['text']
    need(0 < len(text) <= 4000, 'msg_too_long')
    rest = re.sub(r'<https?://[^\s<>|]+\|[^<>|]*>', '', text)
    need('<' not in rest and '>' not in rest, 'invalid_payload: ' + rest)
    need(not re.search(r'&(?!(lt|gt|amp);)', text), 'invalid_payload: bare &')


def discord(path, headers, body):
    """https://docs.discord.com/developers/resources/webhook#execute-webhook"""
    need(path == '/api/webhooks/1/tok-en?wait=true', 'Unknown Webhook')
    only(body, 'content', 'embeds', 'allowed_mentions')
    need(body['allowed_mentions'] == {'parse': []}, 'mentions')
    need(len(body['embeds']) <= 10, 'embeds')
    for embed in body['embeds']:
        only(embed, 'title', 'description', 'url')
        need(0 < utf16(embed['title']) <= 256, 'title')
        need(0 < utf16(embed['description']) <= 4096, 'description')
    need(sum(utf16(embed['title']) + utf16(embed['description']) for embed in body['embeds']) <= 6000, 'too long')


def mattermost(path, headers, body):
    """https://developers.mattermost.com/integrate/webhooks/incoming/"""
    need(path == '/hooks/k3y', 'Invalid webhook')
    only(body, 'text')
    need(0 < len(body['text']) <= 16383, 'too long')
    need(not re.search(r'@(all|channel|here)\b', body['text']), 'notifies the channel')


def ntfy(path, headers, body):
    """https://docs.ntfy.sh/publish/#publish-as-json"""
    need(path == '/', 'topic is in the body')
    need(headers.get('Authorization') in (None, 'Bearer tk_secret'), 'unauthorized')
    only(body, 'topic', 'title', 'message', 'click', 'sequence_id', 'actions')
    need(re.fullmatch(r'[-_A-Za-z0-9]{1,64}', body['topic']), 'topic')
    need(0 < len(body['message'].encode()) <= 4096, 'message')
    if 'click' in body:
        web(body['click'])
    for action in body.get('actions', []):
        only(action, 'action', 'label', 'url')
        web(action['url'])


def gotify(path, headers, body):
    """https://gotify.net/api-docs#/message/createMessage and https://gotify.net/docs/msgextras"""
    need(path == '/message', 'not found')
    need(headers.get('X-Gotify-Key') == 'A-app.token', 'you need to provide a valid access token')
    only(body, 'title', 'message', 'priority', 'extras')
    need(body['message'] and isinstance(body['priority'], int), 'message')
    only(body['extras'], 'client::display', 'client::notification')
    need(body['extras']['client::display'] == {'contentType': 'text/markdown'}, 'display')
    if 'client::notification' in body['extras']:
        web(body['extras']['client::notification']['click']['url'])


def pushover(path, headers, body):
    """https://pushover.net/api#messages, limits https://pushover.net/api#limits"""
    need(path == '/1/messages.json', 'not found')
    only(body, 'token', 'user', 'title', 'message', 'html', 'url')
    need(body['token'] == 'azGDORePK8gMaC0QOYAMyEEuzJnyUi', 'application token is invalid')
    need(body['user'] == 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG', 'user identifier is not a valid user')
    need(body['html'] == 1, 'html')
    need(0 < len(body['title']) <= 250, 'title')
    need(0 < len(body['message']) <= 1024, 'message')
    Markup({'b', 'a', 'i', 'u'}).read(body['message'])
    if 'url' in body:
        web(body['url'])
        need(len(body['url']) <= 512, 'url')


def apprise(path, headers, body):
    """https://github.com/caronc/apprise-api#persistent-storage-solution"""
    need(path == '/notify/my-key', 'key')
    only(body, 'title', 'body', 'type', 'format')
    need(body['type'] in ('info', 'success', 'warning', 'failure'), 'type')
    need(body['format'] in ('text', 'markdown', 'html') and body['body'], 'format')


def teams(path, headers, body):
    """https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using and
    https://adaptivecards.io/explorer/RichTextBlock.html"""
    need(path == '/workflows/1/invoke?sig=s3c', 'Unauthorized')
    only(body, 'type', 'attachments')
    need(body['type'] == 'message' and len(body['attachments']) == 1, 'message')
    attachment = body['attachments'][0]
    only(attachment, 'contentType', 'contentUrl', 'content')
    need(attachment['contentType'] == 'application/vnd.microsoft.card.adaptive', 'contentType')
    card = attachment['content']
    only(card, '$schema', 'type', 'version', 'body')
    need(card['type'] == 'AdaptiveCard' and card['version'] == '1.4', 'card')
    for block in card['body']:
        only(block, 'type', 'inlines', 'separator')
        need(block['type'] == 'RichTextBlock' and block['inlines'], 'block')
        for run in block['inlines']:
            only(run, 'type', 'text', 'weight', 'isSubtle', 'highlight', 'selectAction')
            need(run['type'] == 'TextRun' and isinstance(run['text'], str), 'run')
            if 'selectAction' in run:
                only(run['selectAction'], 'type', 'url')
                need(run['selectAction']['type'] == 'Action.OpenUrl', 'action')
                web(run['selectAction']['url'])
    need(len(json.dumps(body, ensure_ascii=False).encode()) <= 28 << 10, 'too large')


SERVICES = [
    ('telegram', r'/bot.*', 'POST', telegram), ('matrix', r'/_matrix/.*', 'PUT', matrix),
    ('slack', r'/services/.*', 'POST', slack), ('discord', r'/api/webhooks/.*', 'POST', discord),
    ('mattermost', r'/hooks/.*', 'POST', mattermost), ('gotify', r'/message', 'POST', gotify),
    ('pushover', r'/1/.*', 'POST', pushover), ('apprise', r'/notify/.*', 'POST', apprise),
    ('teams', r'/workflows/.*', 'POST', teams), ('ntfy', r'/', 'POST', ntfy),
]


def answer(service, status, why):
    """The headers and body of an answer, in the form of the service."""
    limited = status == 429
    if service == 'telegram':
        body = {'ok': status == 200}
        if status != 200:
            body.update(error_code=status, description=why or 'Too Many Requests: retry after 61')
        if limited:
            body['parameters'] = {'retry_after': 61}
        return {}, body
    if service == 'discord':
        if status == 200:
            return {}, {'id': '1'}
        body = {'message': why or 'You are being rate limited.', 'code': 50035}
        if limited:
            body.update(retry_after=60.57, **{'global': False})
        return {}, body
    if service == 'matrix':
        if status == 200:
            return {}, {'event_id': '$e'}
        body = {'errcode': 'M_LIMIT_EXCEEDED' if limited else 'M_UNKNOWN', 'error': why or 'no'}
        if limited:
            body['retry_after_ms'] = 60500
        return {}, body
    headers = {'Retry-After': '61'} if limited else {}
    if service == 'slack':
        return headers, 'ok' if status == 200 else (why or 'rate_limited')
    if service == 'pushover':
        return headers, {'status': 1} if status == 200 else {'status': 0, 'errors': [why or 'no']}
    if service == 'gotify' and status != 200:
        return headers, {'error': 'Error', 'errorCode': status, 'errorDescription': why or 'no'}
    if service == 'teams' and status == 200:
        return headers, ''
    return headers, {'id': 'x'} if status == 200 else {'error': why or 'no', 'code': status}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def take(self):
        raw = self.rfile.read(int(self.headers['Content-Length']))
        name, why, status = None, None, 200
        body = None
        path = urlsplit(self.path).path
        for name, pattern, method, check in SERVICES:
            if not re.fullmatch(pattern, path):
                continue
            try:
                need(self.command == method, 'method')
                need(self.headers['Content-Type'] == 'application/json', 'type')
                need(self.headers['webhook-id'].startswith('msg_'), 'id')
                body = json.loads(raw, object_pairs_hook=self.unique)
                check(self.path, self.headers, body)
                status = self.next_status()
            except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
                status, why = 400, '%s %s' % (type(error).__name__, error)
            break
        line = {'service': name, 'status': status, 'why': why, 'path': self.path, 'id': self.headers['webhook-id'] or '',
                'body': json.dumps(body, ensure_ascii=False), 'extra': self.headers.get('X-Extra')}
        with LOCK, open(os.path.join(FOLDER, 'log'), 'a') as log:
            log.write(json.dumps(line) + '\n')
        headers, text = answer(name, 200 if status < 300 else status, why)
        out = (text if isinstance(text, str) else json.dumps(text)).encode()
        if status == 204:
            out = b''
        self.send_response(202 if name == 'teams' and status == 200 else status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header('Content-Length', str(len(out)))
        self.end_headers()
        self.wfile.write(out)

    do_POST = do_PUT = take

    @staticmethod
    def unique(pairs):
        need(len({key for key, _ in pairs}) == len(pairs), 'a member twice')
        return dict(pairs)

    @staticmethod
    def next_status():
        with LOCK:
            path = os.path.join(FOLDER, 'answers')
            lines = open(path).read().split() if os.path.exists(path) else []
            if not lines:
                return 200
            with open(path, 'w') as file:
                file.write('\n'.join(lines[1:]))
            return int(lines[0])

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
