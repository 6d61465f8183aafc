"""Every view of the web reader, on a library as people have them: screenshots.py takes pictures of the views, test_axe.py tests them.

Feeds, titles and dates are made here, so that a picture changes only if the pages change.
"""
import dataclasses, html, json, os, pathlib, random, re, shutil, struct, subprocess, tempfile, time, urllib.parse, zlib
from typing import Callable
import base

THEMES = ('light', 'dark', 'sepia')
PHONE, TABLET, DESK = (390, 844), (820, 1180), (1440, 900)
LANGUAGES = ('en-US', 'zh-CN')


@dataclasses.dataclass(frozen=True)
class View:
    name: str
    # The address; words in braces are replaced by the numbers of the library (`ViewTests.places`).
    address: str
    # Opens a part of the page, such as a menu.
    open: Callable = lambda page: None
    # Takes back what `open` changed in the library.
    close: Callable = lambda page: None
    sizes: tuple = (PHONE, TABLET, DESK)
    signs_in: bool = True


def origin(page):
    return page.evaluate('location.origin')


def press(*keys):
    def act(page):
        for key in keys:
            page.keyboard.press(key)
    return act


def unfold(selector):
    """Opens the menus that match, as a click on each would."""
    return lambda page: page.evaluate("selector => document.querySelectorAll(selector).forEach((menu) => { menu.open = true; })", selector)


def suggest(page):
    page.locator('#search input[type=search]').fill('her')
    page.locator('#suggestions li').first.wait_for()


def mark_all(page):
    page.keyboard.press('A')
    page.locator('#toast button').wait_for()


def undo(page):
    page.goto(origin(page) + '/actions')
    page.locator('form[action$=undo-action] button').first.click()
    page.wait_for_load_state()


def refuse(page):
    page.fill('input[name=name]', 'anna')
    page.fill('input[name=password]', 'wrong')
    page.click('main button[type=submit]')


def send_mistake(page):
    page.fill('input[name=interval]', 'often')
    page.click('form.sheet button[type=submit]')


def show_app_password(page):
    page.fill('form[action$=create-app-password] input[name=label]', 'phone')
    page.click('form[action$=create-app-password] button')


def revoke_app_passwords(page):
    page.goto(origin(page) + '/account')
    while page.locator('tr:has-text("phone") button').count():
        page.locator('tr:has-text("phone") button').first.click()


def enter_key(page):
    page.fill('input[name=key]', 'abcd-efgh')
    page.click('main button[type=submit]')


LIBRARY = [
    View('unread', '/'), View('all', '/all'), View('today', '/today'), View('starred', '/starred'),
    View('recent', '/recent?articles={article},{code},{chinese}'), View('feed', '/feed/{feed}'), View('folder', '/folder/{folder}'),
    View('saved-results', '/saved/Herons%20and%20owls'), View('feed-nothing-unread', '/feed/{trains}?unread=1'),
    View('article', '/?article={article}'), View('article-page', '/article/{article}'), View('article-chinese', '/all?article={chinese}'),
    View('article-right-to-left', '/article/{arabic}'), View('article-code', '/article/{code}'),
    View('article-found', '/search?q=heron%20owl&article={article}'), View('article-not-subscribed', '/article/{stray}'),
    View('article-menus', '/?article={article}', unfold('#article details')),
    View('list-menus', '/all', unfold('#list > details, #list header details')),
    View('drawer', '/#feeds', sizes=(PHONE, TABLET)), View('settings', '/all#feeds', unfold('.settings')),
    View('search-empty', '/search'), View('search', '/search?q=heron%20owl'), View('search-facets', '/search?q=heron%20owl&facets=1'),
    View('search-nothing', '/search?q=nosuchword'), View('search-mistake', '/search?q=heron%20nosuchfield:x'),
    View('suggestions', '/search', suggest), View('palette', '/all', press('Control+k')), View('keys-dialog', '/all', press('?')),
    View('keys', '/keys'), View('undo', '/folder/{folder}', mark_all, undo), View('offline', '/offline'),
    View('add', '/subscribe'), View('add-found', '/subscribe?url={site}/home.html'), View('add-unreachable', '/subscribe?url={site}/nothing'),
    View('import', '/import'), View('import-report', '/{job}'), View('folders', '/folders'), View('arrange', '/arrange'),
    View('failing', '/failing'), View('saved', '/saved'), View('saved-settings', '/saved/Herons%20and%20owls/settings'),
    View('saved-trial', '/saved/Herons%20and%20owls/settings?try=count%20%3E%200%20in%207d&by=week'), View('silent', '/silent?for=1h'),
    View('rules', '/rules'), View('rule-tried', '/rules?try=1&query=title:owls&mark=tag&tag=birds'), View('actions', '/actions'),
    View('statistics', '/statistics'), View('account', '/account'), View('appearance', '/appearance'), View('recipe', '/recipe?url={site}/topics.html'),
    View('feed-settings', '/feed/{feed}/settings'), View('form-mistake', '/feed/{feed}/settings', send_mistake),
    View('app-password', '/account', show_app_password, revoke_app_passwords),
    View('not-found', '/nowhere'), View('no-such-feed', '/feed/99'), View('bad-request', '/all?nonsense=1'),
    View('sign-in', '/', signs_in=False), View('sign-in-refused', '/', refuse, signs_in=False),
]
EMPTY = [
    View('first-run', '/'), View('first-add', '/subscribe'), View('empty-recent', '/recent'), View('empty-search', '/search'),
    View('empty-failing', '/failing'), View('empty-saved', '/saved'), View('empty-rules', '/rules'), View('empty-actions', '/actions'),
    View('empty-folders', '/folders'), View('empty-statistics', '/statistics'),
]
NEW = [View('first-key', '/', signs_in=False), View('first-key-refused', '/', enter_key, signs_in=False), View('first-account', '/account')]

# MARK: - The library

LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
ENGLISH = [
    'Herons return to the river after forty years', 'What we learned from rebuilding the search index twice', 'A short note', LONG,
    'The quiet craft of writing error messages that people read to their end, and then act upon', 'Night trains: a timetable',
    'Why feeds outlive the platforms that buried them', 'Owls of the northern woods',
    'Measuring what matters: latency at the ninety-ninth percentile', 'On keeping a commonplace book',
]
CHINESE = [
    '全文检索中的分词：二元语法与词典的取舍', '如何为一百万篇文章建立索引', '苍鹭归来', '阅读器的排版：行长、字号与行距',
    '订阅源为什么仍然重要', '夜间列车时刻表', '写给未来读者的错误信息', '数据库事务与断电之后的恢复', '周末读物', '在终端里阅读新闻',
]
SENTENCES = [
    'The heron stands in the shallow water at first light.', 'Nothing moves but the reeds.',
    'Whoever waits beside it learns what patience is.', 'A train crosses the bridge, and the owls are silent for a while.',
    'The index is rebuilt at night, when nobody searches.', 'Most of what we know of the river is in these notes.',
    'By noon the wind turns, and the boats come back.', 'It took two winters to find out why.',
]
PIECES = [
    '苍鹭在清晨的浅水中站立，只有芦苇在动。', '在它旁边等待的人会懂得什么是耐心。', '全文检索要先把文字分成词语。',
    '夜里没有人搜索，索引就在那时重建。', '我们对这条河的了解大多在这些笔记里。', '中午风向变了，船都回来了。',
]
ARABIC = ['مقالة طويلة عن البحث في النصوص الكاملة', 'البلشون يعود إلى النهر بعد أربعين عاما', 'ملاحظات عن القطارات الليلية']
ARABIC_TEXT = 'يقف البلشون في الماء الضحل عند أول الضوء، ولا يتحرك شيء سوى القصب. من ينتظر بجانبه يتعلم معنى الصبر.'
CODE = '''<p>The store keeps articles in one table. A write of <code>Batch.maxCount</code> rows is one transaction:</p>
<pre><code class="language-swift">func write(_ batch: ArticleBatch) throws -&gt; [ArticleID] {
    try connection.transaction {
        try batch.drafts.map { try insert($0) }   // one commit, however long the batch is
    }
}</code></pre>
<h2>What it costs</h2>
<table><thead><tr><th>Rows</th><th>Time</th><th>Memory</th><th>Throughput</th></tr></thead>
<tbody><tr><td>1,000</td><td>0.2 s</td><td>14 MB</td><td>5,000/s</td></tr><tr><td>100,000</td><td>18 s</td><td>31 MB</td><td>5,555/s</td></tr></tbody></table>
<blockquote><p>Measure first, then cut.</p></blockquote>
<ol><li>Open the store.</li><li>Write a batch.<ul><li>Retry if it is busy.</li></ul></li></ol>
<figure><img src="%(site)s/river.png" alt="The river at dawn" width="640" height="360"><figcaption>The river at dawn</figcaption></figure>
<video src="%(site)s/river.mp4" poster="%(site)s/river.png" controls></video>
<p>See <a href="https://example.org/notes">the notes</a>.<sup><a href="#fn1">1</a></sup></p><hr><p><small>1. Measured on two cores.</small></p>'''


def picture(width, height, top, bottom):
    """A PNG whose colour goes from `top` to `bottom`, as (red, green, blue)."""
    rows = b''.join(
        b'\0' + bytes(int(a + (b - a) * y / height) for a, b in zip(top, bottom)) * width for y in range(height))
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    head = struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', head) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')


def rss(title, items, now, step, language='', is_dated=True):
    """RSS of (title, text) pairs, each `step` hours older than the one before."""
    rows = ''
    for n, (name, text) in enumerate(items):
        date = time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(now - n * 3600 * step - n % 5 * 900))
        rows += '<item><guid isPermaLink="false">%s-%d</guid><title>%s</title><link>https://example.org/%d</link><description>%s</description>%s</item>' % (
            html.escape(title), n, html.escape(name), n, html.escape(text), '<pubDate>%s</pubDate>' % date if is_dated else '')
    return '<rss version="2.0"><channel><title>%s</title>%s%s</channel></rss>' % (
        html.escape(title), '<language>%s</language>' % language if language else '', rows)


def texts(titles, sentences, number, site, count=60):
    """Articles of five paragraphs; each third one has a picture."""
    chance = random.Random(number)
    for n in range(count):
        body = ''.join('<p>%s</p>' % ' '.join(chance.choices(sentences, k=5)) for _ in range(5))
        if n % 3 == number % 3:
            body = '<p><img src="%s/%s.png" alt="" width="640" height="360"></p>' % (site, ['river', 'dusk', 'wood'][n // 3 % 3]) + body
        yield titles[n % len(titles)], body


def write_site(folder, site, now):
    """Writes the sample feeds into the folder of the site; returns each name with the folder of its subscription."""
    feeds = {
        'river.xml': ('自然', rss('River notes', texts(ENGLISH, SENTENCES, 0, site), now, 7)),
        'index.xml': ('技术/中文', rss('索引笔记', texts(CHINESE, PIECES, 1, site), now, 12, 'zh')),
        'trains.xml': ('Travel', rss(
            'Night trains of Europe, a journal with a rather long name', texts(ENGLISH[4:] + ENGLISH[:4], SENTENCES, 2, site), now, 17)),
        'arabic.xml': ('', rss('مدونة النهر', [(title, '<p>%s</p>' % ' '.join([ARABIC_TEXT] * 6)) for title in ARABIC], now, 30, 'ar')),
        'store.xml': ('技术', rss('Store and index', [('How the store writes', CODE % {'site': site})], now - 7200, 1)),
    }
    for name, (_, text) in feeds.items():
        pathlib.Path(folder, name).write_text(text)
    for name, top, bottom in [('river', (126, 166, 196), (38, 70, 83)), ('dusk', (244, 162, 97), (90, 60, 100)), ('wood', (167, 190, 140), (40, 70, 50))]:
        pathlib.Path(folder, name + '.png').write_bytes(picture(640, 360, top, bottom))
    pathlib.Path(folder, 'home.html').write_text('<html><head><title>River</title>%s</head></html>' % ''.join(
        '<link rel="alternate" type="application/rss+xml" title="%s" href="/%s">' % (name, name) for name in ['birds.xml', 'nests.xml']))
    for name, title in [('birds.xml', 'Birds of the river'), ('nests.xml', 'Nests and young')]:
        pathlib.Path(folder, name).write_text(rss(title, texts(ENGLISH, SENTENCES, 9, site, 5), now, 10))
    pathlib.Path(folder, 'topics.html').write_text('<html><head><title>Topics</title></head><body>%s</body></html>' % ''.join(
        '<div class="cell"><a class="name" href="/t/%d">Topic %d</a><time datetime="2026-01-0%d">x</time></div>' % (n, n, n) for n in range(1, 6)))
    # Feeds that fail, each for another reason.
    pathlib.Path(folder, 'page.html').write_text('<html><body><p>No feed.</p></body></html>')
    pathlib.Path(folder, 'cut.xml').write_text(rss('Cut', texts(ENGLISH, SENTENCES, 3, site, 5), now, 3)[:700])
    pathlib.Path(folder, 'blank.xml').write_text('')
    return {name: place for name, (place, _) in feeds.items()}


class ViewTests(base.ReaderTests):
    """A library with feeds of all kinds, and its views."""
    VIEWS = LIBRARY
    # The name and the value of each word in braces in an address.
    places = {}
    cookies = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with cls().page() as page:
            cls.cookies = page.context.cookies()
            cls.prepare_pages(page)

    @classmethod
    def remove_feeds(cls):
        for line in cls.run_program('feeds', '--json').splitlines():
            cls.run_program('remove', json.loads(line)['feed'], '--articles')

    @classmethod
    def prepare(cls):
        folder, site = base.site()
        cls.remove_feeds()
        now = time.time()
        for name, place in write_site(folder, site, now).items():
            cls.run_program('add', site + '/' + name, *(['--folder', place] if place else []))
        outlines = ''.join('<outline text="%s" xmlUrl="%s/%s"/>' % (title, site, name) for title, name in [
            ('A feed that moved away', 'gone.xml'), ('A page that is no feed', 'page.html'), ('A feed that is cut off', 'cut.xml'), ('A blank feed', 'blank.xml')])
        pathlib.Path(cls.home, 'failing.opml').write_text('<opml version="2.0"><body><outline text="Old">%s</outline></body></opml>' % outlines)
        cls.run_program('import', 'failing.opml')
        # Fetching fails for some, as it should.
        subprocess.run([base.PROGRAM, '--db', 'a.db', 'fetch'], cwd=cls.home, env=base.environment(cls.home), capture_output=True, stdin=subprocess.DEVNULL)
        stray = {'feed': 'https://elsewhere.example/feed', 'id': '1', 'title': 'An article without a subscription',
                 'published': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now - 86400)), 'html': '<p>%s</p>' % ' '.join(SENTENCES)}
        pathlib.Path(cls.home, 'stray.jsonl').write_text(json.dumps(stray) + '\n')
        cls.run_program('ingest', 'stray.jsonl')
        cls.run_program('save', 'Herons and owls', 'heron OR owl', '--notify', 'webhook:' + site + '/hook')
        cls.run_program('save', '检索', '检索 OR 索引')
        cls.run_program('rule', 'add', 'title:timetable', '--mark', 'read')
        cls.run_program('mark', 'starred', 'title:Owls', '--yes')
        cls.run_program('mark', 'read', 'feed:"Night trains"', '--yes')
        cls.run_program('mark', 'read', 'title:craft', '--yes')
        article, = cls.numbers('title:"Herons return" feed:River', 1)
        cls.run_program('tag', '+birds', article)
        cls.run_program('tag', '+later', article)
        cls.places = dict(
            article=article, chinese=cls.numbers('title:"全文检索"', 1)[0], arabic=cls.numbers('title:"مقالة"', 1)[0],
            code=cls.numbers('title:"How the store writes"', 1)[0], stray=cls.numbers('title:"without a subscription"', 1)[0],
            site=urllib.parse.quote(site, safe=''), folder=urllib.parse.quote('自然'))

    @classmethod
    def numbers(cls, query, count):
        return cls.run_program('list', query, '--format', '%i').split()[:count]

    @classmethod
    def prepare_pages(cls, page):
        def number(name):
            return re.search(r'/feed/(\d+)', page.locator('#feeds a:has-text("%s")' % name).first.get_attribute('href') and
                             page.locator('#feeds a:has-text("%s")' % name).first.evaluate('link => link.href')).group(1)
        cls.places.update(feed=number('River notes'), trains=number('Night trains'))
        page.goto(cls.base + '/import')
        text = ('<opml version="2.0"><body><outline text="自然"><outline text="River notes" xmlUrl="%s/river.xml"/></outline>'
                '<outline text="Refused" xmlUrl="ftp://refused.example/"/></body></opml>' % base.site()[1])
        page.set_input_files('input[type=file]', {'name': 'list.opml', 'mimeType': 'text/xml', 'buffer': text.encode()})
        page.wait_for_url('**/jobs/*')
        page.locator('tbody tr').first.wait_for()
        cls.places['job'] = page.url.removeprefix(cls.base + '/')

    def go(self, page, view):
        """Shows a view. The page is one of `page(signs_in=False)`."""
        page.context.clear_cookies()
        if view.signs_in:
            page.context.add_cookies(self.cookies)
        # An address that differs in its fragment alone would load nothing.
        page.goto('about:blank')
        page.goto(self.base + view.address.format(**self.places))
        page.wait_for_load_state()
        view.open(page)
        page.wait_for_load_state()

    @staticmethod
    def colour(page, theme):
        """Shows the page that is loaded in the colours of a theme."""
        page.emulate_media(color_scheme='dark' if theme == 'dark' else 'light')
        page.evaluate("""(theme) => {
            if (theme === 'sepia') { document.documentElement.dataset.theme = theme; } else { delete document.documentElement.dataset.theme; }
        }""", theme)


class EmptyViewTests(ViewTests):
    """An account without a subscription."""
    VIEWS = EMPTY

    @classmethod
    def prepare(cls):
        cls.home_without_library()
        cls.run_program('account', 'add', 'anna')

    @classmethod
    def home_without_library(cls):
        shutil.rmtree(cls.home)
        os.mkdir(cls.home)

    @classmethod
    def prepare_pages(cls, page):
        pass


class NewViewTests(EmptyViewTests):
    """A service without an account."""
    VIEWS = NEW

    @classmethod
    def prepare(cls):
        cls.home_without_library()

    def sign_in(self, page):
        page.fill('input[name=key]', pathlib.Path(self.home, 'a.db.key').read_text().strip())
        page.click('button[type=submit]')
        page.locator('form[action$=first-account]').wait_for()
