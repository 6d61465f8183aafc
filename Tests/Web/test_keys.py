"""Keys move, open, mark, star and search."""
from base import *


class KeyTests(ReaderTests):
    def test_keys(self):
        """Keys move, open, mark, star and search; back goes back."""
        with self.page() as page:
            self.shoot(page, 'unread')
            page.keyboard.press('j')
            page.keyboard.press('j')
            page.keyboard.press('o')
            expect(page.locator('#article h1')).to_have_text('News 1')
            row = page.locator('.rows > li').nth(1)
            expect(row).to_contain_class('read')
            expect(row.locator('button').nth(1)).to_have_text('Mark unread')
            self.shoot(page, 'article')
            page.keyboard.press('m')
            expect(row).to_contain_class('unread')
            page.keyboard.press('s')
            expect(row).to_have_attribute('data-starred', '1')
            page.wait_for_timeout(300)
            self.assertIn('News 1', self.run_program('list', 'is:starred is:unread', '--format', '%t'))
            page.keyboard.press('K')
            expect(page.locator('#article h1')).to_have_text('News 0')
            page.keyboard.press('/')
            page.keyboard.type('全文检索')
            expect(page.locator('.rows mark').first).to_have_text('全文检索')
            self.assertIn('q=%E5%85%A8', page.url)
            self.shoot(page, 'search')
            page.keyboard.press('Escape')
            page.keyboard.press('?')
            expect(page.locator('dialog[open] dt').first).to_have_text('j k n p')
            self.shoot(page, 'keys')
            page.keyboard.press('Escape')
            page.keyboard.press('g')
            page.keyboard.press('s')
            expect(page.locator('#list h1')).to_have_text('Starred')
            expect(page.locator('.rows > li')).to_have_count(1)
            page.go_back()
            expect(page.locator('#search input[type=search]')).to_have_value('全文检索')
