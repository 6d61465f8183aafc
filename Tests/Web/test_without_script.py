"""What needs no script."""
from base import *


class WithoutScriptTests(ReaderTests):
    def test_without_script(self):
        """Signing in, reading, marking, starring, searching, saving, subscribing and undoing need no script."""
        for width, language, star, word in [(1440, 'en-US', 'Star', 'heron'), (390, 'zh-CN', '加星标', 'herons')]:
            with self.page(width=width, height=800, script=False, language=language) as page:
                page.goto(self.base + '/search?q=全文检索第')
                page.click('.rows h2 a >> nth=0')
                expect(page.locator('#article .text')).to_contain_text('关于全文检索的文章')
                page.click('#article button:has-text("%s")' % star)
                expect(page.locator('#article button[value=unstarred]')).to_have_count(1)
                page.click('#article button[value=unstarred]')
                expect(page.locator('#article button[value=starred]')).to_have_count(1)
                page.goto(self.base + '/search?q=' + word)
                page.click('.save summary')
                page.fill('.save input[name=name]', 'birds ' + language)
                page.click('.save button')
                expect(page.locator('#feeds').get_by_text('birds ' + language)).to_have_count(1)
                page.goto(self.base + '/saved/birds%20' + language)
                expect(page.locator('.rows > li')).to_have_count(50)
                page.click('.way.next a')
                expect(page.locator('.rows > li')).to_have_count(50)

    def test_all_read(self):
        """All of a folder is marked as read, and undone."""
        with self.page(script=False) as page:
            page.goto(self.base + '/folder/' + '技术/中文')
            page.click('.mark-as summary')
            page.click('#mark-as button >> nth=0')
            expect(page.locator('.rows > li.unread')).to_have_count(0)
            self.assertEqual(self.run_program('search', '--count', 'folder:技术 is:read').strip(), '5')
            self.run_program('undo')
            page.reload()
            expect(page.locator('.rows > li.unread')).to_have_count(5)

    def test_sign_out(self):
        """Signing out ends the session; a page that was asked for is shown after signing in."""
        with self.page(script=False) as page:
            page.goto(self.base + '/starred')
            page.click('.settings summary')
            page.click('.settings form[action$=sign-out] button')
            expect(page.locator('input[name=password]')).to_have_count(1)
            page.fill('input[name=name]', 'anna')
            page.fill('input[name=password]', 'a long password')
            page.click('button[type=submit]')
            expect(page.locator('#list h1')).to_have_text('Starred')
