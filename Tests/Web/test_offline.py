"""Reading without a network, and what is marked meanwhile."""
import urllib.parse
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
            expect(page.locator('h1')).to_have_text('Offline reading')
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

    def test_other_account(self):
        """Data that an expired session left in the browser is not available to the next account."""
        self.run_program('account', 'add', 'ben')
        with self.page() as page:
            self.keep(page)
            page.goto(self.base + '/')
            page.locator('.rows > li a').first.click()
            expect(page.locator('#article article')).to_be_visible()
            page.context.set_offline(True)
            page.goto(self.base + '/')
            row = page.locator('.rows > li.unread').nth(4)
            number = row.get_attribute('data-article')
            row.locator('button').first.click()
            expect(row).to_have_attribute('data-starred', '1')
            mine = "Object.keys(localStorage).filter((key) => /^feedsearch-(mark|opened|offline)/.test(key))"
            self.assertGreaterEqual(len(page.evaluate(mine)), 3)
            page.context.clear_cookies()
            page.context.set_offline(False)
            page.wait_for_timeout(500)
            sent = []
            page.context.on('request', lambda request: sent.append(request.post_data) if request.url.endswith('/v1/state') else None)
            page.goto(self.base + '/')
            self.sign_in(page, 'ben')
            wait_until(page, "caches.keys().then((names) => names.length === 0)")
            self.assertEqual(page.evaluate(mine), [])
            expect(page.locator('.rows > li[data-article="%s"]' % number)).not_to_have_attribute('data-starred', '1')
            page.wait_for_timeout(1000)
            self.assertEqual(sent, [])
            self.assertNotIn(number, self.starred())

    def test_former_names(self):
        """Values that an earlier version stored without an owner are kept on a service with one library."""
        with self.page() as page:
            page.evaluate("""() => {
                localStorage.clear();
                localStorage.setItem('feedsearch-opened', '[3,2]');
                localStorage.setItem('feedsearch-mark/2/read', 'true');
                localStorage.setItem('feedsearch-panes', '{}');
            }""")
            page.reload()
            wait_until(page, "Object.entries(localStorage).some(([key, value]) => /^feedsearch-opened\\/\\w/.test(key) && value === '[3,2]')")
            self.assertFalse(page.evaluate("'feedsearch-opened' in localStorage || 'feedsearch-mark/2/read' in localStorage"))
            self.assertTrue(page.evaluate("'feedsearch-panes' in localStorage"))

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

    def test_two_tabs(self):
        """With two tabs open a mark is sent once, both show it, and what one tab keeps the other has."""
        with self.page(language='zh-CN') as page:
            page.locator('.settings').evaluate('details => { details.open = true; }')
            page.click('#offline button')
            expect(page.locator('#offline p')).to_contain_text('已保存在此设备上的文章', timeout=60_000)
            expect(page.locator('#offline p')).to_contain_text('上限 200 MB')
            page.goto(self.base + '/')
            other = page.context.new_page()
            other.goto(self.base + '/')
            expect(other.locator('#offline button')).to_have_text('从此设备删除')
            page.context.set_offline(True)
            for tab in (page, other):
                tab.reload()
                expect(tab.locator('html')).to_have_attribute('lang', 'zh-Hans')
            numbers = []
            for place, tab in [(3, page), (4, other)]:
                row = tab.locator('.rows > li').nth(place)
                numbers.append(row.get_attribute('data-article'))
                row.locator('button').first.click()
                expect(row).to_have_attribute('data-starred', '1')
            for tab in (page, other):
                for number in numbers:
                    expect(tab.locator('.rows > li[data-article="%s"]' % number)).to_have_attribute('data-starred', '1')
                expect(tab.locator('#offline p')).to_contain_text('等待发送的改动：2 处')
            page.goto(self.base + '/today')
            expect(page.locator('h1')).to_have_text('离线阅读')
            page.goto(self.base + '/')
            sent = []
            page.context.on('request', lambda request: sent.append(request.post_data) if request.url.endswith('/v1/state') else None)
            page.context.set_offline(False)
            wait_until(page, "!Object.keys(localStorage).some((key) => key.startsWith('feedsearch-mark/'))")
            other.wait_for_timeout(500)
            for number in numbers:
                self.assertIn(number, self.starred())
                self.assertEqual(len([body for body in sent if '[%s]' % number in body]), 1, sent)
                self.run_program('mark', 'unstarred', '#' + number)
            # One tab ends it, for both.
            page.locator('.settings').evaluate('details => { details.open = true; }')
            page.click('#offline button')
            expect(other.locator('#offline button')).to_have_text('在此设备上保存文章')
            wait_until(other, "caches.keys().then((names) => names.length === 0)")

    def test_sign_out_in_two_tabs(self):
        """Signing out in one tab wipes what is kept, also while another tab keeps it, and the other shows nothing any more."""
        with self.page() as page:
            other = page.context.new_page()
            # A picture that is slow to come: the other tab is still at work.
            other.route('**/image/**', lambda route: (other.wait_for_timeout(300), route.continue_()))
            other.goto(self.base + '/?article=1')
            other.locator('.settings').evaluate('details => { details.open = true; }')
            other.click('#offline button')
            wait_until(other, "caches.open('feedsearch-pages').then((cache) => cache.keys()).then((keys) => keys.length > 5)")
            page.locator('.settings').evaluate('details => { details.open = true; }')
            page.click('.settings form[action$=sign-out] button')
            page.wait_for_selector('input[name=password]')
            other.wait_for_selector('input[name=password]', timeout=10_000)
            page.wait_for_timeout(1_000)
            wait_until(page, "caches.keys().then((names) => names.length === 0)")
            self.assertEqual(page.evaluate('localStorage.length'), 0)
            self.assertEqual(page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0)

    KEPT_BYTES = """async () => {
        let sum = 0;
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) { sum += (await (await cache.match(request)).blob()).size; }
        }
        return sum;
    }"""

    def test_limit(self):
        """What is kept stays below the limit, while it is fetched as well; newer pictures take the place of older ones."""
        with self.page() as page:
            self.keep(page)
            text = page.evaluate(self.KEPT_BYTES)
            page.click('#offline button')
            wait_until(page, "caches.keys().then((names) => names.length === 0)")
            # Twelve pictures of 100 KB, of which four find room beside the pages.
            most = text + 450_000
            picture = PICTURE + bytes(100_000 - len(PICTURE))
            page.context.route('**/image/**', lambda route: route.fulfill(body=picture, content_type='image/png'))
            page.context.route('**/?article=*&part=article', lambda route: self.with_pictures(route))
            page.evaluate("""(most) => {
                document.querySelector('#offline').dataset.most = most;
                window.largest = 0;
                const put = Cache.prototype.put;
                Cache.prototype.put = async function (...given) {
                    await put.apply(this, given);
                    let sum = 0;
                    for (const name of await caches.keys()) {
                        const cache = await caches.open(name);
                        for (const request of await cache.keys()) { if (name === 'feedsearch-pictures') { sum += (await (await cache.match(request)).blob()).size; } }
                    }
                    window.largest = Math.max(window.largest, sum);
                };
            }""", most)
            page.click('#offline button')
            expect(page.locator('#offline p')).to_contain_text('MB of at most', timeout=60_000)
            wait_until(page, "Object.entries(localStorage).find(([key]) => key.startsWith('feedsearch-offline-bytes/'))?.[1]")
            kept = page.evaluate(self.KEPT_BYTES)
            self.assertLessEqual(kept, most)
            self.assertEqual(kept, int(page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('feedsearch-offline-bytes/'))?.[1]")))
            self.assertLessEqual(page.evaluate('window.largest'), 500_000)
            pictures = "caches.open('feedsearch-pictures').then((cache) => cache.keys()).then((keys) => keys.map((key) => key.url))"
            self.assertGreaterEqual(len(page.evaluate(pictures)), 3)

    def with_pictures(self, route):
        """The part of an article, with a picture of its own."""
        answer = route.fetch()
        number = urllib.parse.parse_qs(urllib.parse.urlparse(route.request.url).query)['article'][0]
        if int(number) % 10:
            return route.fulfill(response=answer)
        body = answer.text().replace('</article>', '<img src="image/x?u=%s"></article>' % number)
        route.fulfill(response=answer, body=body)

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
