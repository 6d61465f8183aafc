"""Folders and feeds beside the list: opened, walked through by keys, put in order."""
from base import *


def outline(title, url=None, inside=''):
    title = html.escape(title, quote=True)
    if url:
        return '<outline type="rss" text="%s" title="%s" xmlUrl="%s"/>' % (title, title, url)
    return '<outline text="%s" title="%s">%s</outline>' % (title, title, inside)


def import_list(test, body):
    path = os.path.join(test.home, 'list.opml')
    pathlib.Path(path).write_text('<opml version="2.0"><head/><body>%s</body></opml>' % body)
    test.run_program('import', path)


def feeds(names):
    return ''.join(outline(name, 'http://feeds.example/%s' % ''.join('%02x' % byte for byte in name.encode())) for name in names)


def names(page, within='#tree'):
    """What a person sees of the tree, from top to bottom."""
    return [name for name in page.locator(within + ' .name:visible').all_inner_texts()]


class TreeTests(ReaderTests):
    @classmethod
    def prepare(cls):
        import_list(cls, outline('Birds', None, feeds(['Heron', 'Gull', 'Egret']) + outline('Owls', None, feeds(['Barn owl', 'Tawny owl'])))
                    + outline('音乐', None, feeds(['爵士', '古典'])) + feeds(['Zebra', 'Yak']))

    def test_keys(self):
        """Arrows, Home, End and letters walk through the tree; Enter opens; the Tab key stops once."""
        with self.page() as page:
            self.assertEqual(page.locator('#tree [role=treeitem][tabindex="0"]').count(), 1)
            expect(page.locator('#tree > ul')).to_have_attribute('role', 'tree')
            page.locator('#tree [role=treeitem][tabindex="0"]').focus()
            focused = lambda: page.evaluate("document.activeElement.querySelector('.name')?.textContent")
            def press(key, name):
                page.keyboard.press(key)
                self.assertEqual(focused(), name, key)
            press('Home', 'Birds')
            press('ArrowRight', 'Owls')
            press('ArrowRight', 'Barn owl')
            press('ArrowLeft', 'Owls')
            press('ArrowLeft', 'Owls')
            expect(page.locator('#tree a[data-folder="Birds/Owls"]')).to_have_attribute('aria-expanded', 'false')
            press('ArrowDown', 'Heron')
            press('ArrowUp', 'Owls')
            press('ArrowLeft', 'Birds')
            press('ArrowLeft', 'Birds')
            self.assertNotIn('Heron', names(page))
            press('q', 'Birds')
            press('Home', 'Birds')
            press('y', 'Yak')
            press('Home', 'Birds')
            press('ArrowRight', 'Birds')
            press('g', 'Gull')
            press('j', 'Gull')
            press('End', names(page)[-1])
            page.keyboard.press('Home')
            page.keyboard.press('Enter')
            expect(page.locator('#list h1')).to_have_text('Birds')
            # The page is another one; its scripts are ready when the tree is one.
            expect(page.locator('#tree > ul')).to_have_attribute('role', 'tree')
            # Outside the tree letters are commands again.
            page.keyboard.press('g'), page.keyboard.press('s')
            expect(page.locator('#list h1')).to_have_text('Starred')
            page.goto(self.base + '/feed/2')
            expect(page.locator('#tree [tabindex="0"]')).to_have_attribute('aria-current', 'page')

    def test_remembered(self):
        """What was opened and closed stays so on another device, with and without a script."""
        closed = '#tree .line button[value="音乐"]'
        with self.page(language='zh-CN') as page:
            expect(page.locator(closed)).to_have_attribute('aria-label', '收起文件夹 音乐')
            with page.expect_response('**/actions/fold'):
                page.click(closed)
            self.assertNotIn('爵士', names(page))
        for script in (True, False):
            with self.page(script=script, width=1440 if script else 390) as page:
                if not script:
                    page.click('#list .menu')
                expect(page.locator(closed)).to_have_attribute('aria-expanded', 'false')
                self.assertNotIn('爵士', names(page))
                self.assertIn('Heron', names(page))
        with self.page(script=False) as page:
            page.goto(self.base + '/starred')
            page.click(closed)
            expect(page.locator('#list h1')).to_have_text('Starred')
            self.assertIn('爵士', names(page))
        # A folder whose feeds are not in the page is fetched.
        with self.page() as page:
            page.locator('#tree a[data-folder="Birds"]').focus()
            with page.expect_response('**/actions/fold'):
                page.keyboard.press('ArrowLeft')
            page.goto(self.base + '/folder/' + '技术/中文')
            self.assertNotIn('Heron', names(page))
            page.click('#tree button[value="Birds"]')
            expect(page.locator('#tree a:has-text("Heron")')).to_be_visible()
            page.click('#tree a:has-text("Heron")')
            expect(page.locator('#list h1')).to_have_text('Heron')

    def test_counts_of_folders(self):
        """A folder has what is unread in it and below it, and follows what others do, open or closed."""
        with self.page() as page:
            count = page.locator('#tree a[data-folder="技术"] .count')
            expect(count).to_have_text('5')
            with page.expect_response('**/actions/fold'):
                page.click('#tree button[value="技术"]')
            page.reload()
            self.run_program('mark', 'read', 'title:"全文检索第 3 篇"')
            expect(count).to_have_text('4', timeout=10_000)
            page.click('#tree button[value="技术"]')
            expect(page.locator('#tree a[data-folder="技术/中文"] .count')).to_have_text('4')
            self.run_program('undo')
            expect(count).to_have_text('5', timeout=10_000)

    def test_accessible(self):
        """axe finds nothing in the tree and on the page for arranging, in both languages, light and dark."""
        for scheme, width, language in [('light', 1440, 'en-US'), ('dark', 1440, 'zh-CN'), ('dark', 390, 'en-US'), ('light', 390, 'zh-CN')]:
            with self.page(scheme=scheme, width=width, language=language) as page:
                for place in ['/#feeds', '/folder/Birds#feeds', '/arrange', '/arrange?folder=Birds&moved=items']:
                    page.goto(self.base + place)
                    self.check_axe(page, '%s %s %d' % (place, scheme, width))
                    self.shoot(page, 'tree-%s-%d-%s' % (scheme, width, place.split('#')[0].replace('/', '_').split('?')[0]))


class OrderTests(ReaderTests):
    @classmethod
    def prepare(cls):
        TreeTests.prepare.__func__(cls)

    def choose_order(self, page, order):
        page.click('.settings summary')
        page.select_option('select[name=order]', order)
        page.click('.settings form >> nth=0 >> button')

    def inside(self, page, folder):
        return names(page, '#tree li:has(> .line > a[data-folder="%s"]) > ul' % folder)

    def test_orders(self):
        """By hand, by title, by unread, by date added; the choice is remembered."""
        for script in (True, False):
            with self.page(script=script) as page:
                top = expect(page.locator('#tree > ul > li > a .name'))
                top.to_have_text(['Hostile', 'Pictures', 'Zebra', 'Yak'])
                self.choose_order(page, 'title')
                top.to_have_text(['Hostile', 'Pictures', 'Yak', 'Zebra'])
                page.goto(self.base + '/starred')
                top.to_have_text(['Hostile', 'Pictures', 'Yak', 'Zebra'])
                self.choose_order(page, 'unread')
                expect(page.locator('#tree .name').first).to_have_text('News')
                self.choose_order(page, 'added')
                top.to_have_text(['Hostile', 'Pictures', 'Zebra', 'Yak'])

    def test_dragging(self):
        """A feed is dragged between others and onto a folder, a folder beside another; each is taken back where one stands."""
        with self.page() as page:
            feed = lambda name: page.locator('#tree a[data-feed]:has-text("%s")' % name)
            feed('Egret').drag_to(feed('Heron'), target_position={'x': 60, 'y': 3})
            expect(page.locator('#toast')).to_contain_text('Moved: Egret')
            self.assertEqual(self.inside(page, 'Birds')[-3:], ['Egret', 'Heron', 'Gull'])
            page.keyboard.press('z')
            expect(page.locator('#tree li:has(> a:has-text("Gull")) + li a .name')).to_have_text('Egret')
            feed('Zebra').drag_to(page.locator('#tree a[data-folder="音乐"]'), target_position={'x': 60, 'y': 15})
            expect(page.locator('#tree li:has(> .line > a[data-folder="音乐"]) > ul a .name').last).to_have_text('Zebra')
            feed('Zebra').drag_to(page.locator('.tree-head'), target_position={'x': 60, 'y': 12})
            expect(page.locator('#tree > ul > li > a .name').last).to_have_text('Zebra')
            page.locator('#tree a[data-folder="音乐"]').drag_to(page.locator('#tree a[data-folder="Birds"]'), target_position={'x': 60, 'y': 2})
            expect(page.locator('#tree > ul > .folder > .line .name').first).to_have_text('音乐')
            page.click('#toast button')
            expect(page.locator('#tree > ul > .folder > .line .name').first).to_have_text('Birds')
            self.assertEqual(self.run_program('feeds', '--folders', '--sort', 'hand', '--json').count('\n'), 6)
        for _ in range(2):
            self.run_program('undo')

    def test_keys_move(self):
        """Alt and an arrow move a feed or a folder up and down, and the focus stays on it."""
        with self.page(language='zh-CN') as page:
            page.locator('#tree a:has-text("古典")').focus()
            page.keyboard.press('Alt+ArrowUp')
            expect(page.locator('#toast')).to_contain_text('已移动：古典')
            self.assertEqual(self.inside(page, '音乐'), ['古典', '爵士'])
            self.assertEqual(page.evaluate("document.activeElement.querySelector('.name').textContent"), '古典')
            page.keyboard.press('Alt+ArrowDown')
            expect(page.locator('#tree a:has-text("爵士")')).to_be_visible()
            wait_until(page, "[...document.querySelectorAll('#tree .name')].map((name) => name.textContent).join(' ').includes('爵士 古典')")

    def test_without_script(self):
        """Without a script and without dragging: buttons move a row again and again, several into a folder, and undo is there."""
        for width, language, script in [(1440, 'en-US', False), (390, 'zh-CN', False), (390, 'en-US', True)]:
            with self.page(width=width, height=800, script=script, language=language) as page:
                if width < 1100:
                    page.click('#list .menu')
                page.click('.tree-head a')
                page.click('#content tbody a:has-text("Birds")')
                rows = lambda: page.locator('#content tbody th').all_inner_texts()
                self.assertEqual([name.strip() for name in rows()], ['Owls', 'Heron', 'Gull', 'Egret'])
                button = page.locator('tr:has-text("Egret") button[name=up]')
                button.click()
                self.assertEqual([name.strip() for name in rows()], ['Owls', 'Heron', 'Egret', 'Gull'])
                self.assertTrue(button.evaluate('button => button.autofocus'))
                button.click()
                self.assertEqual([name.strip() for name in rows()], ['Owls', 'Egret', 'Heron', 'Gull'])
                expect(button).to_be_disabled()
                self.shoot(page, 'arrange-%d-%s' % (width, language))
                for name in ('Egret', 'Gull'):
                    page.check('tr:has-text("%s") input' % name)
                page.select_option('select[name=target]', '音乐')
                page.click('button[value=folder]')
                self.assertEqual([name.strip() for name in rows()], ['Owls', 'Heron'])
                page.click('.way-to a >> nth=0')
                page.click('#content tbody a:has-text("音乐")')
                self.assertEqual([name.strip() for name in rows()], ['爵士', '古典', 'Egret', 'Gull'])
                page.go_back(), page.go_back()
                page.click('.done button')
                self.assertEqual([name.strip() for name in rows()], ['Owls', 'Egret', 'Heron', 'Gull'])
                page.click('button[value=last]')
                expect(page.locator('#content [role=alert]')).to_be_visible()
                for _ in range(2):
                    self.run_program('undo')


class ManyFeedsTests(ReaderTests):
    """5,000 feeds in 200 folders."""
    folders, each = 200, 25

    @classmethod
    def prepare(cls):
        body = ''
        for folder in range(cls.folders):
            inside = feeds('Feed %d of folder %d with a name that goes on' % (feed, folder) for feed in range(cls.each))
            body += outline('Folder %03d' % folder, None, inside)
        import_list(cls, body)

    def first_page(self, page):
        """Bytes of everything that the first page loads, as they are sent."""
        session = page.context.new_cdp_session(page)
        session.send('Network.enable')
        session.send('Network.setCacheDisabled', {'cacheDisabled': True})
        sizes = []
        session.on('Network.loadingFinished', lambda event: sizes.append(event['encodedDataLength']))
        page.goto(self.base + '/')
        page.wait_for_load_state()
        page.wait_for_timeout(500)
        return sum(sizes)

    def test_light(self):
        """The first page stays light, whatever was opened, and what is opened is fetched."""
        with self.page() as page:
            size = self.first_page(page)
            print('first page, closed: %d bytes' % size)
            self.assertLess(size, 150_000)
            self.assertLess(page.locator('#tree *').count(), 4_000)
            self.assertNotIn('Feed 3 of folder 7', page.content())
            page.click('#tree button[value="Folder 007"]')
            expect(page.locator('#tree li:has(> .line > a[data-folder="Folder 007"]) > ul > li')).to_have_count(self.each, timeout=30_000)
            page.click('#tree a:has-text("Feed 3 of folder 7 ")')
            expect(page.locator('#list h1')).to_contain_text('Feed 3 of folder 7')
            self.shoot(page, 'many-feeds')
            # All of them open: what does not fit stays closed until one opens it.
            for folder in range(self.folders):
                page.evaluate("""async (folder) => {
                    const body = new URLSearchParams({ csrf: document.querySelector('meta[name=csrf]').content, open: folder });
                    await fetch(document.body.dataset.root + 'actions/fold', { method: 'POST', body, redirect: 'manual' });
                }""", 'Folder %03d' % folder)
            size = self.first_page(page)
            print('first page, open: %d bytes' % size)
            self.assertLess(size, 150_000)
            self.assertEqual(page.locator('#tree a[data-feed]').count(), 1_000)
            expect(page.locator('#tree button[value="Folder 150"]')).to_have_attribute('aria-expanded', 'false')
            page.click('#tree button[value="Folder 150"]')
            expect(page.locator('#tree a:has-text("Feed 3 of folder 150 ")')).to_be_visible(timeout=30_000)
            frames = page.evaluate("""async () => {
                const pane = document.getElementById('feeds'), times = [];
                let last = performance.now();
                for (let step = 0; step < 120; step += 1) {
                    pane.scrollTop += 300;
                    await new Promise(requestAnimationFrame);
                    const now = performance.now();
                    times.push(now - last);
                    last = now;
                }
                return times.sort((a, b) => a - b);
            }""")
            print('scrolling, ms a frame: median %.1f, 95%% %.1f, most %.1f' % (frames[60], frames[114], frames[-1]))

    def test_more_than_a_page(self):
        """Of thousands of feeds in one folder the first are in the page, and the others come when they are asked for."""
        import_list(self, outline('Big', None, feeds('Big %04d' % number for number in range(1_200))))
        with self.page() as page:
            page.click('#tree button[value="Big"]')
            more = page.locator('#tree li:has(> .line > a[data-folder="Big"]) .more a')
            expect(more).to_have_text('200 more', timeout=30_000)
            more.click()
            expect(page.locator('#tree a:has-text("Big 1199")')).to_have_count(1, timeout=30_000)
            expect(more).to_have_count(0)
            expect(page.locator('#tree a:has-text("Big 1199")')).to_have_attribute('role', 'treeitem')
        with self.page(script=False) as page:
            page.goto(self.base + '/arrange?folder=Big')
            expect(page.locator('#content tbody tr')).to_have_count(200)
            page.click('#content p.buttons a')
            expect(page.locator('#content tbody th >> nth=0')).to_have_text('Big 0200')


class LongNamesTests(ReaderTests):
    """Names that do not fit, deep folders, counts of 10,000, failing feeds."""
    @classmethod
    def prepare(cls):
        deep = feeds(['At the bottom'])
        for name in reversed(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']):
            deep = outline(name, None, deep)
        import_list(cls, deep + outline('Donaudampfschifffahrtsgesellschaftskapitän', None, feeds(
            ['Rindfleischetikettierungsüberwachungsaufgabe', 'A title of a feed that goes on for more words than any list has room for',
             '一个非常非常长的中文订阅源标题，侧栏里放不下这么多的文字内容'])) + feeds(['مدونة عربية', 'Many']))
        lines = os.path.join(cls.home, 'many.jsonl')
        with open(lines, 'w') as file:
            for number in range(10_400):
                file.write(json.dumps({'feed': 'http://feeds.example/' + '4d616e79', 'id': str(number), 'title': 'Article %d' % number, 'text': 'x'}) + '\n')
        cls.run_program('ingest', lines)
        # The host of these feeds does not exist.
        subprocess.run([PROGRAM, '--db', 'a.db', 'fetch', 'Many', 'At the bottom', 'A title of a feed that goes on for more words than any list has room for'],
                       cwd=cls.home, env=environment(cls.home), capture_output=True, stdin=subprocess.DEVNULL)

    def test_room(self):
        """Nothing is wider than its pane; a failing feed says so in words, and a closed folder how many are in it."""
        for width, scheme, language, words in [(1440, 'light', 'en-US', 'failing'), (1440, 'dark', 'zh-CN', '获取失败'), (390, 'light', 'zh-CN', '获取失败')]:
            with self.page(width=width, height=900, scheme=scheme, language=language) as page:
                page.goto(self.base + '/#feeds')
                expect(page.locator('#tree a[data-feed]:has-text("Many") .warning')).to_have_text(words)
                expect(page.locator('#tree a[data-feed]:has-text("Many") .count')).to_have_text('10400')
                expect(page.locator('#tree a[data-folder="One"] .warning .unseen')).to_contain_text(words)
                self.assertEqual(page.evaluate("(() => { const pane = document.getElementById('feeds'); return pane.scrollWidth - pane.clientWidth; })()"), 0)
                for link in page.locator('#tree a[role=treeitem]').all():
                    box = link.locator('.name').bounding_box()
                    self.assertGreater(box['width'], 20, link.inner_text())
                self.check_axe(page, 'long names')
                self.shoot(page, 'long-names-%d-%s' % (width, scheme))
                page.evaluate("location.hash = ''")
                page.goto(self.base + '/arrange?folder=' + 'Donaudampfschifffahrtsgesellschaftskapitän')
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
                self.shoot(page, 'long-arrange-%d-%s' % (width, scheme))
