"""Searching."""
import re, urllib.parse
from base import *


class SearchTests(ReaderTests):
    def test_matches(self):
        """What was searched for is marked in the opened article, and keys jump between the places."""
        with self.page() as page:
            page.goto(self.base + '/search?q=全文检索')
            page.click('.rows h2 a >> nth=0')
            expect(page.locator('#article article')).to_have_count(1)
            wait_until(page, "CSS.highlights.get('found')?.size > 0")
            expect(page.locator('.jump output')).to_contain_text('– / ')
            page.keyboard.press('.')
            expect(page.locator('.jump output')).to_contain_text('1 / ')
            page.click('.jump button[data-do=former]')
            total = page.locator('.jump output').inner_text().split(' / ')[1]
            expect(page.locator('.jump output')).to_have_text('%s / %s' % (total, total))
            # So they are where the address itself names the article.
            page.reload()
            expect(page.locator('.jump output')).to_contain_text('– / ')

    def test_suggestions(self):
        """What is typed is completed: by recent and saved searches first, then by words of the archive, also by pinyin."""
        with self.page() as page:
            self.run_program('save', 'Herons of the lake', 'heron')
            page.reload()
            page.keyboard.press('/')
            page.keyboard.type('hero')
            options = page.locator('#suggestions li')
            expect(options.filter(has_text='herons').last).to_be_visible()
            expect(options.first).to_contain_text('saved')
            page.keyboard.type('ns')
            expect(page.locator('.rows mark').first).to_have_text('herons')
            page.keyboard.press('Enter')
            field = page.locator('#search input[type=search]')
            field.fill('')
            field.press_sequentially('her')
            expect(options.first).to_contain_text('herons')
            expect(options.first).to_contain_text('recent')
            self.shoot(page, 'suggestions')
            self.check_axe(page, 'suggestions')
            page.keyboard.press('ArrowDown')
            expect(field).to_have_attribute('aria-activedescendant', 'suggestion-0')
            page.keyboard.press('Enter')
            expect(field).to_have_value('herons')
            expect(page.locator('#suggestions')).to_be_hidden()
            field.fill('')
            field.press_sequentially('quanwen')
            expect(options.filter(has_text='全文').first).to_be_visible()
            field.fill('')
            field.press_sequentially('lake')
            options.filter(has_text='Herons of the lake').first.click()
            expect(page.locator('#list h1')).to_have_text('Herons of the lake')
            page.keyboard.press('/')
            page.keyboard.press('Escape')
            page.keyboard.press('?')
            expect(page.locator('dialog[open]')).to_have_count(1)

    def test_mistake(self):
        """What is wrong with a query is underlined in the field and explained below it, with and without a script."""
        for script, language, word in [(True, 'en-US', 'feed'), (False, 'zh-CN', '订阅源')]:
            with self.page(script=script, language=language) as page:
                page.goto(self.base + '/search?q=' + '全文 nosuchfield:x')
                expect(page.locator('#search .mistake u')).to_have_text('nosuchfield')
                field = page.locator('#search input[type=search]')
                expect(field).to_have_attribute('aria-invalid', 'true')
                expect(page.locator('#mistake')).to_be_visible()
                self.shoot(page, 'mistake-' + language)
                self.check_axe(page, 'mistake') if script else None
                if script:
                    # The underline stands below the word.
                    box = page.locator('#search .mistake u').bounding_box()
                    around = field.bounding_box()
                    self.assertTrue(around['x'] < box['x'] and box['x'] + box['width'] <= around['x'] + around['width'])
                    field.fill('全文')
                    expect(page.locator('#search .mistake')).to_have_count(0)
                    expect(page.locator('.rows > li')).to_have_count(5)
                    expect(field).not_to_have_attribute('aria-invalid', 'true')
                    # While one types, the mistake of an unfinished end waits.
                    field.fill('全文 (')
                    page.wait_for_timeout(300)
                    expect(page.locator('#search .mistake')).to_have_count(0)
                    field.press('Enter')
                    expect(page.locator('#search .mistake u')).to_have_count(1)

    def test_order_of_answers(self):
        """An answer that comes late is dropped; what was found stays until there is another."""
        with self.page() as page:
            page.goto(self.base + '/search?q=heron')
            expect(page.locator('.rows mark').first).to_have_text('herons')
            def late(route):
                page.wait_for_timeout(600)
                route.continue_()
            page.route(lambda url: 'q=%E5%85%A8%E6%96%87&' in url, late)
            field = page.locator('#search input[type=search]')
            field.fill('全文')
            page.wait_for_timeout(150)
            expect(page.locator('.rows mark').first).to_have_text('herons')
            field.fill('cat')
            expect(page.locator('.rows > li')).to_have_count(1)
            page.wait_for_timeout(900)
            expect(page.locator('.rows > li')).to_have_count(1)
            expect(field).to_have_value('cat')

    def test_brush(self):
        """Months that one drags over limit the search."""
        with self.page() as page:
            page.goto(self.base + '/search?q=News OR 全文检索&facets=1')
            bars = page.locator('.timeline')
            box = bars.bounding_box()
            page.mouse.move(box['x'] + 2, box['y'] + 10)
            page.mouse.down()
            page.mouse.move(box['x'] + 40, box['y'] + 12, steps=5)
            expect(page.locator('.timeline .brush')).to_have_count(1)
            page.mouse.up()
            field = page.locator('#search input[type=search]')
            expect(field).to_have_value('News OR 全文检索')
            expect(page.locator('#search .chips li')).to_have_text(re.compile(r'^2020-09\.\.202\d-\d\d×$'))
            expect(page.locator('.rows > li')).to_have_count(5)
            expect(page.locator('.timeline, .facets')).not_to_have_count(0)

    def test_states(self):
        """How much of what was found is unread is counted, and limits the search."""
        with self.page(script=False) as page:
            page.goto(self.base + '/search?q=全文检索&facets=1')
            page.click('.facets >> text=Unread')
            expect(page.locator('#search input[type=search]')).to_have_value('全文检索')
            expect(page.locator('#search .chips li')).to_have_text(['Unread×'])
            expect(page.locator('.facets')).to_have_count(1)
            page.click('.search-head .filter')
            expect(page.locator('.facets')).to_have_count(0)

    def test_sheet(self):
        """The query language stands on one sheet behind `?`, with and without a script."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.click('#search .help')
                sheet = page.locator('dialog[open]' if script else 'main')
                expect(sheet).to_contain_text('NEAR/3')
                self.shoot(page, 'sheet')
                if script:
                    self.check_axe(page, 'sheet')

    def test_palette(self):
        """Every action can be called by its name: Ctrl-K."""
        with self.page() as page:
            page.goto(self.base + '/?article=1')
            page.keyboard.press('Control+k')
            palette = page.locator('#palette')
            expect(palette).to_be_visible()
            self.shoot(page, 'palette')
            self.check_axe(page, 'palette')
            page.keyboard.type('star')
            expect(palette.locator('li[aria-selected=true]')).to_have_count(1)
            page.keyboard.press('Escape')
            expect(palette).to_be_hidden()
            page.keyboard.press('Control+k')
            page.keyboard.type('all arti')
            page.keyboard.press('Enter')
            expect(page.locator('#list h1')).to_have_text('All articles')
            # Scripts have run then, and know the keys.
            page.wait_for_load_state()
            page.keyboard.press('Control+k')
            expect(palette).to_be_visible()
            page.keyboard.type('heron')
            palette.locator('li').last.click()
            expect(page.locator('#search input[type=search]')).to_have_value('heron')

    def test_taken_name(self):
        """A name that another search has comes back in the open form, with the message; then the search is saved from there."""
        self.run_program('save', 'Kittens', 'cat OR kitten')
        for script, width in ((True, 1440), (False, 1440), (True, 390)):
            with self.page(script=script, width=width, height=844) as page:
                address = self.base + '/search?q=paragraph'
                page.goto(address)
                page.click('.save summary')
                page.fill('.save input[name=name]', 'Kittens')
                page.select_option('.save select[name=channel]', 'ntfy')
                page.fill('.save input[name=ntfy]', 'https://ntfy.example/herons')
                with page.expect_response('**/actions/save') as answer:
                    page.click('.save button')
                self.assertEqual(answer.value.status, 422)
                expect(page.locator('.save #mistake')).to_be_visible()
                expect(page.locator('.save input[name=name]')).to_have_value('Kittens')
                expect(page.locator('.save input[name=ntfy]')).to_have_value('https://ntfy.example/herons')
                expect(page.locator('#search input[type=search]')).to_have_value('paragraph')
                if script:
                    expect(page.locator('.save input[name=name]')).to_be_focused()
                    self.assertEqual(page.url, address)
                    self.check_axe(page, 'taken name')
                    self.shoot(page, 'taken-name-%d' % width)
                    page.reload()
                    expect(page.locator('#mistake')).to_have_count(0)
                    page.click('.save summary')
                page.select_option('.save select[name=channel]', '')
                page.fill('.save input[name=name]', 'Paragraphs')
                page.click('.save button')
                expect(page.locator('#list > .done')).to_contain_text('Paragraphs')
                self.assertTrue(page.url.startswith(address))
                self.run_program('unsave', 'Paragraphs')
        self.run_program('unsave', 'Kittens')

    def test_order_in_full(self):
        """The chosen order is not cut off in a narrow list, in either language."""
        for language in ('en-US', 'zh-CN'):
            with self.page(width=820, height=1180, language=language) as page:
                for sort in ('relevance', 'newest', 'oldest'):
                    page.goto(self.base + '/search?q=heron&sort=' + sort)
                    shown, needed = page.locator('#search .sort').evaluate("""(select) => {
                        const shown = select.getBoundingClientRect().width;
                        select.style.maxWidth = 'none';
                        return [shown, select.getBoundingClientRect().width];
                    }""")
                    self.assertGreaterEqual(shown + 0.5, needed, sort)
                    self.assertLess(page.locator('#search').bounding_box()['height'], 70)

    def test_to_filters(self):
        """`f` leads to the filters of a search, which it shows if they are hidden; the palette leads to the form that saves it."""
        with self.page() as page:
            page.goto(self.base + '/search?q=paragraph')
            expect(page.locator('.facets')).to_be_visible()
            for _ in range(2):
                page.keyboard.press('f')
                expect(page.locator('.facets ul a').first).to_be_focused()
                page.click('.search-head .filter')
                expect(page.locator('.facets')).to_have_count(0)
            page.keyboard.press('f')
            expect(page.locator('.facets ul a').first).to_be_focused()
            page.keyboard.press('Control+k')
            page.keyboard.type('save')
            page.keyboard.press('Enter')
            expect(page.locator('.save input[name=name]')).to_be_focused()

    def test_saved_in_one_step(self):
        """A search is saved in one step, and is then a list, data and a feed."""
        with self.page(script=False) as page:
            page.goto(self.base + '/search?q=cat')
            token = page.locator('meta[name=csrf]').get_attribute('content')
            self.assertEqual(page.request.post(self.base + '/v1/feed-address', headers={'X-CSRF-Token': token}).status, 200)
            page.click('.save summary')
            page.fill('.save input[name=name]', 'Cats')
            page.click('.save button')
            expect(page.locator('#list > .done')).to_contain_text('The search is saved as “Cats”.')
            # It is not offered again.
            expect(page.locator('.search-head .saved')).to_have_text('Saved: Cats')
            expect(page.locator('.save')).to_have_count(0)
            page.click('#feeds >> text=Cats')
            page.click('.twins summary')
            for name, start in [('JSON', b'{"articles":[{'), ('Atom', b'<?xml'), ('CSV', b'n,published'), ('Feed with', b'<?xml')]:
                address = page.locator('.twins a:has-text("%s")' % name).get_attribute('href')
                answer = page.request.get(self.base + '/' + address.replace('../', ''))
                self.assertEqual(answer.status, 200)
                self.assertTrue(answer.body().startswith(start), (name, answer.body()[:60]))

    def test_facets(self):
        """Months are bars that narrow a search, and so do feeds, with and without a script."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto(self.base + '/search?q=News OR 全文检索')
                if not script:
                    page.click('.search-head .filter')
                # With a script a wide window has them without being asked.
                expect(page.locator('.timeline a')).to_have_count(2)
                self.shoot(page, 'facets')
                expect(page.locator('.axis span').first).to_have_text('Sep 2020')
                page.locator('.timeline a').first.click(position={'x': 1, 'y': 3})
                expect(page.locator('#search .chips li')).to_have_text(['2020-09×'])
                expect(page.locator('#search input[type=search]')).to_have_value('News OR 全文检索')
                expect(page.locator('.rows > li')).to_have_count(5)
                page.goto(self.base + '/search?q=News OR 全文检索&facets=1')
                page.click('.facets >> text=索引笔记')
                expect(page.locator('.rows > li')).to_have_count(5)

    def test_languages(self):
        """Languages have names in the language of the reader, among the filters and on the chip, with the code on hover."""
        for language, names in (('en-US', ['Chinese', 'English']), ('zh-CN', ['中文', '英语'])):
            with self.page(language=language) as page:
                page.goto(self.base + '/search?q=News OR 全文检索')
                items = page.locator('.facets a[href*="lang%3A"]')
                expect(items).to_have_count(2)
                self.assertEqual(sorted(items.locator('.name').all_inner_texts()), sorted(names))
                self.assertEqual(sorted(item.get_attribute('title') for item in items.all()), ['en', 'zh'])
                page.click('.facets a[title=zh]')
                expect(page.locator('#search .chips li')).to_have_text([names[0] + '×'])
                expect(page.locator('#search .chips span[title=zh]')).to_have_count(1)
                expect(page.locator('.rows > li')).to_have_count(5)

    def test_narrowing(self):
        """Filters and order stay while one narrows; each filter is a chip whose cross removes it."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto(self.base + '/search?q=News&sort=oldest&facets=1')
                expect(page.locator('.search-head [role=status]')).to_have_text('120 articles')
                page.click('.facets >> text=Unread')
                page.click('.facets ul a:has-text("News") >> nth=0')
                chips = page.locator('#search .chips li')
                expect(chips).to_have_text(['Unread×', 'News×'])
                expect(page.locator('.facets')).to_have_count(1)
                expect(page.locator('#search select')).to_have_value('oldest')
                expect(page.locator('.rows h2').first).to_contain_text('News 119')
                self.shoot(page, 'narrowing')
                if script:
                    self.check_axe(page, 'narrowing')
                chips.first.locator('a').click()
                expect(chips).to_have_text(['News×'])
                expect(page.locator('.facets')).to_have_count(1)
                expect(page.locator('#search select')).to_have_value('oldest')
                # Words that are typed now keep the filter.
                field = page.locator('#search input[type=search]')
                field.fill('heron')
                if script:
                    wait_until(page, "new URL(location.href).searchParams.get('q').endsWith(' heron')")
                field.press('Enter') if script else page.click('#search button')
                expect(chips).to_have_text(['News×'])
                expect(field).to_have_value('heron')
                wait_until(page, "!new URL(location.href).searchParams.has('typed')") if script else None
                if script:
                    # At the beginning of the field, Backspace removes the filter before it.
                    field.press('Home')
                    field.press('Backspace')
                    expect(chips).to_have_count(0)
                    # A typed filter becomes a chip with Enter.
                    field.fill('heron is:starred')
                    field.press('Enter')
                    expect(chips).to_have_text(['Starred×'])
                    expect(field).to_have_value('heron')

    def test_sheet_of_filters(self):
        """On a phone the filters are a sheet, which stays while one narrows, with and without a script."""
        for script in (True, False):
            with self.page(script=script, width=390, height=844) as page:
                page.goto(self.base + '/search?q=News')
                expect(page.locator('.rows > li')).not_to_have_count(0)
                expect(page.locator('.facets')).to_have_count(0)
                page.click('.search-head .filter')
                expect(page.locator('.facets')).to_be_visible()
                self.shoot(page, 'filter-sheet')
                self.check_axe(page, 'filter sheet') if script else None
                page.click('.facets >> text=Unread')
                expect(page.locator('.facets')).to_be_visible()
                expect(page.locator('.facets .shown')).to_have_text(re.compile(r'^Show \d+ articles$'))
                page.click('.facets .shown a')
                expect(page.locator('.facets')).to_have_count(0)
                expect(page.locator('#search .chips li')).to_have_text(['Unread×'])

    def test_history(self):
        """The first key adds a search to the history and the next keys replace it, so that Back leads to the page before it."""
        for place in ('/all', '/', '/feed/1'):
            with self.page() as page:
                page.goto(self.base + place)
                page.keyboard.press('/')
                page.keyboard.type('heron', delay=120)
                wait_until(page, "location.search.includes('q=heron&')")
                expect(page.locator('.rows mark').first).to_be_visible()
                # Links outside the list lead where they led, though the search is in another folder.
                self.assertEqual(page.locator('#feeds .views a >> nth=0').evaluate('link => link.href'), self.base + '/')
                page.go_back()
                expect(page).to_have_url(self.base + place)
                expect(page.locator('.rows mark')).to_have_count(0)
                expect(page.locator('.rows > li')).not_to_have_count(0)
                page.go_forward()
                expect(page.locator('.rows mark').first).to_be_visible()
                expect(page.locator('#search input[type=search]')).to_have_value('heron')
                # Enter finishes the search; it has the same entry.
                page.go_back()
                expect(page.locator('.rows mark')).to_have_count(0)
                page.wait_for_load_state()
                page.keyboard.press('/')
                page.keyboard.type('heron', delay=120)
                wait_until(page, "location.search.includes('q=heron&')")
                page.keyboard.press('Enter')
                wait_until(page, "location.search === '?q=heron'")
                page.go_back()
                expect(page).to_have_url(self.base + place)

    def test_typing(self):
        """The last word also counts as a prefix until Enter or a space; mistakes of an unfinished end wait."""
        with self.page() as page:
            page.goto(self.base + '/all')
            field = page.locator('#search input[type=search]')
            rows = page.locator('.rows mark')
            field.press_sequentially('paragr', delay=20)
            expect(rows.first).to_have_text('paragraph')
            expect(field).to_have_value('paragr')
            # The list goes on in the same way.
            page.evaluate("document.querySelector('#list').scrollTo(0, 106 * 18)")
            expect(page.locator('.rows > li').nth(45)).to_be_attached()
            page.reload()
            expect(rows.first).to_have_text('paragraph')
            field.press('End')
            field.press_sequentially(' ')
            expect(rows).to_have_count(0)
            field.fill('paragr')
            expect(rows.first).to_have_text('paragraph')
            field.press('Enter')
            expect(rows).to_have_count(0)
            expect(page.locator('.search-head [role=status]')).to_have_text('nothing found')
            for text in ('(title:', '(title:Ne', 'heron OR ', 'heron "a para', 'heron date:20', 'heron is:unre', 'heron feed:Ne', 'titl:'):
                field.fill(text)
                page.wait_for_timeout(250)
                expect(page.locator('#mistake, #search .mistake')).to_have_count(0)
            field.fill('(title:New')
            expect(rows.first).to_have_text('News')
            field.fill('heron feed:nosuchfe')
            expect(rows.first).to_have_text('herons')
            field.fill('nosuchfield:x heron')
            expect(page.locator('#search .mistake u')).to_have_text('nosuchfield')
            field.fill('(title:')
            page.wait_for_timeout(250)
            expect(page.locator('#search .mistake')).to_have_count(0)
            field.press('Enter')
            expect(page.locator('#search .mistake u')).to_have_count(1)

    def test_start(self):
        """The empty search has the focus, and offers recent and saved searches and examples."""
        self.run_program('save', 'Pictures of cats', 'cat')
        for script in (True, False):
            with self.page(script=script, width=390, height=844) as page:
                page.goto(self.base + '/search?q=heron')
                page.click('.bottom a:has-text("Search")')
                field = page.locator('#search input[type=search]')
                expect(field).to_be_focused()
                expect(page.locator('.start .recent-searches a')).to_have_text(['heron'])
                expect(page.locator('.start .saved-searches a:has-text("Pictures of cats")')).to_have_count(1)
                self.shoot(page, 'search-start')
                if script:
                    expect(page.locator('#suggestions li')).to_have_count(0)
                    self.check_axe(page, 'search start')
                    # An emptied field leads here again.
                    field.fill('cat')
                    expect(page.locator('.rows > li')).to_have_count(1)
                    field.fill('')
                    expect(page.locator('.start')).to_have_count(1)
                page.click('.ideas a >> nth=0')
                expect(page.locator('#search .chips li')).to_have_text(['Unread×', '7d×'])

    def test_saving_with_alert(self):
        """One form saves a search with its alert, and the next page confirms it."""
        with self.page(language='zh-CN') as page:
            page.goto(self.base + '/search?q=heron+is:unread&sort=newest&facets=1')
            page.click('.save summary')
            page.fill('.save input[name=name]', '苍鹭 & "湖"')
            page.select_option('.save select', 'webhook')
            page.fill('.save input[name=webhook]', 'https://hooks.example.org/x')
            self.shoot(page, 'save')
            self.check_axe(page, 'save')
            page.click('.save button')
            expect(page.locator('#list > .done')).to_contain_text('搜索已保存为“苍鹭 & "湖"”。')
            expect(page.locator('.facets')).to_have_count(1)
            expect(page.locator('#search select')).to_have_value('newest')
            page.click('#list > .done a >> nth=1')
            expect(page.locator('input[name=channel][value=webhook]')).to_be_checked()
            # An address cannot claim that a search was saved.
            page.goto(self.base + '/search?q=heron&saved=Foxes')
            expect(page.locator('#list > .done')).to_have_count(0)

    def test_recent_searches(self):
        """Searches stay in the browser, where each of them or all can be forgotten, with and without a script."""
        for script, language in [(True, 'en-US'), (False, 'zh-CN')]:
            with self.page(script=script, language=language) as page:
                for query in ['heron', '全文 检索', 'cat "a <b>"']:
                    page.goto(self.base + '/search?' + urllib.parse.urlencode({'q': query}))
                page.goto(self.base + '/search?q=' + 'title:(')
                page.goto(self.base + '/search')
                links = page.locator('.recent-searches li a')
                expect(links).to_have_text(['cat "a <b>"', '全文 检索', 'heron'])
                self.shoot(page, 'recent-searches-' + language)
                self.check_axe(page, 'recent searches') if script else None
                page.locator('.recent-searches li button').nth(1).click()
                expect(links).to_have_text(['cat "a <b>"', 'heron'])
                if script:
                    # The same by keys and a pointer, where the field offers them.
                    page.goto(self.base + '/all')
                    field = page.locator('#search input[type=search]')
                    options = page.locator('#suggestions li')
                    field.click()
                    expect(options.filter(has_text='recent')).to_have_count(2)
                    field.press('ArrowDown')
                    field.press('Shift+Delete')
                    expect(options.filter(has_text='recent')).to_have_count(1)
                    options.locator('.forget').click()
                    expect(options.filter(has_text='recent')).to_have_count(0)
                    page.goto(self.base + '/search')
                    expect(page.locator('.recent-searches')).to_have_count(0)
                    page.locator('#search input[type=search]').press_sequentially('heron')
                    expect(page.locator('.rows mark').first).to_be_visible()
                    page.keyboard.press('Enter')
                    wait_until(page, "location.search === '?q=heron'")
                    page.goto(self.base + '/search')
                    expect(links).to_have_text(['heron'])
                page.locator('.recent-searches > form button').click()
                expect(page.locator('.recent-searches')).to_have_count(0)
                expect(page.locator('.start .ideas')).to_have_count(1)
                # Signing out leaves none.
                page.goto(self.base + '/search?q=heron')
                page.locator('.settings').evaluate('details => { details.open = true; }') if script else page.click('.settings summary')
                page.click('.settings form[action$=sign-out] button')
                page.wait_for_selector('input[name=password]')
                self.assertEqual([cookie['name'] for cookie in page.context.cookies() if cookie['name'].endswith('-searches')], [])

    def test_recent_articles_and_searches(self):
        """What was opened and what was searched for are kept apart."""
        with self.page() as page:
            page.goto(self.base + '/search?q=全文检索')
            page.click('.rows h2 a >> nth=0')
            expect(page.locator('#article article')).to_have_count(1)
            number = page.locator('#article article').get_attribute('data-article')
            page.locator('#search input[type=search]').fill('heron')
            page.keyboard.press('Enter')
            expect(page.locator('.rows mark').first).to_be_visible()
            page.click('#feeds a[href$=recent]')
            # Other tests have opened articles of this library before.
            expect(page.locator('.rows > li').first).to_have_attribute('data-article', number)
