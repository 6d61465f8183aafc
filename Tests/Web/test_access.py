"""Large text, reduced motion, and text that is written from the right. test_axe.py has what axe finds."""
from base import *

ARABIC = 'مقالة طويلة عن البحث في النصوص الكاملة '


class AccessTests(ReaderTests):
    is_long = True
    VIEWS = [
        '/', '/all', '/today', '/starred', '/recent?articles=1,2', '/feed/2', '/feed/2?unread=1', '/folder/News', '/saved/Herons', '/search',
        '/search?q=heron', '/search?q=title:(', '/search?q=nosuchword', '/search?q=News OR 全文检索&facets=1', '/?article=1', '/keys',
        '/offline', '/feed/99', '/subscribe', '/import', '/folders', '/failing', '/saved', '/rules', '/actions', '/statistics', '/account',
        '/appearance', '/recipe', '/feed/1/settings', '/saved/Herons/settings', '/rules?try=1&query=title:News&mark=tag&tag=seen',
    ]

    @classmethod
    def prepare(cls):
        article = {'feed': 'https://arabic.example/feed', 'id': '1', 'title': ARABIC * 2, 'language': 'ar', 'published': '2030-01-01T00:00:00Z',
                   'html': '<p>%s <a href="https://arabic.example/">رابط</a></p><ul><li>واحد</li></ul><pre>let x = 1</pre>' % (ARABIC * 30)}
        pathlib.Path(cls.home, 'arabic.jsonl').write_text(json.dumps(article) + '\n')
        cls.run_program('ingest', 'arabic.jsonl')
        cls.arabic = cls.run_program('list', 'title:مقالة', '--format', '%i').strip()
        cls.run_program('save', 'Herons', 'heron')
        cls.run_program('rule', 'add', 'title:owl', '--mark', 'star')
        cls.run_program('mark', 'read', '1')

    def test_zoom(self):
        """At 200 and 400 % of a window of 1280 pixels nothing is cut off, and all controls can be reached."""
        for width, height in [(640, 512), (320, 256)]:
            with self.page(width=width, height=height, device_scale_factor=1280 / width) as page:
                for place in self.VIEWS + ['/article/' + self.arabic]:
                    page.goto(self.base + place)
                    self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width, place)
                    cut = page.evaluate("""() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary, textarea')].filter((control) => {
                        const box = control.getBoundingClientRect();
                        if (!box.width || !control.checkVisibility({ visibilityProperty: true }) || control.matches('.skip')) { return false; }
                        // What scrolls by itself has its own way to it.
                        for (let around = control.parentElement; around; around = around.parentElement) {
                            if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around.scrollWidth > around.clientWidth) { return false; }
                        }
                        return box.left < -1 || box.right > innerWidth + 1;
                    }).map((control) => control.outerHTML.slice(0, 120))""")
                    self.assertEqual(cut, [], '%s at %d' % (place, width))
                page.goto(self.base + '/?article=1')
                self.shoot(page, 'zoom-%d' % width)
                # The text of an article has more than a line of the window.
                self.assertGreater(page.locator('#article').bounding_box()['height'], height / 2)

    def test_menus_in_view(self):
        """The menus of the list's header are in the window, and so are the buttons of failing feeds, at every width."""
        for width, height in ((390, 844), (820, 1180), (1100, 900), (1440, 900)):
            with self.page(width=width, height=height) as page:
                for place, menu in [('/all', '.mark-as'), ('/folder/News', '.mark-as'), ('/folder/News', '.tag-all'), ('/search?q=heron', '.tag-all'), ('/search?q=word', '.save')]:
                    page.goto(self.base + place)
                    page.click('#list header %s > summary' % menu)
                    box = page.locator('#list header %s form' % menu).bounding_box()
                    self.assertTrue(box['x'] >= 0 and box['x'] + box['width'] <= width and box['y'] + box['height'] <= height, (width, place, menu, box))
                    self.assertEqual(page.evaluate('document.documentElement.scrollWidth'), width)
                # One line has the title and the tools of a list.
                page.goto(self.base + ('/' if width == 390 else '/all'))
                self.assertLess(page.locator('#list > header').bounding_box()['height'], 60, width)

    def test_reduced_motion(self):
        """Who wants no motion sees none."""
        for motion in ['reduce', 'no-preference']:
            with self.page(reduced_motion=motion) as page:
                page.goto(self.base + '/folder/News')
                page.evaluate("""() => { window.moved = 0; document.addEventListener('animationstart', () => { moved += 1; });
                    document.addEventListener('transitionrun', () => { moved += 1; }); }""")
                page.keyboard.press('j')
                page.keyboard.press('o')
                expect(page.locator('#article article')).to_have_count(1)
                page.keyboard.press('Space')
                page.keyboard.press('?')
                expect(page.locator('dialog[open]')).to_have_count(1)
                page.keyboard.press('Escape')
                page.keyboard.press('A')
                expect(page.locator('#toast')).to_be_visible()
                if motion == 'reduce':
                    page.wait_for_timeout(300)
                    self.assertEqual(page.evaluate('moved'), 0)
                else:
                    # A frame may pass before it begins.
                    wait_until(page, 'moved > 0')
                smooth = page.evaluate("[...document.querySelectorAll('*')].filter((element) => getComputedStyle(element).scrollBehavior === 'smooth').length")
                self.assertEqual(smooth, 0)

    def test_right_to_left(self):
        """A title and a text that are written from the right are, in the list and in the article, on a desk and a phone."""
        direction = "element => getComputedStyle(element).direction"
        for script, width in [(True, 1440), (False, 390), (True, 390), (False, 1440)]:
            with self.page(script=script, width=width, height=800) as page:
                page.goto(self.base + '/all')
                title = page.locator('.rows > li').first.locator('h2')
                expect(title).to_contain_text('مقالة')
                self.shoot(page, 'right-to-left-list-%d' % width)
                if script:
                    self.assertEqual(title.evaluate(direction), 'rtl')
                page.goto(self.base + '/article/' + self.arabic)
                self.shoot(page, 'right-to-left-%d' % width)
                expect(page.locator('#article article')).to_have_attribute('lang', 'ar')
                if script:
                    self.assertEqual(page.locator('#article .text').evaluate(direction), 'rtl')
                    self.assertEqual(page.locator('#article h1').evaluate(direction), 'rtl')
                    self.assertEqual(page.locator('#article .text pre').evaluate(direction), 'ltr')
                    self.assertEqual(page.locator('#article .actions').evaluate(direction), 'ltr')
                    self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width)
