"""What every test of the web reader uses: a service on a library of sample feeds, and the headless shell of Debian's Chromium.

Each process of a run makes the library once; each class of tests has a copy of it, and a service of its own. Requests that
leave for another origin than the service, and errors of scripts, fail a test.
"""
import base64, contextlib, functools, html, http.server, json, os, pathlib, shutil, subprocess, tempfile, threading, time, unittest
from playwright.sync_api import sync_playwright, expect
from axe_playwright_python.sync_playwright import Axe

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get('FEEDSEARCH_PROGRAM', ROOT / '.build/release/feedsearch'))
SHOTS = pathlib.Path(os.environ['SCREENSHOTS']).resolve() if os.environ.get('SCREENSHOTS') else None
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
    """RSS of (title, text) pairs, each an hour older than the one before."""
    rows = ''.join(
        '<item><guid isPermaLink="false">%s %d</guid><title>%s</title><description>%s</description><pubDate>%s</pubDate></item>'
        % (title, n, html.escape(name), html.escape(text), time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(newest - n * 3600)))
        for n, (name, text) in enumerate(items))
    return '<rss version="2.0"><channel><title>%s</title>%s</channel></rss>' % (title, rows)


class Site(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@functools.cache
def site():
    """Serves the sample feeds on loopback: its folder and its address."""
    folder = tempfile.mkdtemp()
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Site, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = 'http://127.0.0.1:%d' % server.server_port
    hostile = list(HOSTILE)
    for file in sorted((ROOT.parent / 'shared' / 'hostile').glob('**/*.html'))[:200]:
        hostile.append(file.read_text(errors='replace')[:100_000])
    feeds = {
        'news.xml': feed('News', [('News %d' % n, '<p>A paragraph about herons, number %d. %s</p>' % (n, 'word ' * 400)) for n in range(120)], 1.79e9),
        'zh.xml': feed('索引笔记', [('全文检索第 %d 篇' % n, '<p>关于全文检索的文章。</p><pre>a\n  b</pre>') for n in range(5)]),
        # Pictures of another address than the feed's are asked for without what was typed: this one is of the site itself.
        'pictures.xml': feed('Pictures', [('A cat', '<p>See <img src="%s/cat.png" alt="cat" width="40" height="30"></p>' % address)]),
        'hostile.xml': feed('Hostile', [('Hostile %d <b>x</b>' % n, text) for n, text in enumerate(hostile)]),
    }
    for name, text in feeds.items():
        pathlib.Path(folder, name).write_text(text)
    pathlib.Path(folder, 'cat.png').write_bytes(PICTURE)
    cleanups.append(server.server_close)
    cleanups.append(server.shutdown)
    cleanups.append(lambda: shutil.rmtree(folder))
    return folder, address


@functools.cache
def library():
    """A folder with the library of the sample feeds and an account."""
    home = tempfile.mkdtemp()
    cleanups.append(lambda: shutil.rmtree(home))
    for name, folder in [('news.xml', 'News'), ('zh.xml', '技术/中文'), ('hostile.xml', ''), ('pictures.xml', '')]:
        run(home, 'add', site()[1] + '/' + name, *(['--folder', folder] if folder else []))
    run(home, 'account', 'add', 'anna')
    return home


def environment(home):
    allowed = site()[1].removeprefix('http://')
    return dict(os.environ, HOME=home, FEEDSEARCH_PASSWORD='a long password', LANG='C.UTF-8', FEEDSEARCH_ALLOW=allowed)


def run(home, *words):
    return subprocess.run([PROGRAM, '--db', 'a.db', *words], cwd=home, env=environment(home), check=True,
                          capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


# The same engine as Chromium without its windows: the tests need two fifths less processor time. It shows no notifications.
SHELL, CHROMIUM = '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'


@functools.cache
def driver():
    started = sync_playwright().start()
    cleanups.append(started.stop)
    return started


@functools.cache
def browser(program=SHELL):
    launched = driver().chromium.launch(executable_path=program, args=['--no-sandbox'])
    cleanups.append(launched.close)
    return launched


# Undone at the end of a process, the last first.
cleanups = []


def wait_until(page, expression):
    """Asks the page again and again: what waits inside it needs eval, which its policy forbids."""
    ends = time.monotonic() + 30
    while not page.evaluate(expression):
        assert time.monotonic() < ends, 'never: ' + expression
        page.wait_for_timeout(50)


class ReaderTests(unittest.TestCase):
    """A service on a copy of the library, for the tests of a class."""
    # The program of the browser.
    chromium = SHELL
    # Options of `serve` beside those of every test.
    options = ()
    # Whether the tests of the class take minutes: they are started before the others.
    is_long = False
    # The cookies of the session that the pages of a class share: signing in takes two loads and a slow hash.
    session = ()

    @classmethod
    def setUpClass(cls):
        cls.home = os.path.join(tempfile.mkdtemp(), 'home')
        shutil.copytree(library(), cls.home)
        cls.prepare()
        cls.start()

    @classmethod
    def prepare(cls):
        """What a class does with its library before the service starts."""

    @classmethod
    def start(cls, listen='127.0.0.1:0'):
        cls.server = subprocess.Popen(
            [PROGRAM, '--db', 'a.db', 'serve', '--listen', listen, '--no-fetch', '--json', *cls.options], cwd=cls.home,
            env=environment(cls.home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        listening = json.loads(cls.server.stdout.readline())['listening']
        cls.base = listening[0] if isinstance(listening, list) else listening

    @classmethod
    def stop(cls):
        cls.server.kill()
        cls.server.wait()
        cls.server.stdout.close()

    @classmethod
    def tearDownClass(cls):
        cls.stop()
        shutil.rmtree(os.path.dirname(cls.home))

    @classmethod
    def run_program(cls, *words):
        return run(cls.home, *words)

    @contextlib.contextmanager
    def page(self, width=1440, height=900, script=True, scheme='light', language='en-US', signs_in=True, **options):
        context = browser(self.chromium).new_context(
            viewport={'width': width, 'height': height}, java_script_enabled=script, color_scheme=scheme, locale=language,
            **options)
        page = context.new_page()
        problems, strangers = [], []
        page.on('pageerror', lambda error: problems.append(str(error)))
        page.on('request', lambda request: None if request.url.startswith(self.base) else strangers.append(request.url))
        if signs_in:
            context.add_cookies(self.session)
        page.goto(self.base + '/')
        if signs_in and page.locator('main form[action$=login]').count():
            self.sign_in(page)
            type(self).session = [cookie for cookie in context.cookies() if cookie['httpOnly']]
        elif signs_in:
            page.wait_for_selector('#list')
        page.wait_for_load_state()
        yield page
        self.assertEqual(problems, [])
        self.assertEqual(strangers, [])
        context.close()

    def sign_in(self, page, name='anna'):
        page.fill('input[name=name]', name)
        page.fill('input[name=password]', 'a long password')
        page.click('button[type=submit]')
        page.wait_for_selector('#list')
        # Scripts have run then.
        page.wait_for_load_state()

    def check_axe(self, page, view, within=None):
        """axe finds nothing in what the page shows, or in a part of it."""
        found = Axe().run(page, context=within, options={'resultTypes': ['violations'], 'runOnly': ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})
        self.assertEqual(
            [(v['id'], v['nodes'][0]['html'][:200], v['nodes'][0].get('failureSummary')) for v in found.response['violations']],
            [], view)

    def shoot(self, page, name):
        """A picture of the page, where a folder for them is named."""
        if SHOTS:
            SHOTS.mkdir(parents=True, exist_ok=True)
            page.wait_for_timeout(200)
            page.screenshot(path=str(SHOTS / (name + '.png')))
