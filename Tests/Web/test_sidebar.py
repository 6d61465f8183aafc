"""The list of subscriptions."""
from base import *


def ingest(test, articles):
    """Adds articles without subscribing to their feeds."""
    path = pathlib.Path(test.home, 'loose.jsonl')
    path.write_text(''.join(json.dumps(article) + '\n' for article in articles))
    test.run_program('ingest', str(path))


def loose(feed, number, **more):
    address = 'https://%s.example/feed' % feed
    return {'feed': address, 'id': str(number), 'title': '%s %d' % (feed, number), 'text': 'A text about otters.', **more}


class SidebarTests(ReaderTests):
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

    def test_counts(self):
        """Counts follow what another program does."""
        with self.page() as page:
            page.goto(self.base + '/all')
            row = page.locator('#feeds a[data-feed="1"] .count')
            before = int(row.inner_text())
            self.run_program('mark', 'read', 'title:"News 77"')
            expect(row).to_have_text(str(before - 1), timeout=10_000)
            self.run_program('undo')


class SearchCountTests(ReaderTests):
    def test_saved_counts(self):
        """A saved search has the number of its unread articles, which follows what others do."""
        self.run_program('save', 'Seventy', 'title:"News 77"')
        self.run_program('save', 'Nothing', 'nosuchword')
        with self.page() as page:
            expect(page.locator('a[data-saved="Seventy"] .count')).to_have_text('1')
            expect(page.locator('a[data-saved="Nothing"] .count')).to_have_text('')
            self.shoot(page, 'saved-counts')
            self.run_program('mark', 'read', 'title:"News 77"')
            expect(page.locator('a[data-saved="Seventy"] .count')).to_have_text('', timeout=10_000)

    def test_weight(self):
        """Names are regular; only the current view is bold; a count is a pill of its own."""
        with self.page() as page:
            weight = lambda selector: page.locator(selector).first.evaluate('element => getComputedStyle(element).fontWeight')
            self.assertEqual(weight('#feeds .views a[aria-current] .name'), '600')
            self.assertEqual(weight('#tree a[data-feed="1"] .name'), '400')
            self.assertEqual(page.locator('#tree a[data-feed="1"] .count').evaluate('element => getComputedStyle(element).borderRadius'), '9px')
            # A feed without an icon has a letter whose colour is one of the style sheet's.
            letter = page.locator('#tree a[data-letter]').first
            self.assertRegex(letter.get_attribute('data-tint'), '^[0-7]$')
            self.assertNotEqual(letter.evaluate('element => getComputedStyle(element, "::before").backgroundColor'), 'rgba(0, 0, 0, 0)')

    def test_foot(self):
        """Adding a feed, the settings and the account stay in view, whatever is scrolled, with and without a script."""
        for width, script in [(1440, True), (1440, False), (820, True), (390, True), (390, False)]:
            with self.page(width=width, height=500, script=script) as page:
                if width < 1100:
                    page.click('#list .menu')
                for part in ('.adding summary', '.settings summary', '.foot .account'):
                    expect(page.locator('#feeds ' + part)).to_be_in_viewport(ratio=1)
                page.click('.settings summary')
                expect(page.locator('.settings select[name=theme]')).to_be_visible()
                self.shoot(page, 'settings-%d' % width)
                page.click('.adding summary')
                expect(page.locator('.settings select[name=theme]')).to_be_hidden()
                field = page.locator('.adding input[name=url]')
                expect(field).to_be_visible()
                if script:
                    expect(field).to_be_focused()
                    page.keyboard.press('Escape')
                    expect(field).to_be_hidden()
                    page.click('.adding summary')
                field.fill('nothing.invalid')
                page.click('.adding form button')
                self.assertIn('/subscribe?url=nothing.invalid', page.url)


class UnsubscribedTests(ReaderTests):
    @classmethod
    def prepare(cls):
        ingest(cls, [loose('otters', number) for number in range(3)] + [loose('feed-%03d' % number, 0) for number in range(120)])

    def test_unsubscribed(self):
        """Articles that were ingested without a subscription have a list by feed, in a folder and on a page."""
        for width, script, language in [(1440, True, 'en-US'), (390, False, 'zh-CN')]:
            with self.page(width=width, script=script, language=language) as page:
                page.goto(self.base + '/starred')
                if width < 1100:
                    page.click('#list .menu')
                folder = page.locator('#feeds .unsubscribed')
                self.assertEqual(folder.locator('summary').inner_text(), 'Not subscribed' if language == 'en-US' else '未订阅')
                expect(folder.locator('li').first).to_be_hidden()
                folder.locator('summary').click()
                expect(folder.locator('a[data-feed]')).to_have_count(100)
                self.shoot(page, 'unsubscribed-%d' % width)
                self.check_axe(page, 'unsubscribed', '#feeds') if script else None
                folder.locator('li a').last.click()
                expect(page.locator('#content tbody tr')).to_have_count(100)
                page.click('#content a[rel=next]')
                expect(page.locator('#content tbody tr')).to_have_count(21)
                page.click('#content tbody a:has-text("otters")')
                expect(page.locator('#list h1')).to_have_text('https://otters.example/feed')
                expect(page.locator('.rows > li')).to_have_count(3)
                self.assertIn('subscribe?url=https%3A%2F%2Fotters.example%2Ffeed', page.locator('#list header').inner_html())
                page.click('.rows h2 a >> nth=0')
                expect(page.locator('#article article')).to_contain_text('otters')

    def test_counted(self):
        """The number of unread articles is that of the list, which has these articles, too."""
        with self.page() as page:
            total = int(page.locator('.rows').get_attribute('data-total'))
            expect(page.locator('.views a[data-feed=unread] .count')).to_have_text(str(total))
            self.assertTrue(page.title().startswith('(%d) ' % total))


class PaletteTests(ReaderTests):
    def choose(self, page, words):
        page.wait_for_load_state()
        page.keyboard.press('Control+k')
        page.fill('#palette input', words)
        page.keyboard.press('Enter')

    def test_pages(self):
        """The palette leads to the pages for managing, in both languages."""
        for language, names in [
                ('en-US', {'Statistics': 'statistics', 'Account': 'account', 'Rules': 'rules', 'Folders': 'folders'}),
                ('zh-CN', {'统计': 'statistics', '账户': 'account', '规则': 'rules'})]:
            with self.page(language=language) as page:
                for name, place in names.items():
                    page.goto(self.base + '/all')
                    self.choose(page, name)
                    page.wait_for_url(self.base + '/' + place)

    def test_actions(self):
        """The palette opens the field for a feed's address and the settings, and chooses themes."""
        with self.page() as page:
            self.choose(page, 'add a feed')
            expect(page.locator('.adding input[name=url]')).to_be_focused()
            page.keyboard.press('Escape')
            self.choose(page, 'settings')
            expect(page.locator('.settings select[name=theme]')).to_be_visible()
            for name, theme in [('dark', 'dark'), ('sepia', 'sepia'), ('theme light', 'light')]:
                self.choose(page, name)
                expect(page.locator('html')).to_have_attribute('data-theme', theme)
            # It offers no button without its form.
            page.keyboard.press('Control+k')
            self.assertNotIn('Apply', page.locator('#palette li').all_inner_texts())
