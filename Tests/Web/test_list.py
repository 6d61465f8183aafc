"""The list of articles: drawn as it scrolls, marked in bulk, come back to."""
import re, sqlite3
from base import *


class ListTests(ReaderTests):
    def test_all_read_undone(self):
        """What was marked at once is offered to be taken back, where one stands, by mouse and by key."""
        for by_key in (False, True):
            with self.page(language='zh-CN' if by_key else 'en-US') as page:
                page.goto(self.base + '/folder/' + '技术/中文')
                if by_key:
                    page.keyboard.press('A')
                else:
                    page.click('.mark-as summary')
                    page.click('#mark-as button >> nth=0')
                expect(page.locator('#toast')).to_contain_text('5 篇已标为已读' if by_key else '5 marked as read')
                expect(page.locator('.rows > li.unread')).to_have_count(0)
                if by_key:
                    page.keyboard.press('z')
                else:
                    page.click('#toast button')
                expect(page.locator('.rows > li.unread')).to_have_count(5)

    def test_halves(self):
        """What stands above or below the selected article is marked as read, and undone; without a script beside the open one."""
        with self.page() as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.keyboard.press('j')
            page.keyboard.press('j')
            page.keyboard.press(']')
            expect(page.locator('.rows > li.read')).to_have_count(3)
            page.keyboard.press('z')
            expect(page.locator('.rows > li.read')).to_have_count(0)
        with self.page(script=False) as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.click('.rows h2 a >> nth=1')
            page.click('.mark-as summary')
            page.click('#mark-as button[value=above]')
            expect(page.locator('.rows > li').first).to_contain_class('read')
            expect(page.locator('.rows > li').last).to_contain_class('unread')
            self.run_program('undo')

    def test_long_word(self):
        """A title of one word that is wider than the list begins beside the dot of an unread article, and stays inside its row."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            dot, word, row = page.evaluate("""() => {
                const row = document.querySelector('.rows > li.unread'), word = row.querySelector('h2 a'), dot = row.querySelector('.dot');
                word.replaceChildren(dot, 'Donaudampfschifffahrt'.repeat(4));
                const text = document.createRange();
                text.selectNodeContents(word);
                text.setStartAfter(dot);
                return [dot, text, row].map((box) => box.getBoundingClientRect().toJSON());
            }""")
            self.assertGreaterEqual(word['left'], row['left'])
            self.assertLessEqual(word['right'], row['right'])
            self.assertLess(word['top'], dot['bottom'])

    def test_star_without_opening(self):
        """A row is starred where it stands."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            row = page.locator('.rows > li').nth(3)
            row.locator('button').first.click()
            expect(row).to_have_attribute('data-starred', '1')
            expect(page.locator('#article article')).to_have_count(0)
            row.locator('button').first.click()

    def test_recent(self):
        """What was opened last is listed, the last first; signing out forgets it."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            for row in (4, 7):
                page.locator('.rows h2 a').nth(row).click()
                expect(page.locator('#article h1')).to_have_text('News %d' % row)
            page.keyboard.press('g')
            page.keyboard.press('r')
            expect(page.locator('#list h1')).to_have_text('Recently opened')
            expect(page.locator('.rows h2')).to_have_text(['News 7', 'News 4'], use_inner_text=True)
            self.check_axe(page, 'recent')

    def test_left_at_once(self):
        """What is opened is read, also where the page is left before that is stored; the next page shows it."""
        writer = sqlite3.connect(os.path.join(self.home, 'a.db'), isolation_level=None)
        self.addCleanup(writer.close)
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            row, read = page.locator('.rows > li').nth(11), re.compile(r'\bread\b')
            expect(row).to_have_class('unread')
            # Another program writes meanwhile.
            writer.execute('BEGIN IMMEDIATE')
            row.locator('h2 a').click()
            expect(page.locator('#article h1')).to_have_text('News 11')
            page.keyboard.press('g')
            page.keyboard.press('r')
            expect(page.locator('#list h1')).to_have_text('Recently opened')
            expect(page.locator('.rows > li').first).to_have_class(read)
            writer.execute('ROLLBACK')
            wait_until(page, 'Object.keys(sessionStorage).length === 0')
            page.reload()
            expect(page.locator('.rows > li').first).to_have_class(read)
            expect(page.locator('.rows h2').first).to_have_text('News 11')

    def test_dividers(self):
        """A divider is moved by arrows, and stays where it was put."""
        with self.page() as page:
            divider = page.locator('.divider[data-pane=list]')
            divider.focus()
            page.keyboard.press('ArrowRight')
            page.reload()
            expect(page.locator('.divider[data-pane=list]')).to_have_attribute('aria-valuenow', '408')
            self.check_axe(page, 'dividers')

    def test_swipe(self):
        """On a phone a swiped row is read; what is touched is at least 44 pixels high."""
        with self.page(width=390, height=800, has_touch=True) as page:
            page.goto(self.base + '/feed/2')
            row = page.locator('.rows > li').first
            row.evaluate("""row => {
                const touch = (x) => new Touch({ identifier: 1, target: row, clientX: x, clientY: 200 });
                for (const [type, x] of [["touchstart", 50], ["touchmove", 120], ["touchmove", 190], ["touchend", 190]]) {
                    const touches = type === "touchend" ? [] : [touch(x)];
                    row.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(x)] }));
                }
            }""")
            expect(row).to_contain_class('read')
            for place in ('.state.row button', '.bottom a'):
                box = page.locator(place).first.bounding_box()
                self.assertGreaterEqual(min(box['width'], box['height']), 44)
            self.shoot(page, 'phone-list')


class LongListTests(ReaderTests):
    count = 2_000

    @classmethod
    def prepare(cls):
        lines = ''.join(
            json.dumps({'feed': 'https://long.example/feed', 'id': str(n), 'title': 'Long %d' % n, 'text': 'Text %d.' % n,
                        'published': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(1.5e9 - n * 60))}) + '\n'
            for n in range(cls.count))
        pathlib.Path(cls.home, 'long.jsonl').write_text(lines)
        cls.run_program('ingest', 'long.jsonl')

    def drawn(self, page):
        """Rows in the page, and the titles of the first and the last that are seen."""
        return page.evaluate("""() => {
            const pane = document.getElementById('list').getBoundingClientRect();
            const seen = [...document.querySelectorAll('.rows > li')].filter((row) => {
                const box = row.getBoundingClientRect();
                return box.bottom > pane.top + 60 && box.top < pane.bottom;
            }).map((row) => row.querySelector('h2')?.innerText);
            return [document.querySelectorAll('.rows > li').length, seen[0], seen.at(-1)];
        }""")

    def test_scrolling(self):
        """A long list has its whole length at once, is drawn where one looks, either way, and keeps few rows in the page."""
        with self.page() as page:
            page.goto(self.base + '/search?q=x')
            page.goto(self.base + '/all')
            total = 2_000 + 120
            height = page.evaluate("document.querySelector('.rows').clientHeight")
            self.assertGreaterEqual(height, total * 106)
            # On, a screen at a time.
            for _ in range(40):
                page.evaluate("document.querySelector('#list').scrollBy(0, 800)")
                page.wait_for_timeout(30)
            page.wait_for_timeout(500)
            rows, first, last = self.drawn(page)
            self.assertLessEqual(rows, 300)
            self.assertIsNotNone(first)
            # A jump to the end, and back up from there.
            page.evaluate("document.querySelector('#list').scrollTo(0, 1e9)")
            expect(page.locator('.rows > li').last).to_contain_text('Long 1999', timeout=10_000)
            self.assertLessEqual(self.drawn(page)[0], 300)
            for _ in range(20):
                page.evaluate("document.querySelector('#list').scrollBy(0, -800)")
                page.wait_for_timeout(30)
            page.wait_for_timeout(500)
            rows, first, last = self.drawn(page)
            self.assertLessEqual(rows, 300)
            numbers = [int(text.split()[-1]) for text in page.locator('.rows h2').all_inner_texts()]
            self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))

    def test_back(self):
        """A list that is come back to begins where it was; an article closes beside the list that stands."""
        with self.page() as page:
            page.goto(self.base + '/all')
            page.evaluate("document.querySelector('#list').scrollTo(0, 106 * 1000)")
            expect(page.locator('.rows > li:has-text("Long 900")')).to_have_count(1, timeout=10_000)
            before = self.drawn(page)[1]
            page.goto(self.base + '/starred')
            page.go_back()
            page.wait_for_timeout(1_000)
            self.assertEqual(self.drawn(page)[1], before)

    def test_pages_without_script(self):
        """Pages lead to older and newer articles."""
        with self.page(script=False) as page:
            page.goto(self.base + '/all')
            def follow(way):
                with page.expect_navigation():
                    page.click('.way.%s a' % way)
                return page.locator('.rows h2').first.inner_text()
            first = follow('next')
            self.assertNotEqual(follow('next'), first)
            self.assertEqual(follow('prev'), first)

    def test_read_on_scroll(self):
        """What scrolls past is marked as read, where one wants it."""
        with self.page() as page:
            page.click('.settings summary')
            page.check('.settings input[name=scroll]')
            page.click('.settings form >> nth=0 >> button')
            page.goto(self.base + '/all')
            page.evaluate("document.querySelector('#list').scrollTo(0, 106 * 5)")
            expect(page.locator('.rows > li').first).to_contain_class('read')
            page.wait_for_timeout(1_500)
            self.assertGreaterEqual(int(self.run_program('search', '--count', 'is:read title:News')), 4)
