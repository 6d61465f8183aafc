"""Keys move, open, mark, star and search."""
from base import *


class KeyTests(ReaderTests):
    def setUp(self):
        for state in ('unread', 'unstarred'):
            self.run_program('mark', state, 'feed:News', '--yes')

    def number(self, page):
        """The number of the open article."""
        return page.locator('#article article').get_attribute('data-article')

    def test_keys(self):
        """Keys move, open, mark, star and search; back goes back."""
        with self.page() as page:
            self.shoot(page, 'unread')
            page.keyboard.press('j')
            page.keyboard.press('j')
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
            page.keyboard.press('k')
            expect(page.locator('#article h1')).to_have_text('News 0')
            page.keyboard.press('/')
            page.keyboard.type('全文检索')
            expect(page.locator('.rows mark').first).to_have_text('全文检索')
            self.assertIn('q=%E5%85%A8', page.url)
            self.shoot(page, 'search')
            page.keyboard.press('Escape')
            page.keyboard.press('?')
            expect(page.locator('dialog[open] dt').first).to_have_text('j k')
            # Each key is beside its meaning, which has room for words.
            self.assertGreater(page.locator('dialog[open] dd').evaluate_all(
                'all => Math.min(...all.map((meaning) => meaning.getBoundingClientRect().width))'), 80)
            self.shoot(page, 'keys')
            page.keyboard.press('Escape')
            page.keyboard.press('g')
            page.keyboard.press('s')
            expect(page.locator('#list h1')).to_have_text('Starred')
            expect(page.locator('.rows > li')).to_have_count(1)
            page.go_back()
            expect(page.locator('#search input[type=search]')).to_have_value('全文检索')

    def test_one_cursor(self):
        """With both panes in view the selected row is the open article, on which all keys and buttons act."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            page.keyboard.press('j')
            expect(page.locator('#article h1')).to_have_text('News 0')
            for key, title in [('j', 'News 1'), ('j', 'News 2'), ('k', 'News 1')]:
                page.keyboard.press(key)
                expect(page.locator('#article h1')).to_have_text(title)
                expect(page.locator('.rows > li.selected, .rows > li:has(a[aria-current])')).to_have_count(1)
                self.assertEqual(page.locator('.rows > li.selected').get_attribute('data-article'), self.number(page))
            row = page.locator('.rows > li.selected')
            page.keyboard.press('s')
            expect(row).to_have_attribute('data-starred', '1')
            expect(page.locator('#article button[value=unstarred]')).to_have_count(1)
            page.locator('#article button[value=unstarred]').click()
            expect(page.locator('.rows > [data-starred]')).to_have_count(0)
            # Opening by a click moves the same cursor.
            page.locator('.rows h2 a').nth(5).click()
            expect(page.locator('#article h1')).to_have_text('News 5')
            page.keyboard.press('j')
            expect(page.locator('#article h1')).to_have_text('News 6')
            page.keyboard.press('m')
            expect(page.locator('.rows > li').nth(6)).to_contain_class('unread')

    def test_one_entry_of_history(self):
        """Articles that are opened by keys one after another have one entry of the history."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            for n in range(4):
                page.keyboard.press('j')
                expect(page.locator('#article h1')).to_have_text('News %d' % n)
            page.go_back()
            expect(page).to_have_url(self.base + '/feed/1')

    def test_held_key(self):
        """A key that is held down opens the article where it stops, and leaves those between unread."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            before = page.locator('.rows > li.unread').count()
            page.evaluate("""async () => { for (let n = 0; n < 21; n += 1) {
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', repeat: n > 0, bubbles: true, cancelable: true }));
                await new Promise((done) => { setTimeout(done, 10); });
            } }""")
            expect(page.locator('#article h1')).to_have_text('News 20')
            expect(page.locator('.rows > li').nth(20)).to_contain_class('read')
            self.assertGreaterEqual(page.locator('.rows > li.unread').count(), before - 2)

    def test_unread(self):
        """n and p go to the next and the previous unread article, also to one that is not in the page yet."""
        numbers = self.run_program('list', 'feed:News', '--format', '%i').split()
        self.run_program('mark', 'read', *('#' + number for number in numbers[1:4] + numbers[5:110]))
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            for key, title in [('n', 'News 0'), ('n', 'News 4'), ('n', 'News 110')]:
                page.keyboard.press(key)
                expect(page.locator('#article h1')).to_have_text(title)
                expect(page.locator('.rows > li.selected h2')).to_contain_text(title)
            # All of these are read now.
            page.keyboard.press('p')
            expect(page.locator('#toast')).to_contain_text('No more unread articles')
            page.keyboard.press('m')
            expect(page.locator('.rows > li.selected')).to_contain_class('unread')

    def test_narrow(self):
        """Where one pane is shown at a time, keys move through the list, and through articles once one is open."""
        with self.page(width=390, height=800) as page:
            page.goto(self.base + '/feed/1')
            page.keyboard.press('j')
            page.keyboard.press('j')
            expect(page.locator('.rows > li').nth(1)).to_contain_class('selected')
            page.wait_for_timeout(300)
            expect(page.locator('#article article')).to_have_count(0)
            page.keyboard.press('s')
            expect(page.locator('.rows > li').nth(1)).to_have_attribute('data-starred', '1')
            page.keyboard.press('s')
            page.keyboard.press('o')
            expect(page.locator('#article h1')).to_have_text('News 1')
            page.keyboard.press('j')
            expect(page.locator('#article h1')).to_have_text('News 2')
            page.go_back()
            expect(page.locator('.rows > li').nth(2)).to_be_visible()

    def test_map(self):
        """The keys are shown as caps in groups, the same by ? and in the settings, in both languages."""
        for language, group in [('en-US', 'Move and read'), ('zh-CN', '移动和阅读')]:
            with self.page(language=language) as page:
                page.keyboard.press('?')
                sheet = page.locator('dialog[open] .key-map')
                expect(sheet.locator('h2').first).to_have_text(group)
                expect(sheet.locator('kbd').first).to_have_text('j')
                self.check_axe(page, 'keys', '#help')
                text = sheet.inner_text()
                boxes = [box.bounding_box() for box in sheet.locator('section').all()]
                self.assertEqual(len({round(box['x']) for box in boxes}), 2)
                self.shoot(page, 'key-map-' + language)
                page.goto(self.base + '/appearance')
                self.assertEqual(page.locator('.key-map').inner_text(), text)
                self.check_axe(page, 'appearance')
