"""Managing: adding, importing, settings, folders, saved searches, rules, undoing, the account."""
import http.server, json, pathlib, re, shutil, subprocess, tempfile, threading
from base import ReaderTests, browser, expect, feed, site


class ManageTests(ReaderTests):
    PAGES = [
        '/subscribe', '/import', '/folders', '/failing', '/saved', '/rules', '/actions', '/statistics', '/account', '/appearance',
        '/recipe', '/feed/1/settings', '/saved/Herons/settings', '/rules?try=1&query=title:News&mark=tag&tag=seen',
    ]

    @classmethod
    def prepare(cls):
        folder, address = site()
        pathlib.Path(folder, 'home.html').write_text(
            '<html><head><title>Birds</title><link rel="alternate" type="application/rss+xml" title="Birds" href="/birds.xml">'
            '<link rel="alternate" type="application/rss+xml" title="Nests" href="/nests.xml"></head><body></body></html>')
        pathlib.Path(folder, 'birds.xml').write_text(feed('Birds', [('Bird %d' % n, 'A bird.') for n in range(7)]))
        pathlib.Path(folder, 'nests.xml').write_text(feed('Nests', [('Nest %d' % n, 'A nest.') for n in range(3)]))
        pathlib.Path(folder, 'topics.html').write_text(
            '<html><head><title>Topics</title></head><body>%s</body></html>' % ''.join(
                '<div class="cell"><a class="name" href="/t/%d">Topic %d</a><time datetime="2026-01-0%d">x</time></div>' % (n, n, n)
                for n in range(1, 6)))
        pathlib.Path(folder, 'story.html').write_text(
            '<html><head><title>A story</title></head><body><article><h1>A story</h1>%s</article></body></html>'
            % ''.join('<p>%s</p>' % ('The heron stands in the water and waits for fish. ' * 8) for _ in range(6)))
        cls.run_program('save', 'Herons', 'heron')

    # Each view of a size that people have, in a language, with and without scripts.
    SIGHTS = [
        dict(width=1440, height=900, script=True, language='en-US'), dict(width=390, height=800, script=False, language='zh-CN'),
        dict(width=1440, height=900, script=False, language='zh-CN'), dict(width=390, height=800, script=True, language='en-US'),
    ]

    def sights(self):
        for sight in self.SIGHTS:
            with self.page(**sight) as page:
                yield sight, page

    def test_subscribe(self):
        """Behind an address one sees the feeds with their newest articles, chooses one, and finds it among the subscriptions."""
        for number, (sight, page) in enumerate(self.sights()):
            page.goto(self.base + '/subscribe?url=' + site()[1] + '/home.html')
            cards = page.locator('section.card')
            expect(cards).to_have_count(2)
            expect(cards.first).to_contain_text('Bird 0')
            if number == 0:
                cards.nth(1).locator('input[name=folder]').fill('Birds')
                cards.nth(1).locator('button').click()
                expect(page.locator('#list h1')).to_have_text('Nests')
                self.assertIn('Birds', self.run_program('feeds', '--json'))
            else:
                expect(cards.nth(1).locator('a')).to_have_count(1)

    def test_from_the_reader(self):
        """The field of the reader leads to the feeds behind an address; what is not reached says what to do."""
        with self.page(script=False) as page:
            page.fill('#feeds .add input', site()[1] + '/missing')
            page.click('#feeds .add button')
            expect(page.locator('[role=alert]')).to_have_count(1)
            expect(page.get_by_role('button', name='Subscribe anyway')).to_be_visible()
            page.goto(self.base + '/subscribe')
            expect(page.locator('.bookmarklet')).to_have_attribute('href', re.compile(r'^javascript:.*/subscribe\?url='))

    def test_recipe(self):
        """Selectors show what they find on a page without a feed before one subscribes by them."""
        for number, (sight, page) in enumerate(self.sights()):
            page.goto(self.base + '/recipe?url=' + site()[1] + '/topics.html')
            page.fill('input[name=item]', 'div.missing')
            page.fill('input[name=title]', 'a.name')
            page.click('form.sheet button')
            expect(page.locator('[role=alert]')).to_have_count(1)
            page.fill('input[name=item]', 'div.cell')
            page.fill('input[name=date]', 'time@datetime')
            page.click('form.sheet button')
            expect(page.locator('tbody tr')).to_have_count(5)
            expect(page.locator('tbody tr').first).to_contain_text('2026-01-01')
            if number == 0:
                self.shoot(page, 'manage-recipe')
                page.click('main > form[method=post] button')
                expect(page.locator('[role=status]')).to_have_count(1)
                page.click('a:has-text("Selectors")')
                expect(page.locator('form.sheet input[name=item]')).to_have_value('div.cell')

    def test_save_page(self):
        """A page is saved as an article."""
        with self.page(script=False) as page:
            page.goto(self.base + '/subscribe')
            page.fill('form[action$=save-page] input[name=url]', site()[1] + '/story.html')
            page.click('form[action$=save-page] button')
            expect(page.locator('#article h1')).to_have_text('A story')

    LIST = ('<opml version="2.0"><body><outline text="Folder"><outline text="New %s" xmlUrl="http://new.example/%s"/></outline>'
            '<outline text="Old" xmlUrl="%s/news.xml"/><outline text="Bad" xmlUrl="ftp://bad.example/"/></body></opml>')

    def test_import(self):
        """A list is imported by the field; the report has each outline, with the reason where it was refused."""
        for number, (sight, page) in enumerate(self.sights()):
            page.goto(self.base + '/import')
            text = self.LIST % (number, number, site()[1])
            page.set_input_files('input[type=file]', {'name': 'list.opml', 'mimeType': 'text/xml', 'buffer': text.encode()})
            if not sight['script']:
                page.click('form.upload button')
            expect(page.locator('tbody tr')).to_have_count(3, timeout=15_000)
            expect(page.locator('tbody tr').first).to_contain_text('ftp://bad.example/')
            expect(page.locator('.danger')).to_have_count(1)
            if number == 0:
                self.shoot(page, 'manage-import')

    def test_drop(self):
        """A file that is dropped onto the window, of the reader too, is imported."""
        for number, place in enumerate(['/', '/statistics']):
            with self.page() as page:
                page.goto(self.base + place)
                text = self.LIST % ('drop', number, site()[1])
                transfer = page.evaluate_handle(
                    "(text) => { const data = new DataTransfer(); data.items.add(new File([text], 'a.opml')); return data; }", text)
                page.dispatch_event('body', 'dragenter', {'dataTransfer': transfer})
                expect(page.locator('#drop')).to_be_visible()
                page.dispatch_event('body', 'drop', {'dataTransfer': transfer})
                expect(page.locator('tbody tr')).to_have_count(3, timeout=15_000)

    def test_export(self):
        """Each form of an export is a file."""
        with self.page(script=False) as page:
            for number in range(6):
                page.goto(self.base + '/import')
                with page.expect_download() as download:
                    page.locator('a[download]').nth(number).click()
                self.assertTrue(download.value.suggested_filename)

    def test_feed_settings(self):
        """Title, folder, interval and retention are kept, and shown again; what is no interval is told beside the way back."""
        for sight, page in self.sights():
            page.goto(self.base + '/feed/2')
            page.click('#list header a[href$="/settings"]')
            page.fill('input[name=title]', 'Notes')
            page.fill('input[name=interval]', '2h')
            page.fill('input[name=keep]', '500,90d')
            page.select_option('select[name=full_text]', 'selector')
            page.fill('input[name=selector]', 'article .content')
            page.click('form.sheet button')
            expect(page.locator('[role=status]')).to_have_count(1)
            expect(page.locator('h1')).to_have_text('Notes')
            expect(page.locator('input[name=keep]')).to_have_value('500,90d')
            expect(page.locator('input[name=selector]')).to_have_value('article .content')
            page.fill('input[name=interval]', 'often')
            page.click('form.sheet button')
            expect(page.locator('[role=alert]')).to_contain_text('often')
            page.click('main a')
            page.fill('input[name=title]', '')
            page.click('form.sheet button')
            expect(page.locator('h1')).to_have_text('索引笔记')

    def test_remove_and_undo(self):
        """A feed is removed with its articles, and both come back."""
        with self.page(script=False) as page:
            page.goto(self.base + '/feed/4/settings')
            page.check('input[name=articles]')
            page.click('button.dangerous')
            expect(page.locator('h1')).to_have_text('Actions')
            page.click('tbody tr >> nth=0 >> button')
            expect(page.locator('[role=status]')).to_contain_text('Undone')
            page.goto(self.base + '/feed/4')
            expect(page.locator('.rows > li')).to_have_count(1)

    def test_folders(self):
        """A folder is made of feeds, renamed and removed."""
        for sight, page in self.sights():
            page.goto(self.base + '/folders')
            page.fill('form.sheet input[name=name]', 'Made')
            page.select_option('select[name=feed]', ['4'])
            page.click('form.sheet button')
            row = page.locator('tr:has-text("Made")')
            row.locator('input[name=name]').fill('Other')
            row.locator('form >> nth=0 >> button').click()
            expect(page.locator('th a:text-is("Other")')).to_have_count(1)
            page.locator('tr:has(th a:text-is("Other")) form >> nth=1 >> button').click()
            expect(page.locator('th a:text-is("Other")')).to_have_count(0)

    def test_saved_search(self):
        """A search is saved in one step, gets a channel, and shows what it would have found."""
        for number, (sight, page) in enumerate(self.sights()):
            name = 'Found %d' % number
            page.goto(self.base + '/saved')
            page.fill('form.sheet input[name=name]', name)
            page.fill('form.sheet input[name=query]', 'heron')
            page.click('form.sheet button')
            expect(page.locator('h1')).to_have_text(name)
            expect(page.locator('figure.plot svg')).to_have_count(1)
            page.select_option('select[name=channel]', 'webhook')
            page.fill('input[name=address]', site()[1] + '/hook')
            page.fill('input[name=digest]', 'daily 08:00')
            page.fill('input[name=quiet_hours]', '22:00-07:00')
            page.click('form.sheet button')
            expect(page.locator('input[name=digest]')).to_have_value('daily 08:00')
            expect(page.locator('input[name=quiet_hours]')).to_have_value('22:00-07:00')
            self.assertNotIn('/hook', page.content())
            page.click('form[action$=test-alert] button')
            # The site takes no POST: why the message was not taken is told.
            expect(page.locator('[role=alert]')).to_have_count(1)
            page.click('main a')
            page.fill('input[name=quiet_hours]', '')
            page.click('form.sheet button')
            expect(page.locator('input[name=quiet_hours]')).to_have_value('')
            page.click('button.dangerous')
            expect(page.locator('tr:has-text("%s")' % name)).to_have_count(0)

    def test_rules(self):
        """A rule is tried on what came before it is made, and removed."""
        for sight, page in self.sights():
            page.goto(self.base + '/rules')
            page.fill('input[name=query]', 'title:News')
            page.select_option('select[name=mark]', 'tag')
            page.fill('input[name=tag]', 'seen')
            page.click('form.sheet button')
            expect(page.locator('.card [role=status]')).to_contain_text('120')
            page.click('.card button')
            expect(page.locator('tbody tr')).to_have_count(1)
            page.click('tbody button')
            expect(page.locator('tbody tr')).to_have_count(0)

    def test_failing(self):
        """Failing feeds say why and what to do; one is fetched again at once."""
        self.run_program('add', site()[1] + '/gone-away.xml')
        with self.page(script=False) as page:
            number = int(page.locator('#feeds a[data-feed]:has-text("gone-away")').get_attribute('data-feed'))
            page.goto(self.base + '/feed/%d/settings' % number)
            page.click('form[action$=refresh] button')
            expect(page.locator('.figures')).to_have_count(1, timeout=15_000)
            page.goto(self.base + '/failing')
            expect(page.locator('section.card')).to_have_count(1)
            expect(page.locator('section.card')).to_contain_text('404')
            page.click('section.card form[action$=pause-feed] button')
            page.goto(self.base + '/feed/%d/settings' % number)
            expect(page.locator('input[name=paused]')).to_be_checked()

    def test_app_password(self):
        """An app password is shown once, with a code for a phone, and lets an app in until it is revoked."""
        for number, (sight, page) in enumerate(self.sights()):
            page.goto(self.base + '/account')
            page.fill('form[action$=create-app-password] input[name=label]', 'phone %d' % number)
            page.click('form[action$=create-app-password] button')
            password = page.locator('.secret code').inner_text()
            expect(page.locator('.code svg')).to_have_count(2)
            login = '/api/greader.php/accounts/ClientLogin'
            form = {'Email': 'anna', 'Passwd': password}
            self.assertEqual(page.request.post(self.base + login, form=form).status, 200)
            if number == 0:
                self.shoot(page, 'manage-app-password')
                self.check_code(page, password)
            page.goto(self.base + '/account')
            self.assertNotIn(password, page.content())
            page.click('tr:has-text("phone %d") button' % number)
            self.assertNotEqual(page.request.post(self.base + login, form=form).status, 200)

    def check_code(self, page, text):
        """A camera would read the text."""
        if not shutil.which('zbarimg'):
            print('zbarimg (Debian: zbar-tools) is missing: codes are not read')
            return
        with tempfile.NamedTemporaryFile(suffix='.png') as file:
            page.locator('.code svg').nth(1).screenshot(path=file.name)
            read = subprocess.run(['zbarimg', '--quiet', '--raw', file.name], capture_output=True, text=True)
        self.assertEqual(read.stdout.strip(), text)

    def test_own_style(self):
        """A style sheet of one's own counts in the reader, and asks no other host; own keys do what they name."""
        asked = []

        class Listener(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_error(404)

            def log_message(self, *_):
                pass

        tracker = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Listener)
        threading.Thread(target=tracker.serve_forever, daemon=True).start()
        place = 'http://127.0.0.1:%d/' % tracker.server_port
        css = ('@import url(%sa.css); @font-face { font-family: x; src: url(%sf.woff); }'
               'body { background-image: url(%sb.png); font-family: x; } #list h1 { color: rgb(1, 2, 3); }' % (place, place, place))
        # The browser tells of requests that the policy stops, too: here it is the other host that must hear of none.
        context = browser().new_context(locale='en-US')
        page = context.new_page()
        page.goto(self.base + '/')
        self.sign_in(page)
        page.goto(self.base + '/appearance')
        page.fill('textarea[name=css]', css)
        page.fill('textarea[name=keys]', 'h = j\nx = nonsense')
        page.click('form.sheet button')
        expect(page.locator('[role=alert]')).to_contain_text('x = nonsense')
        page.click('main a')
        page.fill('textarea[name=css]', css)
        page.fill('textarea[name=keys]', 'h = j')
        page.click('form.sheet button')
        page.goto(self.base + '/all')
        self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('#list h1')).color"), 'rgb(1, 2, 3)')
        page.wait_for_timeout(300)
        page.keyboard.press('h')
        expect(page.locator('.rows > li.selected')).to_have_count(1)
        page.goto(self.base + '/appearance')
        page.fill('textarea[name=css]', '')
        page.fill('textarea[name=keys]', '')
        page.click('form.sheet button')
        context.close()
        self.assertEqual(asked, [])
        tracker.shutdown()
        tracker.server_close()

    def test_password(self):
        """The password changes, and the browser stays signed in."""
        with self.page(script=False) as page:
            for old, new in [('a long password', 'another long one'), ('another long one', 'a long password')]:
                page.goto(self.base + '/account')
                page.fill('input[name=old]', old)
                page.fill('input[name=new]', new)
                page.fill('input[name=again]', new)
                page.click('form[action$=password] >> text=Change the password')
                expect(page.locator('[role=status]')).to_contain_text('changed')

    def test_errors(self):
        """Pages that are not there, and forms that have expired, say what to do."""
        for sight, page in self.sights():
            for place in ['/feed/999/settings', '/nowhere/at/all', '/jobs/none', '/saved/none/settings']:
                answer = page.goto(self.base + place)
                self.assertEqual(answer.status, 404, place)
                expect(page.locator('[role=alert]')).to_have_count(1)
                self.assertGreaterEqual(page.locator('main a').count(), 1)
            page.goto(self.base + '/rules')
            answer = page.request.post(self.base + '/actions/rule', form={'query': 'x', 'mark': 'read', 'csrf': 'expired'})
            self.assertEqual(answer.status, 403)

    def test_accessible(self):
        """axe finds nothing in what is found behind an address, light and dark, on a desk and a phone."""
        for scheme, width in [('light', 1440), ('dark', 390)]:
            with self.page(scheme=scheme, width=width) as page:
                page.goto(self.base + '/subscribe?url=' + site()[1] + '/home.html')
                self.check_axe(page, 'found feeds')
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width)


class FirstRunTests(ReaderTests):
    @classmethod
    def prepare(cls):
        for url in [json.loads(line)['feed'] for line in cls.run_program('feeds', '--json').splitlines()]:
            cls.run_program('remove', url, '--articles')

    def test_first_run(self):
        """Without a subscription the reader offers an address, an import and a sample."""
        for language, script in [('en-US', True), ('zh-CN', False)]:
            with self.page(language=language, script=script) as page:
                expect(page.locator('.first-run form')).to_have_count(2)
                if script:
                    self.shoot(page, 'manage-first-run')
                    self.check_axe(page, 'first run')
                    continue
                page.click('.first-run form >> nth=1 >> button')
                expect(page.locator('.rows > li')).to_have_count(5)
                page.click('#list header a[href$="/settings"]')
                page.check('input[name=articles]')
                page.click('button.dangerous')
                page.goto(self.base + '/')
                expect(page.locator('.first-run')).to_have_count(1)
