"""The page of statistics."""
import datetime, re
from base import *


class StatisticsTests(ReaderTests):
    SIGHTS = [
        dict(width=1440, height=900, script=True, language='en-US', scheme='dark'), dict(width=390, height=800, script=False, language='zh-CN'),
        dict(width=1440, height=900, script=False, language='zh-CN'), dict(width=390, height=800, script=True, language='en-US'),
    ]

    def test_statistics(self):
        """What was read stands by day and by feed beside what came; each plot has its numbers as a table."""
        with self.page() as page:
            page.goto(self.base + '/statistics')
            expect(page.locator('figure.plot')).to_have_count(1)
            expect(page.locator('.plots .empty')).to_have_count(1)
            read = []
            page.goto(self.base + '/feed/1')
            for place in range(3):
                page.locator('.rows h2 a').nth(place).click()
                row = page.locator('.rows > li').nth(place)
                expect(row).to_have_class(re.compile(r'\bread\b'))
                read.append(row.get_attribute('data-article'))
            # One that is to be read once more, and many that were marked at once.
            page.locator('.rows > li').nth(1).focus()
            page.locator('#article button[value=unread]').click()
            expect(page.locator('.rows > li').nth(2)).to_have_class(re.compile(r'\bunread\b'))
            read.pop()
            page.goto(self.base + '/feed/2')
            page.click('.mark-as summary')
            page.click('#mark-as button >> nth=0')
            expect(page.locator('.rows > li.unread')).to_have_count(0)
        today = datetime.date.today().isoformat()
        for sight in self.SIGHTS:
            with self.page(**sight) as page:
                page.goto(self.base + '/statistics')
                self.shoot(page, 'statistics-%s-%d' % (sight['language'], sight['width']))
                expect(page.locator('figure.plot svg[role=img]')).to_have_count(2)
                plot = page.locator('figure.plot').nth(1)
                expect(plot.locator('svg rect')).to_have_count(1)
                self.assertEqual(plot.locator('svg title').text_content(), today + ': 2')
                plot.locator('summary').click()
                expect(plot.locator('tbody tr')).to_have_count(30)
                self.assertIn('2', plot.locator('figcaption').inner_text())
                last = plot.locator('tbody tr').last
                self.assertEqual(last.inner_text().split(), [today, '2'])
                self.assertLessEqual(page.evaluate('document.documentElement.scrollWidth'), sight['width'])
                self.assertGreaterEqual(page.locator('.share').count(), 5)
                if sight['script']:
                    self.check_axe(page, 'statistics')
                # The day leads to what was read on it, the last first.
                last.locator('a').click()
                self.assertEqual(page.locator('.rows > li').evaluate_all('rows => rows.map((row) => row.dataset.article)') if sight['script']
                                 else [row.get_attribute('data-article') for row in page.locator('.rows > li').all()], read[::-1])
