#!/usr/bin/env python3
"""forum_server.py TOPICS: four forums on loopback with the structure of V2EX, Discourse, phpBB and Hacker News.

Prints its port on the first line and ends when standard input is closed. /change?round=N changes the forums: new, edited
and deleted replies, new, deleted and moved topics, private topics, and from round 5 on, replies with the newest first.
/truth returns, as JSON, the word of each text that is visible now, of each text that was ever sent, and the replies that
were sent of each topic. Except for lists, each 40th response is 429 and each 55th is 403. /cycle, /many, /all and /evil
are hostile topics.
"""
import hashlib, http.server, json, random, sys, threading, urllib.parse

COUNT = int(sys.argv[1])
LOCK = threading.Lock()
A_PAGE, TOPICS_A_PAGE = 10, 40
rand = random.Random(5)


class Reply:
    def __init__(self, key, number, parent):
        self.key, self.number, self.parent, self.version, self.deleted = key, number, parent, 1, False

    def word(self):
        return 'reply%sv%d' % (self.key, self.version)


class Topic:
    def __init__(self, forum, number):
        self.forum, self.number, self.replies, self.active, self.private = forum, number, [], 0, False
        # A deleted topic is gone. A moved one is in no list for some rounds; afterwards its address redirects.
        self.deleted = self.moved = self.redirects = False
        for _ in range(rand.randrange(25)):
            self.add()

    def word(self):
        return 'topic%s%d' % (self.forum, self.number)

    def add(self):
        number = len(self.replies) + 1
        parent = rand.choice(self.replies).number if self.replies and rand.random() < .4 else None
        self.replies.append(Reply('%s%dx%d' % (self.forum, self.number, number), number, parent))

    def visible(self):
        return [reply for reply in self.replies if not reply.deleted]


FORUMS = {name: [Topic(name, number) for number in range(1, COUNT + 1)] for name in 'vdph'}
state = {'reversed': False, 'requests': 0, 'clock': 0}
sent = set()
threads = {}


def change(number):
    state['reversed'] = number >= 5
    for topics in FORUMS.values():
        for topic in rand.sample(topics, min(len(topics), 8)):
            state['clock'] += 1
            topic.active = state['clock']
            if topic.visible() and rand.random() < .5:
                rand.choice(topic.visible()).version += 1
            if len(topic.visible()) > 3 and rand.random() < .3:
                rand.choice(topic.visible()).deleted = True
                topic.add()
            for _ in range(rand.randrange(1, 4)):
                topic.add()
        state['clock'] += 1
        topics.append(Topic(topics[0].forum, len(topics) + 1))
        topics[-1].active = state['clock']
        rand.choice(topics).private = number % 3 == 1
        rand.choice(topics).deleted = True
        for topic in topics:
            if topic.moved and rand.random() < .5:
                topic.moved, topic.redirects, topic.active = False, True, state['clock']
        rand.choice(topics).moved = number < 8
        if number == 9:
            for topic in topics:
                topic.moved = False


def depth(topic, reply):
    steps = 0
    while reply.parent and steps < 50:
        reply = topic.replies[reply.parent - 1]
        steps += 1
    return steps


def threaded(topic, replies):
    """The replies in thread order, for the forum that shows threads by indentation."""
    known = {reply.number for reply in replies}
    out = []

    def visit(parent):
        for reply in replies:
            if (reply.parent if reply.parent in known else None) == parent:
                out.append(reply)
                visit(reply.number)
    visit(None)
    return out


def listing(name, page):
    topics = sorted((topic for topic in FORUMS[name] if not topic.deleted and not topic.moved),
                    key=lambda topic: (-topic.active, topic.number))
    # The recipe for Hacker News reads one page of a list, and a topic that is on no page read is not stored.
    size = len(topics) if name == 'h' else TOPICS_A_PAGE
    part = topics[(page - 1) * size:page * size]
    rows = ''
    for topic in part:
        link, title, count = '/%s/t/%d' % (name, topic.number), 'Title %s %d' % (name, topic.number), len(topic.visible())
        rows += {
            'v': '<div class="cell item"><span class=item_title><a class=topic-link href="%s#reply%d">%s</a></span>'
                 '<a class=count_livid>%d</a></div>' % (link, count, title, count),
            'd': '<tr class=topic-list-item><td><a class=title href="%s">%s</a><td class=replies>%d</tr>' % (link, title, count),
            'p': '<li class=row><a class=topictitle href="%s">%s</a><dd class=posts>%d</dd></li>' % (link, title, count),
            'h': '<tr class=submission id=%d><td><span class=titleline><a href="%s">%s</a></span></tr>' % (topic.number, link, title),
        }[name]
    more = page * size < len(topics)
    next_link = {'v': '<a class=page_current>1</a><a class=page_normal href="?p=%d">n</a>', 'd': '<a rel=next href="?p=%d">n</a>',
                 'p': '<div class=pagination><span class=next><a href="?p=%d">n</a></span></div>', 'h': ''}[name]
    body = {'v': '<div id=Main>%s</div>', 'd': '<table>%s</table>', 'p': '<ul class=topics>%s</ul>', 'h': '<table>%s</table>'}[name] % rows
    return '<title>Forum %s</title>' % name + body + (next_link % (page + 1) if more and next_link else '')


def render(topic, page):
    name = topic.forum
    replies = topic.visible()
    if name == 'h':
        replies = threaded(topic, replies)
    if state['reversed'] and name != 'h':
        replies = replies[::-1]
    posts = [None] + replies if name in 'dp' else replies
    part = posts[(page - 1) * A_PAGE:page * A_PAGE]
    words = [topic.word()] if page == 1 else []
    rows = ''
    for post in part:
        key, word = ('first', topic.word()) if post is None else (post.key, post.word())
        words.append(word)
        if post is not None:
            threads.setdefault(topic.word(), set()).add('reply' + key)
        number = 1 if post is None else post.number + 1
        parent = topic.replies[post.parent - 1] if post is not None and post.parent else None
        rows += {
            'v': lambda: '<div class=cell id=r_%s><strong><a href=/member/u%s>u%s</a></strong><span class=no>%d</span>'
                         '<div class=reply_content>%s</div></div>' % (key, key, key, number, word),
            'd': lambda: '<div id=%s class="topic-body crawler-post"><span class=creator><span itemprop=name>u%s</span></span>'
                         '<span itemprop=position>%d</span>%s<div class=post>%s</div></div>' % (
                             'post_1' if post is None else 'post_' + key, key, number,
                             '<div class=post-reply-to><a href="/x#post_%s">x</a></div>' % parent.key if parent else '', word),
            'p': lambda: '<div id=p%s class=post><p class=author><a class=username>u%s</a></p><div class=content>%s%s</div></div>' % (
                key, key, '<blockquote><cite><a href="#p%s">q</a></cite></blockquote>' % parent.key if parent else '', word),
            'h': lambda: '<tr class="athing comtr" id=%s><td class=ind indent=%d></td><td><a class=hnuser>u%s</a>'
                         '<div class=commtext>%s</div></td></tr>' % (key, depth(topic, post), key, word),
        }[name]()
    more = page * A_PAGE < len(posts)
    next_link = {'v': '<a class=page_current>1</a><a class=page_normal href="?p=%d">n</a>', 'd': '<a rel=next href="?p=%d">n</a>',
                 'p': '<div class=pagination><span class=next><a href="?p=%d">n</a></span></div>',
                 'h': '<a class=morelink href="?p=%d">More</a>'}[name]
    body = {'v': '<div id=Main><div class=topic_content>%s</div>%s</div>', 'h': '<div class=toptext>%s</div><table>%s</table>'}.get(name)
    body = body % (topic.word(), rows) if body else '<div>%s</div>' % rows
    sent.update(words)
    return body + (next_link % (page + 1) if more else '')


def hostile(path, query):
    page = int(query.get('p', ['1'])[0])
    if path == '/evil/list':
        return '<div id=Main>%s</div>' % ''.join(
            '<div class="cell item"><span class=item_title><a href="/%s">%s</a></span></div>' % (name, name)
            for name in ('cycle', 'many', 'deep', 'markup'))
    if path == '/cycle':
        return '<div id=Main><div class=topic_content>cycle</div><div class=cell id=r_c%d><div class=reply_content>c%d</div></div>' \
            '<a class=page_current></a><a class=page_normal href="?p=%d">n</a></div>' % (page, page, 1 + page % 3)
    if path == '/many':
        return '<div id=Main><div class=topic_content>many</div>%s</div>' % ''.join(
            '<div class=cell id=r_m%d><div class=reply_content>m%d</div></div>' % (n, n) for n in range(100000))
    if path == '/deep':
        return '<div id=Main><div class=topic_content>deep</div>' + ''.join(
            '<div class=cell id=r_n%d><div class=reply_content>n%d' % (n, n) for n in range(2000))
    return '<div id=Main><div class=topic_content>markup<script>alert(1)</script></div>' \
        '<div class=cell id="r_&quot;&lt;x"><div class=reply_content></section><section data-reply="forged">evil' \
        '<script>alert(2)</script><img src=x onerror=alert(3)><style>*{display:none}</style></div></div>' \
        '<div class=cell id=r_ok><div class=reply_content>fine\x1b[31m\u202e</div></div></div>'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *_):
        pass

    def answer(self, status, text='', **headers):
        body = text.encode()
        etag = '"%s"' % hashlib.sha256(body).hexdigest()[:16]
        if status == 200 and self.headers.get('If-None-Match') == etag:
            status, body = 304, b''
        self.send_response(status)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), value)
        if status in (200, 304):
            self.send_header('ETag', etag)
        if status != 304:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        with LOCK:
            self.respond()

    def respond(self):
        address = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(address.query)
        parts = address.path.strip('/').split('/')
        if address.path == '/robots.txt':
            return self.answer(404)
        if address.path == '/change':
            change(int(query['round'][0]))
            return self.answer(200)
        if address.path == '/truth':
            readable = [topic for topics in FORUMS.values() for topic in topics
                        if not topic.private and not topic.deleted and not topic.moved]
            visible = [topic.word() for topic in readable]
            visible += [reply.word() for topic in readable for reply in topic.visible()]
            return self.answer(200, json.dumps({
                'visible': visible, 'sent': sorted(sent), 'threads': {word: sorted(keys) for word, keys in threads.items()}}))
        if address.path in ('/evil/list', '/cycle', '/many', '/deep', '/markup'):
            return self.answer(200, hostile(address.path, query))
        page = int(query.get('p', ['1'])[0])
        if parts[0] not in FORUMS or len(parts) < 2 or (parts[1] != 'list' and not parts[-1].isdigit()):
            return self.answer(404)
        if parts[1] == 'list':
            return self.answer(200, listing(parts[0], page))
        state['requests'] += 1
        if state['requests'] % 40 == 0:
            return self.answer(429, Retry_After='1')
        if state['requests'] % 55 == 0:
            return self.answer(403)
        topic = FORUMS[parts[0]][int(parts[2]) - 1]
        if topic.deleted:
            return self.answer(404)
        if topic.private:
            return self.answer(403) if parts[0] in 'dh' else self.answer(
                200, '<form action="/2fa"><input name=code></form>' if topic.number % 2 else
                '<form action="/signin"><input type=password></form>')
        if topic.redirects and parts[1] == 't':
            return self.answer(301, Location=self.path.replace('/t/', '/moved/', 1))
        self.answer(200, render(topic, page))


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Clients that are killed close their connections."""


server = Server(('127.0.0.1', 0), Handler)
print(server.server_port, flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
