"""Managing: adding, importing, settings, folders, saved searches, rules, undoing, the account."""
import contextlib, http.server, json, pathlib, re, shutil, sqlite3, subprocess, tempfile, threading, time
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
            # Enter subscribes to the first that is not subscribed yet.
            expect(cards.first.locator('button')).to_be_focused()
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
            page.click('#feeds .adding summary')
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
                page.click('.found form[method=post] button')
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
            text = self.LIST % ('import', number + 10, site()[1])
            page.set_input_files('input[type=file]', {'name': 'list.opml', 'mimeType': 'text/xml', 'buffer': text.encode()})
            if not sight['script']:
                page.click('form.upload button')
            # The jobs of a library run one after the other: this one may wait for the fetch of the round before.
            expect(page.locator('tbody tr')).to_have_count(3, timeout=120_000)
            expect(page.locator('tbody tr').first).to_contain_text('ftp://bad.example/')
            expect(page.locator('.danger')).to_have_count(1)
            if number == 0:
                self.shoot(page, 'manage-import')
                # What is new is fetched from the report.
                page.click('form[action$=refresh] button')
                expect(page.locator('#job')).to_be_visible()

    def test_import_of_no_list(self):
        """A file that is no list of subscriptions does not look like a success, in the report and among the jobs."""
        for number, (sight, page) in enumerate(self.sights()):
            for name, text in [('notes.opml', 'Dear diary'), ('page.html', '<html><body><p>Hello</p></body></html>'),
                               ('empty.opml', '<opml version="2.0"><body></body></opml>')]:
                page.goto(self.base + '/import')
                page.set_input_files('input[type=file]', {'name': name, 'mimeType': 'text/xml', 'buffer': text.encode()})
                if not sight['script']:
                    page.click('form.upload button')
                expect(page.locator('#job [role=alert]')).to_have_count(1, timeout=15_000)
                expect(page.locator('#job .figures')).to_have_count(0)
                self.assertLess(page.locator('#job [role=alert]').bounding_box()['height'], 200)
                self.assertNotRegex(page.locator('#job').inner_text(), r'\bdone\b|已完成')
            if number == 0:
                self.shoot(page, 'manage-import-nothing')
                self.check_axe(page, 'import of nothing')
            page.click('#job a.button')
            expect(page.locator('tbody tr').first).not_to_contain_text('done')

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

    def test_tables_of_a_phone(self):
        """On a phone the rows of a wide table are blocks whose cells name their columns; nothing is cut off, and it stays a table."""
        for script in (True, False):
            with self.page(390, 844, script=script) as page:
                page.goto(self.base + '/folders')
                row = page.locator('tbody tr').first
                self.assertEqual([cell.get_attribute('data-label') for cell in row.locator('td').all()], ['Feeds', 'Unread', 'New name', 'Action'])
                expect(page.get_by_role('table').get_by_role('row').nth(1).get_by_role('cell')).to_have_count(4)
                for place in ['/folders', '/arrange', '/saved', '/rules', '/actions', '/account', '/import']:
                    page.goto(self.base + place)
                    self.assertEqual(page.evaluate("""() => [...document.querySelectorAll('#content :is(button, input, select, tbody *)')]
                        .filter((element) => element.getBoundingClientRect().right > innerWidth + .5).map((element) => element.outerHTML)"""), [], place)
                    if script:
                        self.check_axe(page, place)

    def test_export(self):
        """Each form of an export is a file."""
        with self.page(script=False) as page:
            for number in range(6):
                page.goto(self.base + '/import')
                with page.expect_download() as download:
                    page.locator('a[download]').nth(number).click()
                self.assertTrue(download.value.suggested_filename)

    def test_feed_settings(self):
        """Title, folder, interval and retention are kept, and shown again; what is no interval is told at its field, with what was typed."""
        for sight, page in self.sights():
            page.goto(self.base + '/feed/2')
            page.click('#list header a[href$="/settings"]')
            page.fill('input[name=title]', 'Notes')
            page.fill('input[name=interval]', '2h')
            page.fill('input[name=keep]', '500,90d')
            page.select_option('select[name=full_text]', 'selector')
            page.fill('input[name=selector]', 'article .content')
            page.click('form.sheet button.primary')
            expect(page.locator('[role=status]')).to_have_count(1)
            expect(page.locator('h1')).to_have_text('Notes')
            expect(page.locator('input[name=keep]')).to_have_value('500,90d')
            expect(page.locator('input[name=selector]')).to_have_value('article .content')
            page.fill('input[name=interval]', 'often')
            page.fill('input[name=username]', 'anna')
            page.fill('input[name=password]', 'a secret')
            page.fill('input[name=keep]', '300')
            with page.expect_response('**/actions/feed') as answer:
                page.click('form.sheet button.primary')
            self.assertEqual(answer.value.status, 422)
            self.check_mistake(page, 'input[name=interval]', sight)
            for name, value in [('interval', 'often'), ('username', 'anna'), ('password', ''), ('keep', '300'), ('title', 'Notes')]:
                expect(page.locator('input[name=%s]' % name)).to_have_value(value)
            expect(page.locator('select[name=full_text]')).to_have_value('selector')
            page.fill('input[name=username]', '')
            page.fill('input[name=interval]', '')
            page.fill('input[name=title]', '')
            page.click('form.sheet button.primary')
            expect(page.locator('h1')).to_have_text('索引笔记')

    def check_mistake(self, page, field, sight):
        """One message, which the field names as its description; the field has the focus. No word of it is of the command line."""
        expect(page.locator('[role=alert]')).to_have_count(1)
        expect(page.locator('[aria-invalid=true]')).to_have_count(1)
        expect(page.locator(field)).to_have_attribute('aria-describedby', 'mistake')
        expect(page.locator('#mistake')).to_be_visible()
        # Below its field, and not wider than the column.
        # Both places at once: the page may still scroll to the field.
        place, message = page.locator(field).evaluate(
            "(field) => [field, document.getElementById('mistake')].map((element) => element.getBoundingClientRect().toJSON())")
        # In a table it is beside the field.
        if not field.startswith('tr'):
            self.assertTrue(0 <= message['y'] - place['y'] - place['height'] < 60, (field, place, message))
        self.assertTrue(message['x'] >= 0 and message['x'] + message['width'] <= sight['width'], (field, message))
        text = page.locator('#mistake').inner_text()
        self.assertNotRegex(text, r"--|webhook:|command:|interval:|notify|'")
        if sight['script']:
            expect(page.locator(field)).to_be_focused()
            self.check_axe(page, 'mistake at ' + field)
        self.assertLessEqual(page.locator('#content').bounding_box()['width'], sight['width'])

    def test_mistakes(self):
        """Each form that is refused comes back with what was typed, but for passwords, and says at the field what is wrong."""
        for number, (sight, page) in enumerate(self.sights()):
            def submit(place, fields, button):
                page.goto(self.base + place)
                for name, value in fields.items():
                    field = page.locator(name)
                    if 'select' in name:
                        field.select_option(value)
                    else:
                        field.fill(value)
                with page.expect_response('**/actions/**') as answer:
                    page.locator(button).click()
                self.assertEqual(answer.value.status, 422, place)

            form = 'form[action$="/%s"] '
            submit('/saved', {form % 'save-search' + '[name=name]': 'New', form % 'save-search' + '[name=query]': 'title:('}, form % 'save-search' + 'button')
            self.check_mistake(page, form % 'save-search' + '[name=query]', sight)
            expect(page.locator(form % 'save-search' + '[name=name]')).to_have_value('New')

            # The fields of a channel are there once it is chosen, with and without scripts.
            for channel, wrong in [('webhook', 'somewhere'), ('ntfy', 'https://ntfy.example/'), ('mail', 'nobody')]:
                page.goto(self.base + '/saved/Herons/settings')
                expect(page.locator('[name=%s]' % channel)).to_be_hidden()
                page.check('[name=channel][value=%s]' % channel)
                for other in ('webhook', 'ntfy', 'mail'):
                    expect(page.locator('[name=%s]' % other)).to_be_visible(visible=other == channel)
                page.fill('[name=%s]' % channel, wrong)
                if channel != 'mail':
                    page.fill('[name=%s_secret]' % channel, 'a secret')
                with page.expect_response('**/actions/**') as answer:
                    page.click('form.sheet button.primary')
                self.assertEqual(answer.value.status, 422)
                self.check_mistake(page, '[name=%s]' % channel, sight)
                expect(page.locator('[name=%s]' % channel)).to_have_value(wrong)
                expect(page.locator('[name=channel][value=%s]' % channel)).to_be_checked()
                self.assertNotIn('a secret', page.content())
                if number == 0 and channel == 'webhook':
                    self.shoot(page, 'manage-mistake')
            page.fill('[name=mail]', 'anna@example.org')
            page.fill('[name=quiet_from]', '22:00')
            page.click('form.sheet button.primary')
            self.check_mistake(page, '[name=quiet_to]', sight)

            form = 'form[action$="/create-token"] '
            submit('/account', {form + '[name=name]': 'mine', form + 'select[name=scope]': 'write', form + '[name=expires]': 'soon'}, form + 'button')
            self.check_mistake(page, form + '[name=expires]', sight)
            expect(page.locator(form + '[name=name]')).to_have_value('mine')
            expect(page.locator(form + 'select')).to_have_value('write')
            form = 'form[action$="/password"] '
            submit('/account', {form + '[name=old]': 'wrong', form + '[name=new]': 'one long password', form + '[name=again]': 'one long password'}, form + 'button.primary')
            self.check_mistake(page, form + '[name=old]', sight)
            expect(page.locator(form + '[name=new]')).to_have_value('')
            self.assertNotIn('one long password', page.content())

            form = 'form[action$="/make-folder"] '
            submit('/folders', {form + '[name=name]': ' / ', form + 'select': ['2', '4']}, form + 'button')
            self.check_mistake(page, form + '[name=name]', sight)
            self.assertEqual(page.locator(form + 'option:checked').count(), 2)
            form = 'tr:has-text("News") form[action$="/rename-folder"] '
            submit('/folders', {form + '[name=name]': '/'}, form + 'button')
            self.check_mistake(page, form + '[name=name]', sight)

            for place, fields, field in [
                ('/rules', {'[name=query]': 'title:(', '[name=after]': '2d'}, '[name=query]'),
                ('/rules', {'[name=query]': 'heron', '[name=after]': 'soon'}, '[name=after]'),
                ('/recipe?url=' + site()[1] + '/topics.html', {'[name=item]': 'div', '[name=title]': 'a', '[name=date]': '!!'}, '[name=date]'),
                ('/subscribe', {'.look [name=url]': 'not an address'}, '.look [name=url]'),
            ]:
                page.goto(self.base + place)
                for name, value in fields.items():
                    page.fill(name, value)
                page.locator('main form[action]:not([method])').filter(has=page.locator(field.split()[-1])).locator('button').click()
                self.check_mistake(page, field, sight)
                for name, value in fields.items():
                    expect(page.locator(name)).to_have_value(value)

    def test_show_password(self):
        """A password that is typed can be shown; it is sent as a password."""
        for width in (1440, 390):
            with self.page(width=width) as page:
                page.goto(self.base + '/account')
                field = page.locator('form[action$="/password"] [name=old]')
                field.fill('visible')
                button = page.locator('form[action$="/password"] .show').first
                button.click()
                expect(field).to_have_attribute('type', 'text')
                expect(field).to_be_focused()
                self.shoot(page, 'manage-account-%d' % width)
                button.click()
                expect(field).to_have_attribute('type', 'password')
                self.check_axe(page, 'shown password')

    def test_menu(self):
        """On a phone the current page of the menu is in view, with and without scripts, and a link leads to the reader."""
        for script in (True, False):
            with self.page(width=390, height=800, script=script) as page:
                for place in ('/subscribe', '/saved', '/appearance'):
                    page.goto(self.base + place)
                    box = page.locator('.menu-of-pages a[aria-current]').bounding_box()
                    self.assertGreater(box['x'], -1, place)
                    self.assertLess(box['x'] + box['width'], 391, place)
                page.click('.bar a')
                expect(page.locator('#list')).to_have_count(1)

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
            page.check('input[name=channel][value=webhook]')
            page.fill('input[name=webhook]', site()[1] + '/private-receiver')
            expect(page.locator('[name=digest_time]')).to_be_hidden()
            page.select_option('select[name=digest]', 'weekly')
            page.select_option('select[name=digest_day]', 'fri')
            page.fill('input[name=digest_time]', '08:30')
            page.fill('input[name=quiet_from]', '22:00')
            page.fill('input[name=quiet_to]', '07:00')
            page.click('form.sheet button.primary')
            expect(page.locator('[role=status]')).to_have_count(1)
            for field, value in [('digest', 'weekly'), ('digest_day', 'fri'), ('digest_time', '08:30'), ('quiet_from', '22:00'), ('quiet_to', '07:00')]:
                expect(page.locator('[name=%s]' % field)).to_have_value(value)
            if number in (0, 3):
                self.shoot(page, 'manage-saved-%d' % sight['width'])
            self.assertIn('weekly fri 08:30', self.run_program('saved', '--json'))
            self.assertNotIn('/private-receiver', page.content())
            page.click('form[action$=test-alert] button')
            # The site takes no POST: why the message was not taken is told, on the same page.
            expect(page.locator('[role=alert]')).to_have_count(1)
            page.select_option('select[name=digest]', 'each')
            page.fill('input[name=quiet_from]', '')
            page.fill('input[name=quiet_to]', '')
            page.click('form.sheet button.primary')
            expect(page.locator('[role=status]')).to_have_count(1)
            expect(page.locator('input[name=quiet_from]')).to_have_value('')
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
            page.click('.card form[method=post] button')
            expect(page.locator('tbody tr')).to_have_count(1)
            page.click('tbody button')
            expect(page.locator('tbody tr')).to_have_count(0)

    def test_failing(self):
        """Failing feeds say why and what to do; one is fetched again at once, and paused, which can be undone."""
        self.run_program('add', site()[1] + '/gone-away.xml')
        with self.page(script=False) as page:
            number = int(page.locator('#feeds a[data-feed]:has-text("gone-away")').get_attribute('data-feed'))
            page.goto(self.base + '/feed/%d/settings' % number)
            page.click('form[action$=refresh] button')
            expect(page.locator('.figures')).to_have_count(1, timeout=15_000)
            page.goto(self.base + '/failing')
            expect(page.locator('section.card')).to_have_count(1)
            expect(page.locator('section.card')).to_contain_text('404')
            page.click('.failures button[name=pause]')
            expect(page.locator('[role=status]')).to_contain_text('Paused')
            expect(page.locator('section.card h2')).to_contain_text('Paused')
            page.goto(self.base + '/feed/%d/settings' % number)
            expect(page.locator('input[name=paused]')).to_be_checked()
            page.goto(self.base + '/failing?done=paused')
            page.click('.done button')
            expect(page.locator('section.card h2')).to_contain_text('404')
            page.click('.failures button[name=pause]')
            page.click('.failures button[name=resume]')
            expect(page.locator('[role=status]')).to_contain_text('Resumed')
            page.goto(self.base + '/feed/%d/settings' % number)
            expect(page.locator('input[name=paused]')).not_to_be_checked()

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
        expect(page.locator('textarea[name=css]')).to_have_value(css)
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


class ManyFailingTests(ReaderTests):
    """Thousands of feeds that fail for different reasons."""
    COUNT = 2_000
    REASONS = [
        ('httpStatus', 'status 404', '404', 'moved or ended'), ('httpStatus', 'status 503', '503', 'server error'),
        ('httpStatus', 'status 429', '429', 'longer interval'), ('timeout', 'no complete answer in time', 'timeout', 'does not respond'),
        ('badAnswer', 'the answer ended early', 'badAnswer', 'incomplete or damaged'),
        ('badAnswer', 'the answer is not in the coding that it names', 'badAnswer', 'incomplete or damaged'),
        ('notAFeed', 'The document is empty.', 'badAnswer', 'incomplete or damaged'),
        ('notAFeed', 'This is an HTML page, not a feed.', 'notAFeed', 'no longer a feed'),
        ('unconfirmed', 'connects to 10.0.0.1', 'unconfirmed', 'feedsearch alerts confirm'),
        ('refused', '10.0.0.1 is a private network', 'refused', 'setting “allow”'),
    ]

    @classmethod
    def prepare(cls):
        outlines = ''.join('<outline text="Number %d &lt;b&gt;" xmlUrl="https://%s/%d.xml"/>' % (
            n, 'many.example' if n % 4 == 0 else 'host%d.example' % n, n) for n in range(cls.COUNT))
        pathlib.Path(cls.home, 'many.opml').write_text('<opml version="2.0"><body>%s</body></opml>' % outlines)
        cls.run_program('import', 'many.opml')
        with contextlib.closing(sqlite3.connect(pathlib.Path(cls.home, 'a.db'))) as database, database:
            feeds = [row[0] for row in database.execute("SELECT id FROM feed WHERE url LIKE '%.example/%.xml'")]
            database.executemany(
                'INSERT OR REPLACE INTO feed_fetch(feed, next_fetch, last_fetch, last_success, failures, failure_kind, failure_text) '
                'VALUES (?, 1800000000, 1790000000, 1780000000, 3, ?, ?)',
                [(feed, *cls.REASONS[feed // 4 % len(cls.REASONS)][:2]) for feed in feeds])

    def test_many(self):
        """100 feeds a page, grouped by reason and host; a group is paused and brought back as one; each reason has its advice."""
        for script, width in [(True, 1440), (False, 390)]:
            with self.page(script=script, width=width) as page:
                started = time.monotonic()
                answer = page.goto(self.base + '/failing')
                self.assertLess(len(answer.body()), 200_000)
                self.assertLess(time.monotonic() - started, 20)
                self.shoot(page, 'manage-failing-%d' % width)
                expect(page.locator('.failures > li')).to_have_count(100)
                expect(page.locator('.reason').first).to_contain_text('2,000')
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth') if script else 0, width)
                page.click('nav a:has-text("More feeds")')
                expect(page.locator('.failures > li')).to_have_count(100)
                self.assertIn('101', page.locator('nav.buttons').inner_text())
                if script:
                    self.check_axe(page, 'many failing')
                for kind, detail, key, advice in self.REASONS:
                    page.goto(self.base + '/failing?reason=' + key)
                    expect(page.locator('section.card')).to_have_count(1)
                    expect(page.locator('section.card')).to_contain_text(advice)
                    if key != 'notAFeed':
                        expect(page.locator('section.card')).not_to_contain_text('no longer a feed')

    def test_group(self):
        """The feeds of a host, and those of a reason, are paused, resumed and fetched together."""
        with self.page(script=False) as page:
            page.goto(self.base + '/failing?reason=404')
            reason = int(page.locator('section.card h2 .pill').inner_text().replace(',', ''))
            host = page.locator('.host')
            expect(host).to_have_count(1)
            of_host = int(host.locator('.pill').inner_text())
            self.assertGreater(of_host, 10)
            host.locator('button[name=pause]').click()
            expect(page.locator('[role=status]')).to_contain_text('Paused')
            expect(page.locator('section.card h2 .pill')).to_have_text(str(reason - of_host))
            self.assertEqual(self.paused(), of_host)
            page.click('.done button')
            self.assertEqual(self.paused(), 0)
            page.goto(self.base + '/failing?reason=404')
            page.click('section.card > .buttons button[name=pause]')
            self.assertEqual(self.paused(), reason)
            page.goto(self.base + '/failing?reason=paused')
            page.click('section.card > .buttons button[name=resume]')
            self.assertEqual(self.paused(), 0)
            page.goto(self.base + '/failing?reason=404&host=many.example')
            expect(page.locator('.failures > li')).to_have_count(min(100, of_host))
            page.click('.host button[name=retry]')
            expect(page.locator('#job')).to_be_visible()
            page.click('form[action$=cancel-job] button')

    def paused(self):
        return sum(json.loads(line).get('paused', False) for line in self.run_program('feeds', '--json').splitlines())


class FirstRunTests(ReaderTests):
    @classmethod
    def prepare(cls):
        for url in [json.loads(line)['feed'] for line in cls.run_program('feeds', '--json').splitlines()]:
            cls.run_program('remove', url, '--articles')

    def test_first_run(self):
        """Without a subscription the reader offers an address, an import and a sample."""
        for language, script in [('en-US', True), ('zh-CN', False)]:
            with self.page(language=language, script=script) as page:
                expect(page.locator('.first-run form')).to_have_count(3)
                if script:
                    self.shoot(page, 'manage-first-run')
                    self.check_axe(page, 'first run')
                    continue
                page.click('.first-run form[action$="/sample"] button')
                expect(page.locator('.rows > li')).to_have_count(5)
                page.click('#list header a[href$="/settings"]')
                page.check('input[name=articles]')
                page.click('button.dangerous')
                page.goto(self.base + '/')
                expect(page.locator('.first-run')).to_have_count(1)
