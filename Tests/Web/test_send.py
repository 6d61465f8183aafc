"""Sending articles to services and folders, and notifications in the browser."""
from base import *


class SendTests(ReaderTests):
    @classmethod
    def prepare(cls):
        for name in ('notes', 'archive'):
            os.mkdir(os.path.join(cls.home, name))
        cls.run_program('send', 'add', 'notes', 'markdown:notes')

    def files(self, folder):
        return sorted(os.listdir(os.path.join(self.home, folder)))

    def sent(self, folder, count):
        ends = time.monotonic() + 30
        while len(self.files(folder)) < count:
            self.assertLess(time.monotonic(), ends, 'nothing was sent')
            time.sleep(0.1)
        return self.files(folder)

    def test_send(self):
        """`e` sends the open article to the only destination; with several it shows them; a form works without scripts."""
        with self.page() as page:
            page.locator('.rows > li h3, .rows > li a').first.click()
            title = page.locator('#article h1').text_content()
            page.keyboard.press('e')
            expect(page.locator('#toast')).to_contain_text('Will be sent to notes')
            self.assertIn(title, self.sent('notes', 1)[0])
            self.run_program('send', 'add', 'archive', 'markdown:archive')
            page.reload()
            page.keyboard.press('e')
            expect(page.locator('#article .send button')).to_have_count(2)
            expect(page.locator('#article .send button').first).to_be_focused()
            page.keyboard.press('Enter')
            self.sent('archive', 1)
            number = page.locator('#article article').get_attribute('data-article')
            self.run_program('send', 'remove', 'archive')
        other = self.run_program('list', 'feed:News', '--format', '%i').split()[-1]
        self.assertNotEqual(other, number)
        with self.page(script=False) as page:
            page.goto('%s/article/%s' % (self.base, other))
            page.click('#article .more summary')
            page.click('#article .send button')
            self.sent('notes', 2)

    def test_page(self):
        """The page of services shows a mistake at its field, and lists a folder without its path."""
        with self.page() as page:
            page.goto(self.base + '/send')
            expect(page.locator('main')).to_contain_text('notes')
            expect(page.locator('main')).not_to_contain_text(self.home)
            page.fill('[name=name]', 'links')
            page.select_option('[name=kind]', 'linkding')
            expect(page.locator('[name=client_id]')).to_be_hidden()
            page.fill('[name=address]', 'https://10.0.0.1')
            page.fill('[name=secret]', 'token')
            page.click('.destination button[type=submit]')
            expect(page.locator('main')).to_contain_text('public')
            self.assertNotIn('links', self.run_program('send', 'list'))


class NotificationTests(ReaderTests):
    chromium = CHROMIUM

    def test_notification(self):
        """A push shows a notification, one for each id, and a click opens its page. Does not test subscribing, which needs the network."""
        with self.page() as page:
            page.context.grant_permissions(['notifications'], origin=self.base)
            page.locator('.settings').evaluate('details => { details.open = true; }')
            page.click('#offline button')
            expect(page.locator('#offline p')).to_contain_text('Articles kept on this device', timeout=60_000)
            debugger, found = page.context.new_cdp_session(page), []
            debugger.on('ServiceWorker.workerRegistrationUpdated', lambda event: found.extend(event['registrations']))
            debugger.send('ServiceWorker.enable')
            wait_until(page, 'navigator.serviceWorker.ready.then(() => true)')
            ends = time.monotonic() + 30
            while not found and time.monotonic() < ends:
                page.wait_for_timeout(50)
            message = {'id': 'msg_1', 'title': 'Green <b>tea</b>', 'body': 'tea · News', 'url': 'article/3'}
            for _ in range(2):
                debugger.send('ServiceWorker.deliverPushMessage', {
                    'origin': self.base, 'registrationId': found[0]['registrationId'], 'data': json.dumps(message)})
            shown = "navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) => all.map((one) => [one.title, one.body, one.tag]))"
            wait_until(page, shown + '.then((all) => all.length > 0)')
            self.assertEqual(page.evaluate(shown), [['Green <b>tea</b>', 'tea · News', 'msg_1']])
            worker = page.context.service_workers[0]
            click = """async (url) => {
                const [notification] = await registration.getNotifications();
                dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            }"""
            worker.evaluate(click, None)
            page.wait_for_url('**/article/3')


if __name__ == '__main__':
    unittest.main()
