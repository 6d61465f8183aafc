"""Players of other sites, audio and video, and what else an opened article has."""
import io, re, struct, wave, zlib
from base import *

VIDEO = 'dQw4w9WgXcQ'
TEXT = (
    '<p>Words before.</p><iframe src="https://www.youtube.com/embed/%s" width="560" height="315"></iframe>'
    '<iframe src="https://evil.example/embed/1"></iframe>'
    '<iframe src="//w.soundcloud.com/player/?url=https%%3A//api.soundcloud.com/tracks/293"></iframe>'
    '<p>A formula: <math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math></p>'
    '<p>A note<sup><a href="#fn1">1</a></sup></p><pre>%s</pre><table><tr>%s</tr></table><p id="fn1">The note.</p>'
) % (VIDEO, 'code ' * 80, '<td>wide cell</td>' * 40)


def tone(seconds):
    """A WAV file of silence, so long that it is not loaded at once."""
    file = io.BytesIO()
    with wave.open(file, 'wb') as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(16000 * seconds))
    return file.getvalue()


def png(width, height):
    """A grey picture."""
    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    rows = (b'\0' + b'\x80' * width) * height
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 0, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


class PlayerTests(ReaderTests):
    @classmethod
    def prepare(cls):
        cls.folder, address = site()
        pathlib.Path(cls.folder, 'tone.wav').write_bytes(tone(120))
        pathlib.Path(cls.folder, 'page.html').write_text('<p>no sound</p>')
        pictures = '<p>Above.</p>'
        for n in range(4):
            pathlib.Path(cls.folder, 'grey%d.png' % n).write_bytes(png(400 + 100 * n, 300))
            pictures += '<p><img src="%s/grey%d.png" alt="grey"></p><p>Below %d.</p>' % (address, n, n)
        items = ''.join(
            '<item><guid>%s</guid><title>%s</title><link>%s</link><description>%s</description>%s<pubDate>Mon, 02 Sep 2024 10:00:00 GMT</pubDate></item>'
            % (title, title, address + '/' + link, html.escape(text), enclosures)
            for title, link, text, enclosures in [
                ('Players', 'page.html', TEXT, ''),
                ('Podcast', 'page.html', '<p>An episode.</p>',
                 '<enclosure url="%s/tone.wav" type="audio/wav" length="1920044"/><enclosure url="%s/page.html" type="audio/mpeg"/>'
                 '<enclosure url="%s/paper.pdf" type="application/pdf"/>' % (address, address, address)),
                ('Unsized', 'page.html', pictures, ''),
                ('Excerpt', 'whole.html', '<p>Only the beginning.</p>', ''),
                ('Short', 'short.html', '<p>Only the beginning of a page that is gone.</p>', ''),
                ('مقالة', 'page.html', '<p>هذا نص عربي طويل يكفي لمعرفة لغته، وفيه كلمات كثيرة عن القراءة والبحث.</p>' * 4, '')])
        pathlib.Path(cls.folder, 'players.xml').write_text(
            '<rss version="2.0"><channel><title>Media</title>%s</channel></rss>' % items)
        whole = ''.join('<p>Paragraph %d of the whole text, which goes on about herons and their nests for a while.</p>' % n for n in range(12))
        pathlib.Path(cls.folder, 'whole.html').write_text(
            '<!DOCTYPE html><title>Excerpt</title><nav><a href="/">Home</a></nav><article><h1>Excerpt</h1>%s</article>' % whole)
        cls.run_program('add', address + '/players.xml')
        # The same text in another feed.
        copy = '<p>%s</p>' % ('The same report of the same day, word for word, about the river. ' * 8)
        for name in ('One', 'Two'):
            pathlib.Path(cls.folder, name + '.xml').write_text(feed(name, [('Report', copy)]))
            cls.run_program('add', '%s/%s.xml' % (address, name))

    def number(self, title):
        return self.run_program('list', 'feed:Media title:"%s"' % title, '--format', '%i').strip()

    def open(self, page, title):
        page.goto('%s/article/%s' % (self.base, self.number(title)))
        expect(page.locator('#article article')).to_have_count(1)

    def reaches(self, page, seconds):
        """The first audio plays on to a place. The page's policy lets no text become a script, which waiting in it would do."""
        deadline = time.monotonic() + 20
        while page.evaluate("document.querySelector('#article audio').currentTime") < seconds:
            self.assertLess(time.monotonic(), deadline)
            page.wait_for_timeout(50)

    def test_players(self):
        """A player of a known provider is a picture to click; before that nothing is loaded, and others are no players."""
        with self.page() as page:
            self.open(page, 'Players')
            self.shoot(page, 'players')
            players = page.locator('#article a.player')
            expect(players).to_have_count(2)
            expect(players.first).to_have_text('▶ YouTube')
            expect(players.first).to_have_attribute('href', 'https://www.youtube.com/watch?v=' + VIDEO)
            self.assertEqual(page.locator('iframe').count(), 0)
            self.assertNotIn('evil.example', page.content())
            self.check_axe(page, 'players')
        with self.page(script=False) as page:
            self.open(page, 'Players')
            expect(page.locator('#article a.player')).to_have_count(2)

    def test_playing(self):
        """A click loads the player's frame of the provider, and nothing else."""
        context = browser().new_context(viewport={'width': 1440, 'height': 900})
        page = context.new_page()
        asked = []
        context.route(lambda url: not url.startswith(self.base), lambda route: (asked.append(route.request), route.fulfill(body='<p>player</p>', content_type='text/html')))
        page.goto(self.base + '/')
        self.sign_in(page)
        self.open(page, 'Players')
        page.click('#article a.player >> nth=0')
        expect(page.frame_locator('#article .player iframe').locator('p')).to_have_text('player')
        self.assertEqual([request.url for request in asked], ['https://www.youtube-nocookie.com/embed/%s?autoplay=1' % VIDEO])
        frame = page.locator('#article .player iframe')
        self.assertNotIn('allow-top-navigation', frame.get_attribute('sandbox'))
        self.assertNotIn('article', asked[0].headers.get('referer', ''))
        # A frame of any other host is refused by the policy of the page.
        page.evaluate("""document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/' }))""")
        page.wait_for_timeout(300)
        self.assertEqual(len(asked), 1)
        context.close()

    def test_texts(self):
        """Formulas, notes, code and tables: what is wide scrolls in a box of its own."""
        for width in (1440, 390):
            with self.page(width=width, height=800) as page:
                self.open(page, 'Players')
                expect(page.locator('#article math mfrac')).to_have_count(1)
                self.assertLess(page.evaluate("document.querySelector('#article math mi').getBoundingClientRect().bottom"),
                                page.evaluate("document.querySelector('#article math mn').getBoundingClientRect().bottom"))
                for box in ('pre', '.wide'):
                    self.assertTrue(page.evaluate("(box) => { const e = document.querySelector('#article .text ' + box); return e.scrollWidth > e.clientWidth; }", box))
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width)
                page.click('#article sup a')
                self.assertIn('#note-1', page.url)
                expect(page.locator('#article .text :target')).to_have_text('The note.')

    def test_audio(self):
        """Nothing of a podcast is loaded before it is played; it plays from the service, part by part, and goes on where it was."""
        with self.page() as page:
            loads, kept = [], []
            page.on('response', lambda answer: loads.append(answer) if '/media/' in answer.url else None)
            page.on('response', lambda answer: kept.append(answer.status) if answer.url.endswith('/playback') else None)
            self.open(page, 'Podcast')
            expect(page.locator('#article audio')).to_have_count(2)
            expect(page.locator('#article .enclosures a:has-text("paper.pdf")')).to_have_count(1)
            self.check_axe(page, 'podcast')
            page.wait_for_timeout(300)
            self.assertEqual(loads, [])
            page.evaluate("""async () => { const audio = document.querySelector('#article audio'); audio.muted = true; await audio.play(); audio.currentTime = 60; }""")
            self.reaches(page, 60.2)
            page.evaluate("document.querySelector('#article audio').pause()")
            page.wait_for_timeout(300)
            self.assertTrue(kept and set(kept) == {204}, kept)
            self.assertTrue(loads and all(answer.url.startswith(self.base) for answer in loads))
            self.assertEqual(loads[0].headers['content-type'], 'audio/wav')
            self.assertIn('sandbox', loads[0].headers['content-security-policy'])
            self.open(page, 'Podcast')
            expect(page.locator('#article audio >> nth=0')).to_have_attribute('data-seconds', re.compile('6[0-9]'))
            page.evaluate("""async () => { const audio = document.querySelector('#article audio'); audio.muted = true; await audio.play(); }""")
            self.reaches(page, 59)

    def test_media_are_media(self):
        """Only what a page was given an address for is passed on, only as audio or video, and in parts where a part is asked for."""
        with self.page() as page:
            self.open(page, 'Podcast')
            addresses = page.evaluate("[...document.querySelectorAll('#article audio')].map((audio) => audio.src)")
            part = page.request.get(addresses[0], headers={'Range': 'bytes=0-'})
            self.assertEqual(part.body()[:4], b'RIFF')
            self.assertEqual(page.request.get(addresses[1]).status, 404)
            self.assertEqual(page.request.get(addresses[0].replace('tone.wav', 'cat.png')).status, 404)

    def test_full_text(self):
        """The whole text of an excerpt is fetched on demand; where that fails, the reason is shown; with and without a script."""
        for script, width, title in [(True, 1440, 'Excerpt'), (True, 390, 'Short'), (False, 1440, 'Short')]:
            with self.page(script=script, width=width) as page:
                self.open(page, title)
                expect(page.locator('#article .text')).to_contain_text('Only the beginning')
                page.click('#article .full-text button')
                if title == 'Excerpt':
                    expect(page.locator('#article .text')).to_contain_text('Paragraph 11 of the whole text')
                    expect(page.locator('#article .full-text')).to_have_count(0)
                else:
                    expect(page.locator('[role=alert]')).to_contain_text('404')

    def test_full_text_without_script(self):
        """The form of the article fetches its page, and leads back to it."""
        pathlib.Path(self.folder, 'short.html').write_text(pathlib.Path(self.folder, 'whole.html').read_text())
        try:
            with self.page(script=False, language='zh-CN') as page:
                self.open(page, 'Short')
                page.click('#article button:has-text("获取全文")')
                expect(page.locator('#article .text')).to_contain_text('Paragraph 11 of the whole text')
        finally:
            pathlib.Path(self.folder, 'short.html').unlink()

    def test_pictures_shift_nothing(self):
        """The place of a picture is kept free, before its size is known and after."""
        for isKnown in (False, True):
            with self.page() as page:
                page.add_init_script("""
                    window.shifts = [];
                    // Other parts of the page may move: a count of unread articles changes when the article is read.
                    new PerformanceObserver((list) => {
                        for (const entry of list.getEntries()) {
                            const moved = entry.sources.map((source) => source.node).filter((node) =>
                                node && document.querySelector('#article .text')?.contains(node));
                            if (moved.length) shifts.push([entry.value, moved.map((node) => node.nodeName)]);
                        }
                    }).observe({ type: 'layout-shift', buffered: true });
                """)
                self.open(page, 'Unsized')
                pictures = page.locator('#article .text img')
                expect(pictures).to_have_count(4)
                for n in range(4):
                    pictures.nth(n).scroll_into_view_if_needed()
                    expect(pictures.nth(n)).to_have_js_property('naturalWidth', 400 + 100 * n)
                page.wait_for_timeout(200)
                self.assertEqual(page.evaluate('shifts'), [])
                if isKnown:
                    expect(pictures.nth(1)).to_have_attribute('width', '500')
                    expect(page.locator('.unsized')).to_have_count(0)

    def test_copies(self):
        """The same text in other feeds is folded below the article, and named."""
        for script, language, words in [(True, 'en-US', 'Also in 1 other feed'), (False, 'zh-CN', '另有 1 个订阅源')]:
            with self.page(script=script, language=language) as page:
                page.goto('%s/article/%s' % (self.base, self.run_program('list', 'feed:One', '--format', '%i').strip()))
                expect(page.locator('.copies summary')).to_contain_text(words)
                page.click('.copies summary')
                page.click('.copies a')
                expect(page.locator('#article .meta .feed')).to_have_text('Two')

    def test_font_and_width(self):
        """Font and width of texts can be chosen, and are kept."""
        with self.page(script=False) as page:
            self.open(page, 'Players')
            width = page.locator('#article .text').bounding_box()['width']
            page.click('.settings summary')
            page.select_option('select[name=font]', 'sans')
            page.select_option('select[name=width]', 'narrow')
            page.click('.settings form >> nth=0 >> button')
            self.open(page, 'Players')
            self.assertLess(page.locator('#article .text').bounding_box()['width'], width)
            expect(page.locator('html')).to_have_attribute('data-font', 'sans')

    def test_views_for_all(self):
        """axe finds nothing in an article of any kind, light and dark, on a phone and a desktop; the phone scrolls to one side only."""
        for scheme, width, language in [('dark', 1440, 'en-US'), ('light', 390, 'zh-CN'), ('dark', 390, 'en-US')]:
            with self.page(scheme=scheme, width=width, height=800, language=language) as page:
                for title in ('Players', 'Podcast', 'Unsized', 'مقالة'):
                    self.open(page, title)
                    self.shoot(page, 'article-%s-%d-%s' % (scheme, width, title))
                    self.check_axe(page, '%s %s %d' % (title, scheme, width))
                    self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), width)

    def test_direction(self):
        """An article of a script that is written from the right is, in a page that is not."""
        with self.page() as page:
            self.open(page, 'مقالة')
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('#article .text')).direction"), 'rtl')
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('#article .actions')).direction"), 'ltr')
            self.shoot(page, 'right-to-left')
            self.check_axe(page, 'right to left')

    def test_reading(self):
        """An article can be cited, printed, heard and shared and its link copied, where the browser can."""
        with self.page() as page:
            page.add_init_script("""
                window.done = [];
                navigator.share = async (what) => { done.push(what.title); };
                window.print = () => done.push('print');
                navigator.clipboard.writeText = async (text) => { done.push(text); };
                speechSynthesis.speak = (piece) => done.push(piece.lang + ' ' + piece.text.slice(0, 14));
            """)
            self.open(page, 'Players')
            page.click('#article .more > summary')
            page.click('#article .cite summary')
            expect(page.locator('.cite pre >> nth=0')).to_contain_text('Players. Media, 2024-09-02. http')
            expect(page.locator('.cite pre >> nth=1')).to_contain_text('@online{feedsearch')
            self.shoot(page, 'cite')
            self.check_axe(page, 'cite')
            page.set_viewport_size({'width': 390, 'height': 800})
            box = page.locator('.cite > div').bounding_box()
            self.assertTrue(box['x'] >= 0 and box['x'] + box['width'] <= 390, box)
            page.set_viewport_size({'width': 1440, 'height': 900})
            page.keyboard.press('Escape')
            expect(page.locator('.cite')).to_be_hidden()
            for name in ('share', 'print', 'listen'):
                page.click('#article .more > summary')
                page.click('#article button[data-do=%s]' % name)
            done = page.evaluate('done')
            self.assertEqual(done[:2], ['Players', 'print'])
            page.click('#article .more > summary')
            page.click('#article button[data-do=link]')
            expect(page.locator('#toast')).to_have_text('Link copied')
            self.assertEqual(page.evaluate('done').pop(), page.locator('#article .source').evaluate('link => link.href'))
            self.assertTrue(any(piece.endswith('Words before.') for piece in done), done)
            expect(page.locator('#article .meta')).to_contain_text('1 min read')

    def test_paper(self):
        """On paper only the article stands."""
        with self.page() as page:
            self.open(page, 'Players')
            page.emulate_media(media='print')
            expect(page.locator('#article h1')).to_be_visible()
            for part in ('#list', '#feeds', '#article .actions'):
                expect(page.locator(part)).to_be_hidden()
