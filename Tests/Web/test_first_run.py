"""The first minutes: an account by the one-time key, something to read, empty lists, and what goes wrong."""
import contextlib, json, os, pathlib, re, shutil, subprocess, tempfile, time
from base import PROGRAM, ReaderTests, browser, environment, expect


class FirstRunTests(ReaderTests):
    SIGHTS = [dict(script=True, language='en-US'), dict(script=False, language='zh-CN', width=390, height=800)]

    @classmethod
    def setUpClass(cls):
        """Each test has a library of its own, without an account."""

    @classmethod
    def tearDownClass(cls):
        pass

    @contextlib.contextmanager
    def fresh(self):
        cls = type(self)
        cls.home = os.path.join(tempfile.mkdtemp(), 'home')
        os.mkdir(cls.home)
        cls.start()
        try:
            yield pathlib.Path(cls.home, 'a.db.key').read_text().strip()
        finally:
            cls.stop()
            shutil.rmtree(os.path.dirname(cls.home))

    def test_first_account(self):
        """The key that `serve` gives opens one session, which makes the first account; then name and password sign in."""
        for sight in self.SIGHTS:
            with self.fresh() as key, self.page(signs_in=False, **sight) as page:
                self.assertRegex(key, r'^([a-z]{4}-){6}[a-z]{4}$')
                self.check_card(page)
                expect(page.locator('main p').first).to_contain_text('feedsearch serve')
                self.shoot(page, 'first-key-' + sight['language'])
                self.check_axe(page, 'key') if sight['script'] else None
                page.fill('input[name=key]', 'abcd-efgh')
                page.click('button[type=submit]')
                expect(page.locator('[role=alert]')).to_have_count(1)
                page.fill('input[name=key]', key)
                page.click('button[type=submit]')
                form = page.locator('form[action$=first-account]')
                self.check_card(page)
                expect(page.locator('.steps [aria-current]')).to_contain_text('1')
                self.shoot(page, 'first-account-' + sight['language'])
                self.check_axe(page, 'first account') if sight['script'] else None
                form.locator('input[name=name]').fill('anna')
                form.locator('input[name=new]').fill('a long password')
                form.locator('input[name=again]').fill('another password')
                form.locator('button[type=submit]').click()
                expect(page.locator('main [role=alert]')).to_have_count(1)
                page.go_back()
                for name, value in [('name', 'anna'), ('new', 'a long password'), ('again', 'a long password')]:
                    form.locator('input[name=%s]' % name).fill(value)
                form.locator('button[type=submit]').click()
                expect(page.locator('.first-run')).to_have_count(1)
                expect(page.locator('.steps [aria-current]')).to_contain_text('2')
                expect(page.locator('.steps .done')).to_have_count(1)
                self.assertEqual(page.url, self.base + '/')
                self.shoot(page, 'first-run-' + sight['language'])
                self.check_axe(page, 'first run') if sight['script'] else None
                # The key is used up, and no longer asked for.
                stranger = browser().new_context(locale='en-US').new_page()
                stranger.goto(self.base + '/')
                expect(stranger.locator('input[name=key]')).to_have_count(0)
                answer = stranger.request.post(self.base + '/login', form={'key': key, 'next': ''}, headers={'Origin': self.base})
                self.assertEqual(answer.status, 401)
                self.sign_in(stranger)
                expect(stranger.locator('.first-run')).to_have_count(1)
                stranger.context.close()

    def check_card(self, page):
        """The page is one card in the middle of the window."""
        box, size = page.locator('.sheet-card').bounding_box(), page.viewport_size
        self.assertAlmostEqual(box['x'] + box['width'] / 2, size['width'] / 2, delta=2)
        self.assertAlmostEqual(box['y'] + box['height'] / 2, size['height'] / 2, delta=max(2, (box['height'] - size['height']) / 2 + 2))
        self.assertLessEqual(box['x'] + box['width'], size['width'])

    def test_sign_in(self):
        """Signing in is a card in the middle of the window, on every width and in every scheme."""
        with self.fresh() as key:
            self.run_program('account', 'add', 'anna')
            for width, scheme in [(1440, 'light'), (820, 'dark'), (390, 'light')]:
                with self.page(width=width, height=800, scheme=scheme, signs_in=False) as page:
                    self.check_card(page)
                    self.check_axe(page, 'sign in %d' % width)
                    self.assertEqual([text.strip() for text in page.locator('form label').all_inner_texts()], ['Name', 'Password'])
                    self.shoot(page, 'sign-in-%d' % width)
                    page.fill('input[name=name]', 'anna')
                    page.fill('input[name=password]', 'wrong')
                    page.click('button[type=submit]')
                    expect(page.locator('[role=alert]')).to_have_count(1)
                    self.check_card(page)

    def test_import_here(self):
        """A file is imported from the first page; then the page says that articles are on their way, until they are there."""
        for sight in self.SIGHTS:
            with self.fresh() as key:
                self.run_program('account', 'add', 'anna')
                list_of_feeds = os.path.join(self.home, 'list.opml')
                pathlib.Path(list_of_feeds).write_text(
                    '<opml version="2.0"><body><outline type="rss" text="Later" xmlUrl="http://feeds.example/later"/></body></opml>')
                with self.page(**sight) as page:
                    page.set_input_files('.first-run input[type=file]', list_of_feeds)
                    if not sight['script']:
                        page.click('.first-run form[action$=import] button')
                    page.wait_for_url('**/jobs/*')
                    # The page of a job loads itself again when the job ends, which would end another navigation.
                    expect(page.locator('#job')).to_be_visible()
                    expect(page.locator('#job[data-job]')).to_have_count(0, timeout=10_000)
                    page.goto(self.base + '/')
                    expect(page.locator('.first-run .steps [aria-current]')).to_contain_text('3')
                    expect(page.locator('.first-run .steps .done')).to_have_count(2)
                    self.shoot(page, 'first-fetch-' + sight['language'])
                    self.check_axe(page, 'first fetch') if sight['script'] else None
                    article = pathlib.Path(self.home, 'later.jsonl')
                    article.write_text('{"feed": "http://feeds.example/later", "id": "1", "title": "Arrived", "text": "Here."}\n')
                    self.run_program('ingest', str(article))
                    if not sight['script']:
                        page.reload()
                    expect(page.locator('.rows > li')).to_have_count(1, timeout=10_000)
                    expect(page.locator('.first-run')).to_have_count(0)

    def test_idle(self):
        """Without an article its pane has what is new today, and the first keys."""
        with self.fresh() as key:
            self.run_program('account', 'add', 'anna')
            now, path = int(time.time()), pathlib.Path(self.home, 'new.jsonl')
            path.write_text(''.join(json.dumps({
                'feed': 'https://new.example/feed', 'id': str(n), 'title': 'Item %d' % n, 'text': 'Text.',
                'published': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now - age))}) + '\n' for n, age in enumerate([3600, 7200, 200_000])))
            self.run_program('ingest', str(path))
            for sight in [dict(), dict(scheme='dark', language='zh-CN'), dict(script=False)]:
                with self.page(**sight) as page:
                    page.goto(self.base + '/starred')
                    links = page.locator('#article .idle li a')
                    expect(links).to_have_count(2)
                    expect(links.first).to_contain_text('Item 0')
                    if sight.get('script', True):
                        expect(page.locator('.idle kbd').first).to_be_visible()
                        self.check_axe(page, 'idle')
                    else:
                        expect(page.locator('.idle kbd').first).to_be_hidden()
                    self.shoot(page, 'idle-' + sight.get('language', str(sight.get('script', 'en'))))
                    links.first.click()
                    expect(page.locator('#article article')).to_contain_text('Item 0')
                    expect(page.locator('.idle')).to_have_count(0)

    def test_safe(self):
        """Without the key nobody makes an account; who has one makes no further one by a form; no other address is listened on."""
        with self.fresh() as key:
            open_to_all = subprocess.run(
                [PROGRAM, '--db', 'a.db', 'serve', '--no-fetch', '--listen', '0.0.0.0:0'], cwd=self.home, env=environment(self.home),
                capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
            self.assertEqual(open_to_all.returncode, 2)
            self.assertIn('account add', open_to_all.stderr)
            page = browser().new_context().new_page()
            fields = {'name': 'eve', 'new': 'x' * 10, 'again': 'x' * 10}
            self.assertEqual(page.request.post(self.base + '/actions/first-account', form=fields).status, 401)
            self.assertEqual(self.accounts(), '')
            page.goto(self.base + '/')
            page.fill('input[name=key]', key)
            page.click('button[type=submit]')
            # A form of another page, without its token.
            self.assertEqual(page.request.post(self.base + '/actions/first-account', form=fields).status, 403)
            token = page.locator('form[action$=first-account] input[name=csrf]').get_attribute('value')
            # Somebody was quicker at the command line: the session of the key has ended.
            self.run_program('account', 'add', 'anna')
            self.assertEqual(page.request.post(self.base + '/actions/first-account', form=dict(fields, csrf=token)).status, 401)
            page.goto(self.base + '/')
            self.sign_in(page)
            token = page.locator('meta[name=csrf]').get_attribute('content')
            self.assertEqual(page.request.post(self.base + '/actions/first-account', form=dict(fields, csrf=token)).status, 422)
            self.assertNotIn('eve', self.accounts())
            page.context.close()

    def accounts(self):
        return self.run_program('account', 'list', '--json')

    def test_empty_lists(self):
        """Each empty list says what to do, with a link that leads on."""
        for sight in self.SIGHTS:
            with self.fresh() as key:
                self.run_program('account', 'add', 'anna')
                with self.page(**sight) as page:
                    for place in ['/', '/all', '/today', '/starred']:
                        page.goto(self.base + place)
                        box = page.locator('.first-run')
                        expect(box.locator('input[name=url]')).to_be_visible()
                        expect(box.locator('form[action$=import] input[type=file]')).to_be_visible()
                        expect(box.locator('form[action$=sample] button')).to_be_visible()
                    page.click('.first-run form[action$=sample] button')
                    expect(page.locator('.rows > li')).to_have_count(5)
                    self.run_program('save', 'Nothing', 'nosuchword')
                    for place in ['/starred', '/recent', '/saved/Nothing']:
                        page.goto(self.base + place)
                        self.assertGreater(len(page.locator('#list .empty').inner_text()), 15 if sight['language'] == 'en-US' else 8)
                        address = page.locator('#list .empty a').evaluate('link => link.href')
                        self.assertEqual(page.request.get(address).status, 200, place)
                        self.check_axe(page, place) if sight['script'] else None
                    page.goto(self.base + '/search?q=nosuchword')
                    expect(page.locator('#list')).to_contain_text('inter*')
                    page.goto(self.base + '/search')
                    self.shoot(page, 'empty-search-' + sight['language'])
                    for place in ['/failing', '/rules', '/actions', '/folders', '/statistics']:
                        page.goto(self.base + place)
                        self.assertGreater(len(page.locator('#content').inner_text()), 20, place)
                        self.check_axe(page, 'empty ' + place) if sight['script'] else None

    def test_problems(self):
        """A page of a problem says what to do beside the subscriptions, in the language of the browser, and leads back."""
        for sight in self.SIGHTS:
            with self.fresh() as key:
                self.run_program('account', 'add', 'anna')
                with self.page(**sight) as page:
                    for place, status in [('/feed/99', 404), ('/nowhere', 404), ('/all?article=77', 404), ('/all?nonsense=1', 400), ('/all?after=x', 400)]:
                        answer = page.goto(self.base + place)
                        self.assertEqual(answer.status, status, place)
                        texts = page.locator('.failure p').all_inner_texts()
                        self.assertGreaterEqual(len(texts), 3, place)
                        self.assertEqual(bool(re.search('[\u4e00-\u9fff]', texts[1])), sight['language'] == 'zh-CN', texts)
                        self.assertEqual(page.request.get(page.locator('.failure a').first.evaluate('link => link.href')).status, 200)
                        self.check_axe(page, place) if sight['script'] else None
                        starred = page.locator('#feeds a[href$=starred]')
                        self.assertEqual(page.request.get(starred.evaluate('link => link.href')).status, 200, place)
                        if sight['script']:
                            expect(starred).to_be_visible()
                            for key in 'jmso':
                                page.keyboard.press(key)
                            page.keyboard.press('?')
                            expect(page.locator('dialog#help')).to_be_visible()
                    self.shoot(page, 'problem-' + sight['language'])
                    page.goto(self.base + '/no/where/at/all')
                    page.click('#list .menu') if not sight['script'] else None
                    page.click('#feeds a[href$=starred]')
                    self.assertEqual(page.url, self.base + '/starred')
                # Without a session nothing of the library is shown.
                with self.page(signs_in=False, **sight) as page:
                    self.assertEqual(page.goto(self.base + '/nowhere').status, 404)
                    expect(page.locator('#feeds')).to_have_count(0)
                    expect(page.locator('[role=alert]')).to_have_count(1)
