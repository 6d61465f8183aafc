"""Texts of feeds, and other sites."""
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
