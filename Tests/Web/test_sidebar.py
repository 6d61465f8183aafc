"""The list of subscriptions."""
from base import *


class SidebarTests(ReaderTests):
    def test_tablet(self):
        """Where the subscriptions have no room, a link opens and closes them, with and without a script."""
        for script, width in [(True, 900), (False, 900), (False, 390), (True, 390)]:
            with self.page(width=width, height=800, script=script) as page:
                expect(page.locator('#feeds')).to_be_hidden()
                page.click('#list .menu')
                expect(page.locator('#feeds')).to_be_visible()
                self.shoot(page, 'menu-%d' % width)
                page.click('#feeds .menu')
                expect(page.locator('#feeds')).to_be_hidden()
                page.click('#list .menu')
                page.click('#feeds >> text=Starred')
                expect(page.locator('#list h1')).to_have_text('Starred')

    def test_counts(self):
        """Counts follow what another program does."""
        with self.page() as page:
            page.goto(self.base + '/all')
            row = page.locator('#feeds a[data-feed="1"] .count')
            before = int(row.inner_text())
            self.run_program('mark', 'read', 'title:"News 77"')
            expect(row).to_have_text(str(before - 1), timeout=10_000)
            self.run_program('undo')
