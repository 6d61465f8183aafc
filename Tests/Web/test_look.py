"""Themes and sizes."""
from base import *


class LookTests(ReaderTests):
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
