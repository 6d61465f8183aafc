"""The opened article."""
from base import *


class ArticleTests(ReaderTests):
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

    def test_phone(self):
        """On a phone one pane is shown at a time, and back leads to the list."""
        with self.page(width=390, height=800, scheme='dark', language='zh-CN') as page:
            self.shoot(page, 'phone')
            page.click('.rows h2 a >> nth=2')
            expect(page.locator('#article article')).to_be_visible()
            expect(page.locator('#list')).to_be_hidden()
            self.shoot(page, 'phone-article')
            page.click('.back')
            expect(page.locator('#list')).to_be_visible()
            self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), 390)
