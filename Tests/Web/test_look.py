"""Themes, sizes, and who does not see."""
from base import *


class LookTests(ReaderTests):
    def test_accessible(self):
        """axe finds nothing in any view, theme and width."""
        for scheme, width in [('light', 1440), ('dark', 1440), ('light', 390), ('dark', 900)]:
            with self.page(scheme=scheme, width=width) as page:
                for place in ['/', '/all', '/starred', '/feed/2', '/search?q=heron', '/search?q=title:(', '/search?q=News OR 全文检索&facets=1', '/keys', '/?article=1']:
                    page.goto(self.base + place)
                    self.check_axe(page, '%s %s %d' % (place, scheme, width))

    def test_look(self):
        """The theme and the size of texts are kept."""
        with self.page() as page:
            page.click('.settings summary')
            page.select_option('select[name=theme]', 'sepia')
            page.select_option('select[name=size]', '22')
            page.click('.settings form >> nth=0 >> button')
            expect(page.locator('html')).to_have_attribute('data-theme', 'sepia')
            page.goto(self.base + '/?article=1')
            self.assertEqual(page.evaluate("getComputedStyle(document.querySelector('.text')).fontSize"), '22px')
            self.shoot(page, 'sepia')
