"""Searching."""
from base import *


class SearchTests(ReaderTests):
    def test_matches(self):
        """What was searched for is marked in the opened article, and keys jump between the places."""
        with self.page() as page:
            page.goto(self.base + '/search?q=全文检索')
            page.click('.rows h2 a >> nth=0')
            expect(page.locator('#article article')).to_have_count(1)
            page.wait_for_function("CSS.highlights.get('found')?.size > 0")
            page.keyboard.press('.')
            expect(page.locator('#toast')).to_contain_text('1 / ')

    def test_completions(self):
        """What is typed is completed by words of the archive."""
        with self.page() as page:
            page.keyboard.press('/')
            page.keyboard.type('hero')
            option = page.locator('#completions option').first
            expect(option).to_have_attribute('value', 'herons')

    def test_facets(self):
        """Months are bars that narrow a search, and so do feeds, with and without a script."""
        for script in (True, False):
            with self.page(script=script) as page:
                page.goto(self.base + '/search?q=News OR 全文检索')
                page.click('text=By month, feed, folder and language')
                self.shoot(page, 'facets')
                expect(page.locator('.timeline a')).to_have_count(2)
                page.locator('.timeline a').first.click(position={'x': 3, 'y': 3})
                expect(page.locator('#search input[type=search]')).to_have_value('(News OR 全文检索) date:2020-09')
                expect(page.locator('.rows > li')).to_have_count(5)
                page.goto(self.base + '/search?q=News OR 全文检索&facets=1')
                page.click('.facets >> text=索引笔记')
                expect(page.locator('.rows > li')).to_have_count(5)
