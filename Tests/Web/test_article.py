"""The opened article."""
import re
from base import *

CODE = 'let heron = "grey"\nprint(heron)'
TABLE = '<table><tr><th>Language</th>%s</tr><tr><td>Swift</td>%s</tr></table>' % (
    '<th>Memory</th>' * 12, '<td>Incomprehensibilities</td>' * 12)
LONG = ''.join('<p>Paragraph %d. %s</p>' % (n, 'A heron stands in the reeds and waits. ' * 12) for n in range(60))
ARABIC = '<p>هذا نص عربي طويل يكفي لمعرفة لغته، وفيه كلمات كثيرة عن القراءة والبحث في النصوص.</p>' * 5


class ArticleTests(ReaderTests):
    @classmethod
    def prepare(cls):
        address = site()[1]
        articles = [
            dict(title='Code', html='<p>Call <code>print</code> or <kbd>Enter</kbd>.</p><pre>%s</pre>%s<video src="%s/film.mp4" poster="%s/cat.png"></video>'
                 % (html.escape(CODE), TABLE, address, address)),
            dict(title='Long', html=LONG, url=address + '/long.html'),
            dict(title='After', html='<p>Short.</p>'),
            dict(title='مقالة عن القراءة', html=ARABIC, language='ar', feed='https://arabic.example/one', feed_title='Swift 5 مدونة', author='Ann Lee'),
            dict(title='مقالة عن القراءة', html=ARABIC, language='ar', feed='https://arabic.example/two', feed_title='نسخة 2'),
            dict(title='مقالة أخرى عن القراءة', html=ARABIC + '<p>زيادة في آخر النص عن الكتب.</p>', language='ar', feed='https://arabic.example/two'),
            dict(title='Large', html='<p>See <img src="%s/large.png" alt="A large cat" width="900" height="600"></p>' % address),
            dict(title='Tagged', html='<p>One.</p>', tags=['birds', 'a very long name of a feed that would fill the line']),
            dict(title='Excerpt', html='<p>Only the beginning.</p>', url=address + '/long.html'),
        ]
        pathlib.Path(site()[0], 'large.png').write_bytes(PICTURE)
        pathlib.Path(site()[0], 'long.html').write_text('<html><head><title>Long</title></head><body><article>%s</article></body></html>' % LONG)
        lines = [json.dumps({'feed': 'https://reading.example/feed', 'id': str(n), 'published': '2025-01-%02dT00:00:00Z' % (20 - n), **article})
                 for n, article in enumerate(articles)]
        pathlib.Path(cls.home, 'articles.jsonl').write_text('\n'.join(lines))
        cls.run_program('ingest', 'articles.jsonl')

    def number(self, title):
        return self.run_program('list', 'title:"%s"' % title, '--format', '%i').split()[0]

    def open(self, page, title):
        page.goto('%s/article/%s' % (self.base, self.number(title)))
        expect(page.locator('#article article')).to_have_count(1)

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

    def test_large_picture(self):
        """A picture opens as large as the window, closes by a click or Escape, and without a script its link leads to it."""
        with self.page() as page:
            self.open(page, 'Large')
            for close in (lambda: page.keyboard.press('Escape'), lambda: page.click('#picture')):
                page.click('#article .text img')
                expect(page.locator('#picture img')).to_have_attribute('alt', 'A large cat')
                self.assertGreater(page.locator('#picture').bounding_box()['width'], 1400)
                self.check_axe(page, 'large picture', '#picture')
                close()
                expect(page.locator('#picture')).to_have_count(0)
            page.locator('#article a.large').focus()
            page.keyboard.press('Enter')
            expect(page.locator('#picture')).to_be_visible()
        with self.page(script=False) as page:
            self.open(page, 'Large')
            with page.context.expect_page() as opened:
                page.click('#article a.large')
            self.assertIn('/image/', opened.value.url)

    def test_phone(self):
        """On a phone one pane is shown at a time, its actions are one row, and back leads to the list."""
        with self.page(width=390, height=800, scheme='dark', language='zh-CN') as page:
            self.shoot(page, 'phone')
            page.click('.rows h2 a >> nth=2')
            expect(page.locator('#article article')).to_be_visible()
            expect(page.locator('#list')).to_be_hidden()
            self.shoot(page, 'phone-article')
            page.click('.back')
            expect(page.locator('#list')).to_be_visible()
            self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), 390)
        for script in (True, False):
            with self.page(width=390, height=800, script=script) as page:
                self.open(page, 'Long')
                bar = page.locator('#article .actions').bounding_box()
                self.assertLess(bar['height'], 60)
                for control in page.locator('#article .actions > :is(a, form button), #article .actions .end > details > summary').all():
                    box = control.bounding_box()
                    self.assertTrue(bar['x'] <= box['x'] and box['x'] + box['width'] <= bar['x'] + bar['width'], box)
                    self.assertGreaterEqual(box['height'], 44)

    def test_right_to_left(self):
        """In an article that is written from the right, the line below the title, copies and similar articles are, and each part stays whole."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto('%s/article/%s' % (self.base, self.run_program('list', 'feed:https://arabic.example/one', '--format', '%i').strip()))
                parts = page.locator('#article .meta > bdi')
                expect(parts).to_have_count(4)
                expect(parts.nth(3)).to_have_text('1 min read')
                boxes = [part.bounding_box() for part in parts.all()]
                for before, after in zip(boxes, boxes[1:]):
                    self.assertGreaterEqual(before['x'], after['x'] + after['width'] - 1, boxes)
                for place in ('#article .meta', '#article .copies', '#article aside'):
                    expect(page.locator(place)).to_have_css('direction', 'rtl')
                page.click('.copies summary')
                for item in page.locator('.copies li, #article aside li').all():
                    self.assertGreaterEqual(item.locator('bdi').count(), 2)
                self.shoot(page, 'right-to-left-%s' % script)

    # Where the letters of a part are, in a part whose text is a date or a number with words.
    ORDER = """(element) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode(), range = document.createRange();
        const left = (at) => { range.setStart(text, at); range.setEnd(text, at + 1); return range.getBoundingClientRect().left; };
        return left(0) < left(text.length - 1);
    }"""

    def test_numbers_right_to_left(self):
        """Numbers stand before their words, and a year before its day, also in a line that is read from the right."""
        with self.page() as page:
            page.goto('%s/article/%s' % (self.base, self.run_program('list', 'feed:https://arabic.example/one', '--format', '%i').strip()))
            self.assertTrue(page.locator('#article .meta bdi:has-text("min read")').evaluate(self.ORDER))
            self.assertTrue(page.locator('#article .meta bdi:has(time)').evaluate(self.ORDER))

    def test_tables(self):
        """A word of a table stays whole; the table scrolls in its own box, and its head has a background."""
        for width in (1440, 390):
            with self.page(width=width, height=800) as page:
                self.open(page, 'Code')
                for cell in ('th', 'td'):
                    lines = page.locator('#article %s >> nth=1' % cell).evaluate(
                        'cell => { const range = document.createRange(); range.selectNodeContents(cell); return range.getClientRects().length; }')
                    self.assertEqual(lines, 1)
                self.assertTrue(page.locator('#article .wide').evaluate('box => box.scrollWidth > box.clientWidth'))
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width)
                background = 'element => getComputedStyle(element).backgroundColor'
                page_colour = page.locator('body').evaluate(background)
                for styled in ('.text th >> nth=0', '.text p code'):
                    self.assertNotIn(page.locator('#article ' + styled).evaluate(background), [page_colour, 'rgba(0, 0, 0, 0)'])
                self.shoot(page, 'tables-%d' % width)

    def test_code(self):
        """A button copies code; without a script there is none."""
        with self.page() as page:
            page.context.grant_permissions(['clipboard-read', 'clipboard-write'])
            self.open(page, 'Code')
            page.hover('#article .code')
            page.click('#article .code .copy')
            expect(page.locator('#toast')).to_have_text('Copied')
            self.assertEqual(page.evaluate('navigator.clipboard.readText()'), CODE)
            self.check_axe(page, 'code')
        with self.page(script=False) as page:
            self.open(page, 'Code')
            expect(page.locator('#article .code .copy')).to_have_count(0)

    def test_poster(self):
        """The picture of a video comes through the service."""
        with self.page() as page:
            self.open(page, 'Code')
            poster = page.locator('#article video').get_attribute('poster')
            self.assertTrue(poster.startswith('../image/'), poster)
            self.assertEqual(page.request.get(self.base + poster[2:]).headers['content-type'], 'image/png')

    def test_tags(self):
        """A person's own tags are added and removed beside the article, by the key t as well, with undo, and lead to a search."""
        for language in ('en-US', 'zh-CN'):
            with self.page(language=language) as page:
                self.open(page, 'Tagged')
                own = page.locator('#article .chip.own')
                expect(own).to_have_count(0)
                expect(page.locator('#article .chip')).to_have_count(2)
                page.keyboard.press('t')
                page.keyboard.type('to read <b>')
                page.keyboard.press('Enter')
                expect(own).to_have_text('#to read <b>×')
                # The sidebar follows at once.
                listed = page.locator('#feeds .own-tags .name:text-is("to read <b>")')
                expect(listed).to_be_visible()
                self.assertIn('Tagged', self.run_program('list', 'tag:"to read <b>"', '--format', '%t'))
                page.click('#toast button')
                expect(own).to_have_count(0)
                expect(listed).to_have_count(0)
                page.click('.add-tag summary')
                page.fill('.add-tag input[name=add]', 'later')
                page.click('.add-tag button')
                expect(own).to_have_text('#later×')
                self.check_axe(page, 'tags')
                self.shoot(page, 'tags-' + language)
                # Another article offers the tag, and so does the sidebar.
                self.open(page, 'After')
                expect(page.locator('#own-tags option[value=later]')).to_have_count(1)
                page.click('#feeds .own-tags a:has-text("later")')
                expect(page.locator('.rows > li')).to_have_count(1)
                page.click('.rows h2 a')
                page.click('#article .chip.own a')
                expect(page.locator('.rows > li')).to_have_count(1)
                self.open(page, 'Tagged')
                page.click('#article .chip.own button')
                expect(own).to_have_count(0)

    def test_tag_list(self):
        """All articles of a list or a search get a tag, with undo; without a script as well."""
        for script, place, articles in ((True, '/search?q=News', 0), (False, '/folder/技术/中文', 5)):
            with self.page(script=script) as page:
                page.goto(self.base + place)
                page.click('.tag-all summary')
                page.fill('.tag-all input[name=add]', 'together')
                page.click('.tag-all button')
                if script:
                    expect(page.locator('#toast')).to_contain_text('Tagged')
                    # The message stays while its button has the focus.
                    page.locator('#toast button').focus()
                    self.assertGreater(int(self.run_program('search', '--count', 'tag:together')), 1)
                    self.check_axe(page, 'tag list')
                    expect(page.locator('#feeds .own-tags .name:has-text("together")')).to_have_count(1)
                    page.click('#toast button')
                    expect(page.locator('#feeds .own-tags .name:has-text("together")')).to_have_count(0)
                else:
                    expect(page.locator('#feeds .own-tags .name:has-text("together")')).to_have_count(1)
                    self.assertEqual(int(self.run_program('search', '--count', 'tag:together')), articles)

    def test_tags_without_script(self):
        """Tags are added and removed by forms; a tag that is too long comes back with the message."""
        for width in (1440, 390):
            with self.page(script=False, width=width, height=800) as page:
                self.open(page, 'Tagged')
                page.click('.add-tag summary')
                field = page.locator('.add-tag input[name=add]')
                field.evaluate("field => field.removeAttribute('maxlength')")
                field.fill('long' * 26)
                with page.expect_response('**/actions/tag') as answer:
                    page.click('.add-tag button')
                self.assertEqual(answer.value.status, 422)
                expect(field).to_have_value('long' * 26)
                expect(page.locator('.add-tag #mistake')).to_contain_text('100')
                expect(page.locator('#article h1')).to_have_text('Tagged')
                self.shoot(page, 'tag-too-long-%d' % width)
                page.fill('.add-tag input[name=add]', '稍后读')
                page.click('.add-tag button')
                expect(page.locator('#article .chip.own')).to_have_text('#稍后读×')
                page.click('#article .chip.own button')
                expect(page.locator('#article .chip.own')).to_have_count(0)

    def test_full_text_moves_nothing(self):
        """What stands after the button for the whole text stays where it is while it is fetched, and after."""
        with self.page() as page:
            self.open(page, 'Excerpt')
            place = page.locator('#article .more > summary').bounding_box()
            page.route('**/actions/full-text', lambda route: (page.wait_for_timeout(300), route.continue_()))
            page.click('#article .full-text button', no_wait_after=True)
            self.assertEqual(page.locator('#article .more > summary').bounding_box(), place)
            expect(page.locator('#article .full-text')).to_have_count(0)
            self.assertEqual(page.locator('#article .more > summary').bounding_box(), place)

    def test_menus(self):
        """The palette opens what is in a menu; a menu closes on Escape, and where one acts elsewhere."""
        with self.page() as page:
            self.open(page, 'Long')
            for choose in (lambda: page.keyboard.press('Enter'), lambda: page.click('#palette li >> nth=0')):
                page.keyboard.press('Control+k')
                page.keyboard.type('Cite')
                choose()
                expect(page.locator('.cite pre').first).to_be_visible()
                page.locator('.cite').evaluate('menu => { menu.open = false; }')
                page.keyboard.press('Escape')
                expect(page.locator('.more .menu-box')).to_be_hidden()
            page.click('.more > summary')
            page.click('.look > summary')
            expect(page.locator('.more .menu-box')).to_be_hidden()
            expect(page.locator('.look .menu-box')).to_be_visible()
            page.click('#article h1')
            expect(page.locator('.look .menu-box')).to_be_hidden()

    def test_look(self):
        """The menu above the article changes theme, size, font and width at once, and the browser keeps them."""
        style = lambda page, name: page.locator('#article .text').evaluate('(text, name) => getComputedStyle(text)[name]', name)
        with self.page() as page:
            self.open(page, 'Long')
            width = page.locator('#article .text').bounding_box()['width']
            page.click('#article .look summary')
            self.check_axe(page, 'look', '#article .look')
            self.shoot(page, 'look')
            with page.expect_request('**/actions/look'):
                page.locator('.look input[value=sepia]').check()
                page.locator('.look input[type=range]').fill('22')
                page.locator('.look input[value=sans]').check()
                page.locator('.look input[value=narrow]').check()
                expect(page.locator('html')).to_have_attribute('data-theme', 'sepia')
                self.assertEqual(style(page, 'fontSize'), '22px')
                self.assertIn('system-ui', style(page, 'fontFamily'))
            page.wait_for_timeout(300)
            page.reload()
            self.assertEqual(style(page, 'fontSize'), '22px')
            expect(page.locator('html')).to_have_attribute('data-theme', 'sepia')
            self.assertEqual(round(page.locator('#article .text').bounding_box()['width']), 32 * 22)
            # Rows and order, which the menu does not have, stay as they are.
            page.context.add_cookies([{'name': 'feedsearch-look', 'value': 'd-compact.o-title', 'url': self.base}])
            page.reload()
            self.assertEqual(page.locator('#article .text').bounding_box()['width'], width)
            page.click('#article .look summary')
            with page.expect_request('**/actions/look'):
                page.locator('.look input[value=dark]').check()
            page.wait_for_timeout(300)
            page.reload()
            expect(page.locator('html')).to_have_attribute('data-rows', 'compact')
            expect(page.locator('.settings select[name=order]')).to_have_value('title')
        with self.page(script=False) as page:
            self.open(page, 'Long')
            page.click('#article .look summary')
            page.locator('.look input[value=dark]').check()
            page.click('.look .apply')
            expect(page.locator('html')).to_have_attribute('data-theme', 'dark')

    def test_column(self):
        """Title, text and all that follows stand in one column, in each width and size."""
        for look in ('', 's-14', 's-24.w-narrow', 'w-wide'):
            with self.page() as page:
                page.context.add_cookies([{'name': 'feedsearch-look', 'value': look, 'url': self.base}])
                page.goto('%s/article/%s' % (self.base, self.run_program('list', 'feed:https://arabic.example/one', '--format', '%i').strip()))
                edges = {(round(box['x']), round(box['x'] + box['width'])) for box in
                         [part.bounding_box() for part in page.locator('#article > :is(article, .copies, aside)').all()]}
                self.assertEqual(len(edges), 1, look)
        for width, size in ((1440, 32), (390, 21.6), (560, 28)):
            with self.page(width=width, height=800) as page:
                self.open(page, 'Long')
                self.assertAlmostEqual(float(page.locator('#article h1').evaluate('h => parseFloat(getComputedStyle(h).fontSize)')), size, 1)

    def test_position(self):
        """A line and the minutes left follow the reading; another device goes on where one was; at the end it begins anew."""
        with self.page() as page:
            self.open(page, 'Long')
            expect(page.locator('#article .left')).to_have_text(re.compile(r'\d+ min left'))
            first = int(page.locator('#article .left').text_content().split()[0])
            page.evaluate("document.getElementById('article').scrollTop = document.querySelector('#article .text').offsetHeight * 0.6")
            wait_until(page, "parseInt(document.querySelector('#article .left').textContent) < %d" % first)
            self.assertGreater(page.locator('#article .progress').bounding_box()['width'], 100)
            self.shoot(page, 'progress')
            paragraph = """() => [...document.querySelectorAll('#article .text p')].findIndex((p) =>
                p.getBoundingClientRect().bottom > document.querySelector('#article .actions').getBoundingClientRect().bottom)"""
            place = page.evaluate(paragraph)
            self.assertGreater(place, 20)
            # Leaving the page keeps the place, as does a pause.
            page.goto(self.base + '/')
            page.wait_for_timeout(500)
            for width in (1440, 390):
                with self.page(width=width, height=800) as other:
                    self.open(other, 'Long')
                    wait_until(other, "document.getElementById('article').scrollTop > 1000")
                    self.assertLessEqual(abs(other.evaluate(paragraph) - place), 1)
            self.open(page, 'Long')
            with page.expect_response('**/position') as answer:
                page.evaluate("document.getElementById('article').scrollTop = 1e6")
            self.assertEqual(answer.value.status, 204)
            expect(page.locator('#article .left')).to_be_hidden()
            self.open(page, 'Long')
            page.wait_for_timeout(300)
            self.assertEqual(page.evaluate("document.getElementById('article').scrollTop"), 0)

    def test_neighbours(self):
        """Below an article are links to the one before and the one after it in the list."""
        for script in (True, False):
            with self.page(script=script) as page:
                self.open(page, 'Long')
                links = page.locator('#article .neighbours a')
                expect(links.nth(0)).to_contain_text('Code')
                expect(links.nth(1)).to_contain_text('After')
                links.nth(1).click()
                expect(page.locator('#article h1')).to_have_text('After')
                expect(links.nth(0)).to_contain_text('Long')
                links.nth(0).click()
                expect(page.locator('#article h1')).to_have_text('Long')
                links.nth(0).click()
                expect(page.locator('#article h1')).to_have_text('Code')
                expect(links.nth(0)).to_be_hidden()

    def test_offline_sign(self):
        """Lists and articles say that there is no network, as long as there is none."""
        for language, words in (('en-US', 'Offline'), ('zh-CN', '离线')):
            with self.page(language=language) as page:
                self.open(page, 'Long')
                expect(page.locator('.offline-sign')).to_have_count(0)
                page.context.set_offline(True)
                for pane in ('#list', '#article'):
                    expect(page.locator(pane + ' > .offline-sign')).to_contain_text(words)
                self.check_axe(page, 'offline')
                page.context.set_offline(False)
                expect(page.locator('.offline-sign')).to_have_count(0)
