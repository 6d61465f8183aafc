"""The list of articles."""
from base import *


class ListTests(ReaderTests):
    def test_scrolling(self):
        """A list goes on where one scrolls to its end."""
        with self.page() as page:
            page.goto(self.base + '/feed/1')
            expect(page.locator('.rows > li')).to_have_count(50)
            page.evaluate("document.querySelector('#list').scrollTo(0, 1e6)")
            expect(page.locator('.rows > li')).to_have_count(100)
            page.evaluate("document.querySelector('#list').scrollTo(0, 1e6)")
            expect(page.locator('.rows > li')).to_have_count(120)

    def test_all_read_undone(self):
        """What was marked at once is offered to be taken back, where one stands."""
        with self.page() as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.click('#list header button')
            expect(page.locator('#toast')).to_contain_text('All marked as read')
            expect(page.locator('.rows > li.unread')).to_have_count(0)
            page.click('#toast button')
            expect(page.locator('.rows > li.unread')).to_have_count(5)
