"""Reading without a network, and what is marked meanwhile."""
from base import *


class OfflineTests(ReaderTests):
    def keep(self, page):
        page.locator('.settings').evaluate('details => { details.open = true; }')
        page.click('#offline button')
        expect(page.locator('#offline p')).to_contain_text('Articles kept on this device', timeout=60_000)

    def starred(self):
        """Numbers of the starred articles; `list is:starred` ends with 1 where there is none."""
        articles = map(json.loads, self.run_program('list', '--jsonl').splitlines())
        return [str(article['n']) for article in articles if article.get('starred')]

    def test_offline(self):
        """Unread and starred articles and their pictures are there without a network; a mark is sent later, once."""
        cat = self.run_program('list', 'feed:Pictures', '--format', '%i').strip()
        with self.page() as page:
            self.keep(page)
            page.context.set_offline(True)
            page.goto(self.base + '/')
            expect(page.locator('.rows > li').first).to_be_visible()
            page.goto('%s/article/%s' % (self.base, cat))
            expect(page.locator('#article h1')).to_have_text('A cat')
            expect(page.locator('#article .text img')).to_have_js_property('naturalWidth', 1)
            row = page.locator('.rows > li.unread').first
            number = row.get_attribute('data-article')
            row.locator('button').first.click()
            expect(row).to_have_attribute('data-starred', '1')
            page.reload()
            expect(page.locator('.rows > li[data-article="%s"]' % number)).to_have_attribute('data-starred', '1')
            page.goto(self.base + '/today')
            expect(page.locator('h1')).to_have_text('Reading without a network')
            page.goto(self.base + '/')
            self.assertNotIn(number, self.starred())
            sent = []
            page.context.on('request', lambda request: sent.append(request.post_data) if request.url.endswith('/v1/state') else None)
            page.context.set_offline(False)
            wait_until(page, "!Object.keys(localStorage).some((key) => key.startsWith('feedsearch-mark/'))")
            self.assertIn(number, self.starred())
            self.assertEqual(len([body for body in sent if number in body and 'starred' in body]), 1)
            self.run_program('mark', 'unstarred', '#' + number)

    def test_renewed_session(self):
        """What was marked without a network is sent after the session has ended and another was begun."""
        with self.page() as page:
            self.keep(page)
            page.context.set_offline(True)
            page.goto(self.base + '/')
            row = page.locator('.rows > li.unread').nth(2)
            number = row.get_attribute('data-article')
            row.locator('button').first.click()
            expect(row).to_have_attribute('data-starred', '1')
            page.context.clear_cookies()
            page.context.set_offline(False)
            page.wait_for_timeout(500)
            self.assertNotIn(number, self.starred())
            page.goto(self.base + '/')
            self.sign_in(page)
            wait_until(page, "!Object.keys(localStorage).some((key) => key.startsWith('feedsearch-mark/'))")
            self.assertIn(number, self.starred())

    def test_sign_out(self):
        """Signing out leaves nothing on the device."""
        with self.page() as page:
            self.keep(page)
            page.reload()
            page.click('.settings summary')
            page.click('.settings form[action$=sign-out] button')
            page.wait_for_selector('input[name=password]')
            wait_until(page, "caches.keys().then((names) => names.length === 0)")
            self.assertEqual(page.evaluate('localStorage.length'), 0)

    def test_insecure(self):
        """Where a browser keeps nothing, the page says what is needed."""
        with self.page() as page:
            page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
            page.reload()
            page.click('.settings summary')
            expect(page.locator('#offline')).to_contain_text('https')
            expect(page.locator('#offline button')).to_be_hidden()
            self.check_axe(page, 'settings')

    def test_installable(self):
        """The manifest names a start within the service, and icons that are there."""
        with self.page() as page:
            address = page.locator('link[rel=manifest]').evaluate('link => link.href')
            manifest = page.request.get(address).json()
            self.assertEqual(page.evaluate('([start, base]) => new URL(start, base).href', [manifest['start_url'], address]), self.base + '/')
            for icon in manifest['icons']:
                answer = page.request.get(address.rsplit('/', 1)[0] + '/' + icon['src'])
                self.assertEqual(answer.headers['content-type'], icon['type'])
            icon = page.locator('link[rel=icon]').evaluate('link => link.href')
            self.assertIn('99+', page.request.get(icon).text())
