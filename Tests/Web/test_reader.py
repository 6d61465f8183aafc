#!/usr/bin/env python3
"""test_reader.py PROGRAM [SCREENSHOTS]: the web reader in Debian's Chromium, as a person uses it.

Needs playwright and axe-playwright-python (scripts/test-web.sh makes an environment with them) and /usr/bin/chromium. A
library is made of feeds that a server on loopback serves, the hostile texts of ../shared/hostile among them where they are
there. Requests that leave for another origin than the service, and errors of scripts, fail the test.
"""
import base64, contextlib, functools, html, http.server, os, pathlib, shutil, subprocess, sys, tempfile, threading, time, unittest
from playwright.sync_api import sync_playwright, expect
from axe_playwright_python.sync_playwright import Axe

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ''
SHOTS = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
ROOT = pathlib.Path(__file__).resolve().parents[2]
HOSTILE = [
    '<script>window.hacked=1</script>', '<img src=x onerror="window.hacked=1">', '<svg onload="window.hacked=1">',
    '<a href="javascript:window.hacked=1" id="list">x</a>', '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
    '<form action="/actions/sign-out" method="post"><button class="primary">Sign out</button></form>',
    '<style>#feeds{display:none}</style><div style="position:fixed;inset:0;background:red" id="toast">x</div>',
    '<link rel="stylesheet" href="http://tracker.example/x.css"><img src="http://tracker.example/p.gif">',
    '<meta http-equiv="refresh" content="0;url=http://tracker.example/">', '<base href="http://tracker.example/">',
    '<math><mtext><table><mglyph><style><img src=x onerror=window.hacked=1>', '<p accesskey=s tabindex=1 autofocus>x</p>',
]


PICTURE = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==')


def feed(title, items, newest=1.6e9):
    rows = ''.join(
        '<item><guid isPermaLink="false">%s %d</guid><title>%s</title><description>%s</description><pubDate>%s</pubDate></item>'
        % (title, n, html.escape(name), html.escape(text), time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(newest - n * 3600)))
        for n, (name, text) in enumerate(items))
    return '<rss version="2.0"><channel><title>%s</title>%s</channel></rss>' % (title, rows)


class Site(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class ReaderTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.mkdtemp()
        site = os.path.join(cls.home, 'site')
        os.mkdir(site)
        hostile = list(HOSTILE)
        for file in sorted((ROOT.parent / 'shared' / 'hostile').glob('**/*.html'))[:200]:
            hostile.append(file.read_text(errors='replace')[:100_000])
        feeds = {
            'news.xml': feed('News', [('News %d' % n, '<p>A paragraph about herons, number %d. %s</p>' % (n, 'word ' * 400)) for n in range(120)], 1.79e9),
            'zh.xml': feed('索引笔记', [('全文检索第 %d 篇' % n, '<p>关于全文检索的文章。</p><pre>a\n  b</pre>') for n in range(5)]),
            'pictures.xml': feed('Pictures', [('A cat', '<p>See <img src="/cat.png" alt="cat" width="40" height="30"></p>')]),
            'hostile.xml': feed('Hostile', [('Hostile %d <b>x</b>' % n, text) for n, text in enumerate(hostile)]),
        }
        for name, text in feeds.items():
            pathlib.Path(site, name).write_text(text)
        pathlib.Path(site, 'cat.png').write_bytes(PICTURE)
        cls.site = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Site, directory=site))
        threading.Thread(target=cls.site.serve_forever, daemon=True).start()
        cls.env = dict(os.environ, HOME=cls.home, FEEDSEARCH_PASSWORD='a long password', LANG='C.UTF-8')
        for name, folder in [('news.xml', 'News'), ('zh.xml', '技术/中文'), ('hostile.xml', ''), ('pictures.xml', '')]:
            if name == 'pictures.xml':
                # Pictures of another address than the feed's are asked for without what was typed: this one is of the site itself.
                text = pathlib.Path(site, name).read_text().replace('/cat.png', 'http://127.0.0.1:%d/cat.png' % cls.site.server_port)
                pathlib.Path(site, name).write_text(text)
            words = ['add', 'http://127.0.0.1:%d/%s' % (cls.site.server_port, name)] + (['--folder', folder] if folder else [])
            cls.run_program(*words)
        cls.run_program('account', 'add', 'anna')
        cls.server = subprocess.Popen(
            [PROGRAM, '--db', 'a.db', 'serve', '--listen', '127.0.0.1:0', '--no-fetch', '--json'], cwd=cls.home,
            env=dict(cls.env, FEEDSEARCH_ALLOW='127.0.0.1:%d' % cls.site.server_port),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        import json
        listening = json.loads(cls.server.stdout.readline())['listening']
        cls.base = listening[0] if isinstance(listening, list) else listening
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path='/usr/bin/chromium', args=['--no-sandbox'])

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.server.kill()
        cls.server.wait()
        cls.server.stdout.close()
        cls.site.shutdown()
        cls.site.server_close()
        shutil.rmtree(cls.home)

    @classmethod
    def run_program(cls, *words):
        return subprocess.run([PROGRAM, '--db', 'a.db', *words], cwd=cls.home, env=cls.env, check=True,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout

    @contextlib.contextmanager
    def page(self, width=1440, height=900, script=True, scheme='light', language='en-US', signs_in=True):
        context = self.browser.new_context(
            viewport={'width': width, 'height': height}, java_script_enabled=script, color_scheme=scheme, locale=language)
        page = context.new_page()
        problems, strangers = [], []
        page.on('pageerror', lambda error: problems.append(str(error)))
        page.on('request', lambda request: None if request.url.startswith(self.base) else strangers.append(request.url))
        page.goto(self.base + '/')
        if signs_in:
            page.fill('input[name=name]', 'anna')
            page.fill('input[name=password]', 'a long password')
            page.click('button[type=submit]')
            page.wait_for_selector('#list')
        yield page
        self.assertEqual(problems, [])
        self.assertEqual(strangers, [])
        context.close()

    def shoot(self, page, name):
        if SHOTS:
            SHOTS.mkdir(parents=True, exist_ok=True)
            page.wait_for_timeout(200)
            page.screenshot(path=str(SHOTS / (name + '.png')))

    def test_keys(self):
        """Keys move, open, mark, star and search; back goes back."""
        with self.page() as page:
            self.shoot(page, 'unread')
            page.keyboard.press('j')
            page.keyboard.press('j')
            page.keyboard.press('o')
            expect(page.locator('#article h1')).to_have_text('News 1')
            row = page.locator('.rows > li').nth(1)
            expect(row).to_contain_class('read')
            expect(row.locator('button').nth(1)).to_have_text('Mark unread')
            self.shoot(page, 'article')
            page.keyboard.press('m')
            expect(row).to_contain_class('unread')
            page.keyboard.press('s')
            expect(row).to_have_attribute('data-starred', '1')
            page.wait_for_timeout(300)
            self.assertIn('News 1', self.run_program('list', 'is:starred is:unread', '--format', '%t'))
            page.keyboard.press('K')
            expect(page.locator('#article h1')).to_have_text('News 0')
            page.keyboard.press('/')
            page.keyboard.type('全文检索')
            expect(page.locator('.rows mark').first).to_have_text('全文检索')
            self.assertIn('q=%E5%85%A8', page.url)
            self.shoot(page, 'search')
            page.keyboard.press('Escape')
            page.keyboard.press('?')
            expect(page.locator('dialog[open] dt').first).to_have_text('j k n p')
            self.shoot(page, 'keys')
            page.keyboard.press('Escape')
            page.keyboard.press('g')
            page.keyboard.press('s')
            expect(page.locator('#list h1')).to_have_text('Starred')
            expect(page.locator('.rows > li')).to_have_count(1)
            page.go_back()
            expect(page.locator('#search input[type=search]')).to_have_value('全文检索')

    def test_without_script(self):
        """Signing in, reading, marking, starring, searching, saving, subscribing and undoing need no script."""
        for width, language, star in [(1440, 'en-US', 'Star'), (390, 'zh-CN', '加星标')]:
            with self.page(width=width, height=800, script=False, language=language) as page:
                page.goto(self.base + '/search?q=全文检索第')
                page.click('.rows h2 a >> nth=0')
                expect(page.locator('#article .text')).to_contain_text('关于全文检索的文章')
                page.click('#article button:has-text("%s")' % star)
                expect(page.locator('#article button[value=unstarred]')).to_have_count(1)
                page.click('#article button[value=unstarred]')
                expect(page.locator('#article button[value=starred]')).to_have_count(1)
                page.goto(self.base + '/search?q=heron')
                page.fill('#list header input[name=name]', 'birds ' + language)
                page.click('#list header button')
                expect(page.locator('#feeds').get_by_text('birds ' + language)).to_have_count(1)
                page.goto(self.base + '/saved/birds%20' + language)
                expect(page.locator('.rows > li')).to_have_count(50)
                page.click('.more a')
                expect(page.locator('.rows > li')).to_have_count(50)

    def test_all_read(self):
        """All of a folder is marked as read, and undone."""
        with self.page(script=False) as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.click('#list header button')
            expect(page.locator('.rows > li.unread')).to_have_count(0)
            self.assertEqual(self.run_program('search', '--count', 'folder:技术 is:read').strip(), '5')
            self.run_program('undo')
            page.reload()
            expect(page.locator('.rows > li.unread')).to_have_count(5)

    def test_all_read_undone(self):
        """What was marked at once is offered to be taken back, where one stands."""
        with self.page() as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.click('#list header button')
            expect(page.locator('#toast')).to_contain_text('All marked as read')
            expect(page.locator('.rows > li.unread')).to_have_count(0)
            page.click('#toast button')
            expect(page.locator('.rows > li.unread')).to_have_count(5)

    def test_matches(self):
        """What was searched for is marked in the opened article, and keys jump between the places."""
        with self.page() as page:
            page.goto(self.base + '/search?q=全文检索')
            page.click('.rows h2 a >> nth=0')
            expect(page.locator('#article article')).to_have_count(1)
            page.wait_for_function("CSS.highlights.get('found')?.size > 0")
            page.keyboard.press('.')
            expect(page.locator('#toast')).to_contain_text('1 / ')

    def test_completions(self):
        """What is typed is completed by words of the archive."""
        with self.page() as page:
            page.keyboard.press('/')
            page.keyboard.type('hero')
            option = page.locator('#completions option').first
            expect(option).to_have_attribute('value', 'herons')

    def test_facets(self):
        """Months are bars that narrow a search, and so do feeds, with and without a script."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto(self.base + '/search?q=News OR 全文检索')
                page.click('text=By month, feed, folder and language')
                self.shoot(page, 'facets')
                expect(page.locator('.timeline a')).to_have_count(2)
                page.locator('.timeline a').first.click(position={'x': 3, 'y': 3})
                expect(page.locator('#search input[type=search]')).to_have_value('(News OR 全文检索) date:2020-09')
                expect(page.locator('.rows > li')).to_have_count(5)
                page.goto(self.base + '/search?q=News OR 全文检索&facets=1')
                page.click('.facets >> text=索引笔记')
                expect(page.locator('.rows > li')).to_have_count(5)

    def test_tablet(self):
        """Where the subscriptions have no room, a link opens and closes them, with and without a script."""
        for script, width in [(True, 900), (False, 900), (False, 390), (True, 390)]:
            with self.page(width=width, height=800, script=script) as page:
                expect(page.locator('#feeds')).to_be_hidden()
                page.click('#list .menu')
                expect(page.locator('#feeds')).to_be_visible()
                self.shoot(page, 'menu-%d' % width)
                page.click('#feeds .menu')
                expect(page.locator('#feeds')).to_be_hidden()
                page.click('#list .menu')
                page.click('#feeds >> text=Starred')
                expect(page.locator('#list h1')).to_have_text('Starred')

    def test_scrolling(self):
        """A list goes on where one scrolls to its end."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            expect(page.locator('.rows > li')).to_have_count(50)
            page.evaluate("document.querySelector('#list').scrollTo(0, 1e6)")
            expect(page.locator('.rows > li')).to_have_count(100)
            page.evaluate("document.querySelector('#list').scrollTo(0, 1e6)")
            expect(page.locator('.rows > li')).to_have_count(120)

    def test_counts(self):
        """Counts follow what another program does."""
        with self.page() as page:
            page.goto(self.base + '/all')
            row = page.locator('#feeds a[data-feed="1"] .count')
            before = int(row.inner_text())
            self.run_program('mark', 'read', 'title:"News 77"')
            expect(row).to_have_text(str(before - 1), timeout=10_000)
            self.run_program('undo')

    def test_hostile(self):
        """No text of a feed runs, leaves the page, looks like a control or asks another host."""
        numbers = self.run_program('list', 'feed:Hostile', '--format', '%i').split()
        self.assertGreaterEqual(len(numbers), len(HOSTILE))
        for script in (True, False):
            with self.page(script=script) as page:
                for number in numbers if script else numbers[:20]:
                    page.goto('%s/article/%s' % (self.base, number))
                    expect(page.locator('#article article')).to_have_count(1)
                    self.assertTrue(page.url.startswith(self.base))
                    if script:
                        self.assertIsNone(page.evaluate('window.hacked ?? null'))
                    text = page.locator('#article .text')
                    self.assertEqual(text.locator('form, button, input, script, style, iframe, svg, [style], [class]:not(.medium)').count(), 0)
                    self.assertTrue(page.locator('#feeds').count() == 1 and page.locator('#list').count() == 1)

    def test_pictures(self):
        """A picture comes through the service, in a place that is kept free, and without a script of its own."""
        number = self.run_program('list', 'feed:Pictures', '--format', '%i').strip()
        with self.page() as page:
            page.goto('%s/article/%s' % (self.base, number))
            picture = page.locator('#article .text img')
            expect(picture).to_have_attribute('alt', 'cat')
            expect(picture).to_have_js_property('naturalWidth', 1)
            address = page.url.rsplit('/', 2)[0] + '/' + picture.get_attribute('src').replace('../', '')
            answer = page.request.get(address)
            self.assertEqual(answer.headers['content-type'], 'image/png')
            self.assertIn('sandbox', answer.headers['content-security-policy'])
            self.assertEqual(page.request.get(address.replace('cat.png', 'dog.png')).status, 404)

    def test_policy(self):
        """A form without the token of its page changes nothing; the pages forbid frames, inline scripts and other hosts."""
        with self.page() as page:
            answer = page.request.post(self.base + '/actions/mark', form={'article': '1', 'set': 'starred'})
            self.assertEqual(answer.status, 403)
            policy = page.request.get(self.base + '/').headers['content-security-policy']
            for part in ("default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", 'require-trusted-types-for'):
                self.assertIn(part, policy)
            self.assertNotIn('unsafe', policy)

    def test_accessible(self):
        """axe finds nothing in any view, theme and width."""
        axe = Axe()
        for scheme, width in [('light', 1440), ('dark', 1440), ('light', 390), ('dark', 900)]:
            with self.page(scheme=scheme, width=width) as page:
                for place in ['/', '/all', '/starred', '/feed/2', '/search?q=heron', '/search?q=title:(', '/search?q=News OR 全文检索&facets=1', '/keys', '/?article=1']:
                    page.goto(self.base + place)
                    found = axe.run(page, options={'runOnly': ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
                    self.assertEqual(
                        [(v['id'], v['nodes'][0]['html'][:200], v['nodes'][0].get('failureSummary')) for v in found.response['violations']], [],
                        '%s %s %d' % (place, scheme, width))

    def test_look(self):
        """The theme and the size of texts are kept."""
        with self.page() as page:
            page.click('.settings summary')
            page.select_option('select[name=theme]', 'sepia')
            page.select_option('select[name=size]', '22')
            page.click('.settings form >> nth=0 >> button')
            expect(page.locator('html')).to_have_attribute('data-theme', 'sepia')
            page.goto(self.base + '/?article=1')
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.text')).fontSize"), '22px')
            self.shoot(page, 'sepia')

    def test_phone(self):
        """On a phone one pane is shown at a time, and back leads to the list."""
        with self.page(width=390, height=800, scheme='dark', language='zh-CN') as page:
            self.shoot(page, 'phone')
            page.click('.rows h2 a >> nth=2')
            expect(page.locator('#article article')).to_be_visible()
            expect(page.locator('#list')).to_be_hidden()
            self.shoot(page, 'phone-article')
            page.click('.back')
            expect(page.locator('#list')).to_be_visible()
            self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), 390)

    def test_sign_out(self):
        """Signing out ends the session; a page that was asked for is shown after signing in."""
        with self.page(script=False) as page:
            page.goto(self.base + '/starred')
            page.click('.settings summary')
            page.click('.settings form[action$=sign-out] button')
            expect(page.locator('input[name=password]')).to_have_count(1)
            page.fill('input[name=name]', 'anna')
            page.fill('input[name=password]', 'a long password')
            page.click('button[type=submit]')
            expect(page.locator('#list h1')).to_have_text('Starred')


if __name__ == '__main__':
    unittest.main(argv=[sys.argv[0]], verbosity=1)
