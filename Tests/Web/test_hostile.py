"""Texts of feeds, and other sites."""
import re
from base import *


class HostileTests(ReaderTests):
    def test_hostile(self):
        """No text of a feed runs, leaves the page, looks like a control or asks another host."""
        numbers = self.run_program('list', 'feed:Hostile', '--format', '%i').split()
        self.assertGreaterEqual(len(numbers), len(HOSTILE))
        for script in (True, False):
            with self.page(script=script) as page:
                for number in numbers if script else numbers[:20]:
                    page.goto('%s/article/%s' % (self.base, number))
                    expect(page.locator('#article article')).to_have_count(1)
                    self.assertTrue(page.url.startswith(self.base))
                    if script:
                        self.assertIsNone(page.evaluate('window.hacked ?? null'))
                    text = page.locator('#article .text')
                    # What the page itself adds, which a text cannot: the button that copies code.
                    self.assertEqual(text.locator(
                        'form, input, script, style, iframe, [style], :is(button, svg):not(.code > .copy, .code > .copy > svg), '
                        '[class]:not(.medium, .player, .wide, .unsized, .code, .large, .code > .copy, .code > .copy > svg)').count(), 0)
                    self.assertLessEqual(text.locator('.copy').count(), text.locator('pre').count())
                    self.assertTrue(page.locator('#feeds').count() == 1 and page.locator('#list').count() == 1)

    def test_policy(self):
        """A form without the token of its page changes nothing; the pages forbid frames, inline scripts and other hosts."""
        with self.page() as page:
            answer = page.request.post(self.base + '/actions/mark', form={'article': '1', 'set': 'starred'})
            self.assertEqual(answer.status, 403)
            policy = page.request.get(self.base + '/').headers['content-security-policy']
            for part in ("default-src 'none'", "frame-ancestors 'none'", "script-src 'self'", 'require-trusted-types-for'):
                self.assertIn(part, policy)
            self.assertNotIn('unsafe', policy)


class NameTests(ReaderTests):
    # Shown as `photo exe.png`, whatever follows.
    NAME = 'photo \u202egnp.exe\u2066'

    @classmethod
    def prepare(cls):
        name = cls.NAME
        opml = '<opml version="2.0"><body><outline text="%s"><outline type="rss" text="%s" xmlUrl="https://bidi.example/feed"/></outline></body></opml>'
        path = os.path.join(cls.home, 'bidi.opml')
        pathlib.Path(path).write_text(opml % ('folder ' + name, 'feed ' + name))
        cls.run_program('import', path)
        article = {'feed': 'https://bidi.example/feed', 'id': '1', 'title': 'title ' + name, 'text': 'A sentence, \u202eand its end.'}
        path = os.path.join(cls.home, 'bidi.jsonl')
        pathlib.Path(path).write_text(json.dumps(article) + '\n')
        cls.run_program('ingest', path)
        cls.run_program('edit', 'https://bidi.example/feed', '--title', 'own ' + name)
        cls.run_program('save', 'saved ' + name, 'sentence')

    # What a person reads of a page, apart from the article's own text.
    READ = """() => {
        const texts = [document.title], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) { if (!walker.currentNode.parentElement.closest('.text')) { texts.push(walker.currentNode.data); } }
        for (const element of document.querySelectorAll('*')) {
            for (const name of ['title', 'aria-label', 'placeholder', 'alt']) { texts.push(element.getAttribute(name) ?? ''); }
        }
        return texts.join('\\n');
    }"""

    def test_names(self):
        """Controls that reorder text reach no name and no title; the article's text keeps them."""
        with self.page() as page:
            feed = int(page.locator('#feeds a[data-feed]:has-text("own photo")').get_attribute('data-feed'))
            article = int(self.run_program('list', 'feed:bidi.example', '--format', '%i').split()[0])
            saved = page.locator('#feeds a[data-saved]').get_attribute('href')
            places = ['', 'feed/%d' % feed, 'article/%d' % article, saved, saved + '/settings', 'feed/%d/settings' % feed, 'arrange', 'folders',
                      'saved', 'rules', 'statistics', 'actions', 'search?q=sentence', 'search?q=title&facets=1']
            for place in places:
                self.assertEqual(page.goto(self.base + '/' + place).status, 200, place)
                page.wait_for_load_state()
                self.assertNotRegex(page.evaluate(self.READ), '[\u202a-\u202e\u2066-\u2069]', place)
            page.goto('%s/article/%d' % (self.base, article))
            expect(page).to_have_title(re.compile(r'title photo gnp\.exe - feedsearch$'))
            self.assertIn('\u202e', page.locator('#article .text').inner_text())
            page.click('#feeds a[data-feed="%d"]' % feed)
            expect(page.locator('#list h1')).to_have_text('own photo gnp.exe')
            answer = page.request.get(self.base + '/v1/feeds').json()
            self.assertIn('own photo gnp.exe', [feed['title'] for feed in answer['feeds']])
            self.assertIn(['folder photo gnp.exe'], [folder for feed in answer['feeds'] for folder in feed['folders']])
            answer = page.request.get('%s/v1/articles/%d' % (self.base, article)).json()
            self.assertEqual((answer['feed_title'], answer['title']), ('own photo gnp.exe', 'title photo gnp.exe'))
            self.assertIn('\u202e', answer['text'])
