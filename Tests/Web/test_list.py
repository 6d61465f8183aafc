"""The list of articles: drawn as it scrolls, marked in bulk, come back to."""
import re, sqlite3, struct, zlib
from base import *


def colours(png):
    """The number of different colours of a screenshot."""
    width, height, pixels, place = *struct.unpack('>II', png[16:24]), b'', 8
    while place < len(png):
        length, = struct.unpack('>I', png[place:place + 4])
        if png[place + 4:place + 8] == b'IDAT':
            pixels += png[place + 8:place + 8 + length]
        place += length + 12
    channels = {2: 3, 6: 4}[png[25]]
    data, stride, above, found = zlib.decompress(pixels), width * channels, bytearray(width * channels), set()
    for y in range(height):
        kind, line = data[y * (stride + 1)], bytearray(data[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left, up = line[x - channels] if x >= channels else 0, above[x]
            corner = above[x - channels] if x >= channels else 0
            nearest = min((abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner))[2]
            line[x] = (line[x] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        found |= {bytes(line[x:x + 3]) for x in range(0, stride, channels)}
        above = line
    return len(found)


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
            page.locator('.rows h2 a').nth(1).click()
            expect(page.locator('.rows > li.read')).to_have_count(1)
            page.keyboard.press(']')
            expect(page.locator('.rows > li.read')).to_have_count(4)
            page.keyboard.press('z')
            expect(page.locator('.rows > li.read')).to_have_count(1)
            page.keyboard.press('m')
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
        """A title of one word that is wider than the list begins next to the dot of an unread article, and stays inside its row."""
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
            self.assertLessEqual(dot['right'], word['left'])

    def test_star_without_opening(self):
        """A row is starred where it stands."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            row = page.locator('.rows > li').nth(3)
            actions, date = row.locator('.state'), row.locator('time')
            # The actions take the place of the date while the row is pointed at or has the focus.
            expect(actions).to_have_css('opacity', '0')
            row.hover()
            expect(actions).to_have_css('opacity', '1')
            expect(date).to_have_css('opacity', '0')
            row.locator('button').first.click()
            expect(row).to_have_attribute('data-starred', '1')
            expect(page.locator('#article article')).to_have_count(0)
            page.mouse.move(1000, 400)
            expect(date).to_have_css('opacity', '1')
            self.assertIn('★', date.evaluate("date => getComputedStyle(date, '::before').content"))
            row.locator('button').first.focus()
            page.keyboard.press('Tab')
            expect(actions).to_have_css('opacity', '1')
            row.locator('button').first.click()
            expect(row).not_to_have_attribute('data-starred', '1')

    def test_signs(self):
        """A row has one sign for unread, which comes and goes with the state, and a letter where its feed has no icon."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            row = page.locator('.rows > li').nth(30)
            self.assertEqual(row.locator('.site').get_attribute('data-letter'), 'N')
            dot = row.locator('.dot')
            row.locator('h2 a').click()
            expect(row).to_contain_class('read')
            expect(dot).to_be_hidden()
            page.reload()
            row = page.locator('.rows > li').nth(30)
            expect(row).to_contain_class('read')
            page.keyboard.press('m')
            expect(row.locator('.dot')).to_be_visible()
            page.keyboard.press('m')

    def test_tabs(self):
        """What is marked in one tab is seen in the other, and what another program marks is seen in both."""
        numbers = self.run_program('list', 'feed:索引笔记', '--format', '%i').split()
        with self.page() as page:
            other = page.context.new_page()
            for tab in (page, other):
                tab.goto(self.base + '/folder/' + '技术/中文')
                # Its first event says nothing new.
                expect(tab.locator('#feeds [data-feed=unread] .count')).not_to_be_empty()
                tab.wait_for_timeout(500)
            page.locator('.rows h2 a').first.click()
            expect(page.locator('#article article')).to_have_count(1)
            row = other.locator('.rows > li').first
            expect(row).to_contain_class('read')
            page.keyboard.press('s')
            expect(row).to_have_attribute('data-starred', '1')
            row.hover()
            row.locator('button[value=unstarred]').click()
            expect(page.locator('#article button[value=starred]')).to_have_count(1)
            expect(page.locator('.rows > [data-starred]')).to_have_count(0)
            other.wait_for_timeout(1_700)
            self.run_program('mark', 'read', '#' + numbers[3])
            self.addCleanup(self.run_program, 'mark', 'unread', *('#' + number for number in numbers))
            for tab in (page, other):
                expect(tab.locator('.rows > li[data-article="%s"]' % numbers[3])).to_contain_class('read')

    def test_opened_by_address(self):
        """An article that is opened by its address becomes read, once: a reload leaves what was set to unread."""
        number = self.run_program('list', 'title:"News 60"', '--format', '%i').strip()
        with self.page() as page:
            page.goto('%s/article/%s' % (self.base, number))
            expect(page.locator('#article article')).to_contain_class('read')
            page.keyboard.press('m')
            expect(page.locator('#article article')).to_contain_class('unread')
            page.wait_for_timeout(500)
            page.reload()
            page.wait_for_timeout(500)
            expect(page.locator('#article article')).to_contain_class('unread')
            self.assertEqual(self.run_program('list', 'title:"News 60"', 'is:unread', '--format', '%i').strip(), number)

    def test_changes_in_order(self):
        """Of two changes of one state the last one counts, even if the service answers the first one late."""
        number = self.run_program('list', 'title:"News 70"', '--format', '%i').strip()
        with self.page() as page:
            sent, held = [], []

            def hold_first(route):
                sent.append(route.request.post_data_json['read'])
                if held:
                    route.continue_()
                else:
                    held.append(route)
            page.route('**/v1/state', hold_first)
            page.goto('%s/article/%s' % (self.base, number))
            expect(page.locator('#article article')).to_contain_class('read')
            # The service answers with rows of before the change, as it is not stored yet.
            row = page.locator('.rows > li[data-article="%s"]' % number)
            row.wait_for(state='attached')
            expect(row).to_contain_class('read')
            page.keyboard.press('m')
            expect(page.locator('#article article')).to_contain_class('unread')
            expect(row).to_contain_class('unread')
            page.wait_for_timeout(300)
            self.assertEqual(sent, [True])
            held[0].continue_()
            wait_until(page, 'Object.keys(sessionStorage).every((key) => !key.startsWith("feedsearch-state/"))')
            self.assertEqual(sent, [True, False])
            self.assertEqual(self.run_program('list', 'title:"News 70"', 'is:unread', '--format', '%i').strip(), number)

    def test_rows_of_before(self):
        """Rows that the service wrote before a change was stored show it, even if they arrive after the change is stored."""
        number = self.run_program('list', 'title:"News 71"', '--format', '%i').strip()
        with self.page() as page:
            stored = []

            def answer_late(route):
                # The rows are written first, then the change is stored, and the rows arrive last.
                rows = route.fetch()
                stored[0].continue_()
                page.wait_for_timeout(500)
                route.fulfill(response=rows)
            page.route('**/v1/state', lambda route: stored.append(route))
            page.route('**/feed/1?*part=list*', answer_late)
            page.goto('%s/article/%s' % (self.base, number), wait_until='commit')
            row = page.locator('.rows > li[data-article="%s"]' % number)
            row.wait_for(state='attached')
            expect(row).to_contain_class('read')
            wait_until(page, 'Object.keys(sessionStorage).every((key) => !key.startsWith("feedsearch-state/"))')

    def test_order(self):
        """A list that is no search is shown newest or oldest first, with its pages, the same without a script."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto(self.base + '/feed/1')
                expect(page.locator('.rows h2').first).to_contain_text('News 0')
                page.click('#list .tool[title$=first]')
                expect(page.locator('.rows h2').first).to_contain_text('News 119')
                if script:
                    page.evaluate("document.querySelector('#list').scrollTo(0, 1e9)")
                    expect(page.locator('.rows h2').last).to_contain_text('News 0')
                    page.evaluate("document.querySelector('#list').scrollTo(0, 0)")
                    expect(page.locator('.rows h2').first).to_contain_text('News 119')
                    page.locator('.rows h2 a').nth(2).click()
                    expect(page.locator('#article h1')).to_have_text('News 117')
                    page.keyboard.press('[')
                    expect(page.locator('#toast')).to_be_visible()
                    expect(page.locator('.rows > li').nth(1)).to_contain_class('read')
                    expect(page.locator('.rows > li').nth(3)).to_contain_class('unread')
                    page.keyboard.press('z')
                    expect(page.locator('.rows > li').nth(1)).to_contain_class('unread')
                else:
                    page.click('.way.next a')
                    expect(page.locator('.rows h2').first).to_contain_text('News 69')
                    page.click('.way.prev a')
                    expect(page.locator('.rows h2').first).to_contain_text('News 119')
                page.click('#list .tool[title$=first]')
                expect(page.locator('.rows h2').first).to_contain_text('News 0')

    def test_recent(self):
        """Opened articles are listed on all devices, the latest first; the switch and the button to clear the list work without scripts."""
        self.run_program('opened', 'clear')
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
            self.shoot(page, 'recent')
        # In another browser without scripts, the opening of an article's page is also recorded.
        with self.page(script=False) as page:
            page.goto(self.base + '/feed/1')
            # The times of openings are in seconds.
            page.wait_for_timeout(1100)
            page.locator('.rows h2 a').nth(2).click()
            expect(page.locator('#article h1')).to_have_text('News 2')
            for _ in range(100):
                page.goto(self.base + '/recent')
                if page.locator('.rows h2').count() == 3: break
            expect(page.locator('.rows h2')).to_have_text([re.compile('News %d$' % row) for row in (2, 7, 4)])
            page.click('button[value=off]')
            expect(page.locator('.opened-list')).to_contain_text('not recorded')
            page.goto(self.base + '/feed/1')
            page.locator('.rows h2 a').nth(9).click()
            page.goto(self.base + '/recent')
            expect(page.locator('.rows h2')).to_have_count(3)
            page.click('button[value=on]')
            page.click('.opened-list summary')
            page.click('button[value=clear]')
            expect(page.locator('.rows h2')).to_have_count(0)
            expect(page.locator('#list .empty')).to_contain_text('on all devices')

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
            page.goto(self.base + '/feed/1')
            expect(row.locator('h2')).to_contain_text('News 11')
            expect(row).to_have_class(read)
            writer.execute('ROLLBACK')
            wait_until(page, 'Object.keys(sessionStorage).length === 0')
            page.reload()
            expect(row).to_have_class(read)

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
            # Half a swipe shows what the whole one will do.
            row.evaluate("""row => {
                const touch = (x) => new Touch({ identifier: 1, target: row, clientX: x, clientY: 200 });
                for (const [type, x] of [["touchstart", 250], ["touchmove", 200], ["touchmove", 150]]) {
                    row.dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [touch(x)], changedTouches: [touch(x)] }));
                }
            }""")
            expect(page.locator('.rows')).to_have_attribute('data-swipe', 'Star')
            expect(page.locator('.rows')).to_have_attribute('data-enough', 'true')
            self.shoot(page, 'phone-swipe')
            row.evaluate("row => row.dispatchEvent(new TouchEvent('touchcancel', { bubbles: true }))")
            expect(page.locator('.rows')).not_to_have_attribute('data-swipe', 'Star')
            expect(row).not_to_have_attribute('data-starred', '1')

    PULL = """(list, [way, end]) => {
        const touch = (y) => new Touch({ identifier: 1, target: list, clientX: 150, clientY: y });
        const steps = [["touchstart", 100], ...way.map((y) => ["touchmove", y]), ...(end ? [[end, way.at(-1)]] : [])];
        for (const [type, y] of steps) {
            const touches = type === "touchend" ? [] : [touch(y)];
            list.querySelector('.rows').dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch(y)] }));
        }
    }"""

    def test_pull(self):
        """On a touch screen, pulling the list down refreshes the current feed, with progress; a short pull or a pull of a scrolled list refreshes nothing."""
        jobs = lambda page: len(page.request.get(self.base + '/v1/jobs').json()['jobs'])
        for motion in ('no-preference', 'reduce'):
            with self.page(width=390, height=800, has_touch=True, reduced_motion=motion) as page:
                page.goto(self.base + '/all')
                page.goto(self.base + '/feed/2')
                before, sign, pane = jobs(page), page.locator('#pull'), page.locator('#list')
                # The sign says what a release will do; a short pull does nothing.
                pane.evaluate(self.PULL, [[130, 180], None])
                expect(sign).to_have_text('Pull down to refresh')
                self.assertEqual(sign.evaluate('sign => getComputedStyle(sign).translate'), 'none' if motion == 'reduce' else '0px 20px')
                self.check_axe(page, 'pull', '#pull')
                pane.evaluate(self.PULL, [[130, 180], 'touchend'])
                expect(sign).to_have_count(0)
                # A movement to the side swipes a row; an upward movement scrolls.
                pane.evaluate(self.PULL, [[130, 60, 300], 'touchend'])
                expect(sign).to_have_count(0)
                pane.evaluate('list => list.style.paddingBlockEnd = "900px"')
                pane.evaluate('list => list.scrollTop = 40')
                pane.evaluate(self.PULL, [[200, 300], 'touchend'])
                expect(sign).to_have_count(0)
                pane.evaluate('list => list.scrollTop = 0')
                self.assertEqual(jobs(page), before)
                pane.evaluate(self.PULL, [[200, 300], None])
                expect(sign).to_have_text('Release to refresh')
                self.shoot(page, 'phone-pull')
                with page.expect_request('**/v1/refresh') as request:
                    pane.evaluate(self.PULL, [[200, 300], 'touchend'])
                self.assertEqual(request.value.post_data_json, {'feeds': [2]})
                expect(sign).to_contain_text('New articles: 0')
                self.assertEqual(jobs(page), before + 1)
                expect(sign).to_have_count(0)
        with self.page(width=390, height=800, has_touch=True, script=False) as page:
            page.goto(self.base + '/feed/2')
            expect(page.locator('#pull')).to_have_count(0)


class DayTests(ReaderTests):
    @classmethod
    def prepare(cls):
        cls.now = time.time()
        ages = [480, 3 * 86400, 3 * 86400 + 60, 86400, 800 * 86400]
        texts = ['Short.', 'A word and another. ' * 40, 'Text.', '', 'Text. ' * 60]
        lines = ''.join(
            json.dumps({'feed': 'https://days.example/feed', 'id': str(n), 'title': 'Day %d' % n + ' title' * (n * 6), 'text': texts[n],
                        'url': 'https://days.example/%d' % n,
                        'published': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(cls.now - age))}) + '\n'
            for n, age in enumerate(ages))
        pathlib.Path(cls.home, 'days.jsonl').write_text(lines)
        cls.run_program('ingest', 'days.jsonl')
        cls.run_program('mark', 'starred', 'title:Day', '--yes')

    def test_dates(self):
        """A list by date has a header for each day and times below it; the full date is read aloud and shown by a pointer."""
        days = [time.gmtime(self.now - age) for age in (86400, 3 * 86400, 800 * 86400)]
        for language, yesterday, ago, short in [('en-US', 'Yesterday', '8 min', '%-d\xa0%b'), ('zh-CN', '昨天', '8 分钟前', '%-m月%-d日')]:
            for script in (True, False):
                with self.page(language=language, script=script) as page:
                    page.goto(self.base + '/starred')
                    headers = page.locator('.rows > .starts-day')
                    expect(headers).to_have_count(4)
                    self.assertEqual(headers.nth(1).get_attribute('data-day'), yesterday)
                    self.assertIn(str(days[1].tm_mday), headers.nth(2).get_attribute('data-day'))
                    self.assertIn(str(days[2].tm_year), headers.nth(3).get_attribute('data-day'))
                    times = page.locator('.rows time')
                    expect(times.first.locator('[aria-hidden]')).to_have_text(ago)
                    expect(times.nth(1).locator('[aria-hidden]')).to_have_text(time.strftime('%H:%M', days[0]))
                    full = times.nth(1).get_attribute('title')
                    self.assertIn(str(days[0].tm_year), full)
                    expect(times.nth(1).locator('.unseen')).to_have_text(full)
                    # A search is not in the order of dates: its rows have the date.
                    page.goto(self.base + '/search?q=title:Day&sort=newest')
                    expect(page.locator('.rows > .starts-day')).to_have_count(0)
                    expect(times.nth(1).locator('[aria-hidden]')).to_have_text(yesterday)
                    expect(times.nth(2).locator('[aria-hidden]')).to_have_text(time.strftime(short, days[1]))
                    expect(times.nth(4).locator('[aria-hidden]')).to_contain_text(str(days[2].tm_year))

    def test_rows(self):
        """All rows have one height, with a header or without; a snippet fills what the title leaves, and is not cut through."""
        for width in (1440, 390):
            for rows in ('', 'd-compact'):
                with self.page(width=width, height=800) as page:
                    page.context.add_cookies([{'name': 'feedsearch-look', 'value': rows, 'url': self.base}])
                    page.goto(self.base + '/starred')
                    boxes = [row.bounding_box() for row in page.locator('.rows > li').all()]
                    self.assertEqual({box['height'] for box in boxes}, {60 if rows else 114})
                    for row in page.locator('.rows > li').all():
                        cut = row.evaluate("""row => {
                            const end = row.getBoundingClientRect().bottom;
                            return [...row.querySelectorAll('.meta, h2, .snippet > span, .thumb')].filter((part) => part.checkVisibility({ visibilityProperty: true })
                                && part.getClientRects().length && part.getBoundingClientRect().bottom > end).map((part) => part.outerHTML.slice(0, 80));
                        }""")
                        self.assertEqual(cut, [])
                    self.shoot(page, 'rows-%d%s' % (width, rows))

    def test_day_stays(self):
        """The day of the topmost row stays in view while the list scrolls, and is none of a search."""
        with self.page(height=300) as page:
            page.goto(self.base + '/starred')
            bar = page.locator('.day-bar')
            page.evaluate("document.querySelector('#list').scrollTo(0, document.querySelector('.rows').offsetTop + 154)")
            expect(bar).to_have_text('Yesterday')
            search = page.locator('#search').bounding_box()
            self.assertLess(abs(bar.bounding_box()['y'] - search['y'] - search['height']), 2)
            page.goto(self.base + '/search?q=title:Day')
            expect(page.locator('.rows > li').first).to_be_visible()
            expect(bar).to_be_hidden()


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
            self.assertGreaterEqual(height, total * 114)
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
            numbers = [int(text.split()[-1]) for text in page.locator('.rows h2').all_text_contents()]
            self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))

    def test_back(self):
        """A list that is come back to begins where it was; an article closes beside the list that stands."""
        with self.page() as page:
            page.goto(self.base + '/all')
            page.evaluate("document.querySelector('#list').scrollTo(0, 114 * 1000)")
            expect(page.locator('.rows > li:has-text("Long 900")')).to_have_count(1, timeout=10_000)
            before = self.drawn(page)[1]
            page.goto(self.base + '/starred')
            page.go_back()
            page.wait_for_timeout(1_000)
            self.assertEqual(self.drawn(page)[1], before)

    def test_reload(self):
        """A reload keeps the place in the list: far down, in a search, and where rows above have become read meanwhile."""
        with self.page() as page:
            for place, row in [('/all', 1000), ('/search?q=Long&sort=newest', 90)]:
                page.goto(self.base + place)
                for _ in range(8):
                    page.evaluate("row => document.querySelector('#list').scrollTo(0, document.querySelector('.rows').offsetTop + 114 * row + 10)", row)
                    page.wait_for_timeout(150)
                expect(page.locator('.rows > li.unread').first).to_be_visible()
                before = self.drawn(page)[1]
                self.assertIsNotNone(before)
                page.reload()
                wait_until(page, "document.querySelector('#list').scrollTop > 114 * %d" % (row - 2))
                expect(page.locator('.rows > li:has-text("%s")' % before.split('\n')[-1]).first).to_be_in_viewport()
                self.assertEqual(self.drawn(page)[1], before, place)
            page.goto(self.base + '/')
            page.evaluate("document.querySelector('#list').scrollTo(0, 114 * 30)")
            page.wait_for_timeout(300)
            before = self.drawn(page)[1]
            numbers = self.run_program('list', 'feed:News', '--format', '%i').split()
            self.run_program('mark', 'read', *('#' + number for number in numbers[:10]))
            page.reload()
            wait_until(page, "document.querySelector('#list').scrollTop > 1000")
            self.assertEqual(self.drawn(page)[1], before)

    def test_skeleton(self):
        """A jump to a place of a long list that was not drawn yet shows empty rows at once, before the service answers."""
        for options in (dict(), dict(scheme='dark')):
            with self.page(**options) as page:
                page.goto(self.base + '/all')
                waiting = []
                page.route(re.compile('[?&]row='), lambda route: waiting.append(route))
                page.evaluate("document.querySelector('#list').scrollTo(0, 1e9)")
                box = page.locator('#list').bounding_box()
                # The border of the pane is no row.
                shot = page.screenshot(clip=dict(x=box['x'] + 40, y=box['y'] + 200, width=200, height=300))
                self.assertGreaterEqual(colours(shot), 3)
                self.shoot(page, 'skeleton' + options.get('scheme', ''))
                page.wait_for_timeout(300)
                self.assertEqual(len(waiting), 1)
                waiting[0].continue_()
                expect(page.locator('.rows > li').last).to_contain_text('Long 1999', timeout=10_000)

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
            page.evaluate("document.querySelector('#list').scrollTo(0, 114 * 5)")
            expect(page.locator('.rows > li').first).to_contain_class('read')
            page.wait_for_timeout(1_500)
            self.assertGreaterEqual(int(self.run_program('search', '--count', 'is:read title:News')), 4)
