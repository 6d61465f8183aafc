"""The hostile texts and feeds of ../shared/hostile, each opened as an article."""
from base import *

MATERIAL = ROOT.parent / 'shared' / 'hostile'


@unittest.skipUnless((MATERIAL / 'html.jsonl').exists(), 'the hostile material is not beside the checkout')
class HostileMaterialTests(ReaderTests):
    is_long = True

    @classmethod
    def prepare(cls):
        texts = [json.loads(line)['payload'] for line in (MATERIAL / 'html.jsonl').read_text().splitlines()]
        with open(os.path.join(cls.home, 'hostile.jsonl'), 'w') as file:
            for n, text in enumerate(texts):
                article = {'feed': 'https://hostile.example/feed', 'id': str(n), 'title': 'Text %d %s' % (n, text[:60]), 'html': text,
                           'url': 'https://hostile.example/%d' % n, 'published': '2024-01-01T00:00:00Z'}
                file.write(json.dumps(article) + '\n')
        cls.run_program('ingest', 'hostile.jsonl')
        for path in sorted((MATERIAL / 'feeds').iterdir()):
            # Some are no feeds, which is said, and is no error here.
            subprocess.run([PROGRAM, '--db', 'a.db', 'ingest', str(path)], cwd=cls.home, env=environment(cls.home),
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
        cls.texts = len(texts)

    # What looks like a part of the page, or could act. The page itself adds links to large pictures and buttons that copy code.
    ODD = ('form, input, select, textarea, script, style, iframe, object, embed, link, meta, base, dialog, [style], [onerror], [onclick], '
           ':is(button, svg):not(.code > .copy, .code > .copy > svg), '
           '[class]:not(.medium, .player, .audio, .wide, .unsized, .code, a.large[href*="image/"], .code > .copy, .code > .copy > svg), '
           '[id]:not([id^=note-]), [name], [autofocus], [accesskey], [contenteditable], [role], [popover]')

    def test_without_script(self):
        """Parsed as by a browser that runs no script, no article has what looks like a control; every thirtieth is also opened in one."""
        numbers = [int(n) for n in self.run_program('list', '--format', '%i').split()]
        # The policy of the page keeps scripts, this one included, from parsing text.
        with self.page(bypass_csp=True) as page:
            # Documents of DOMParser run no scripts, and "noscript" is parsed in them as it is where scripts are off.
            wrong = page.evaluate("""async ([numbers, oddities]) => {
                const wrong = [];
                for (const number of numbers) {
                    const answer = await fetch(`./?article=${number}&part=article`);
                    const parsed = new DOMParser().parseFromString(await answer.text(), 'text/html');
                    const article = parsed.querySelector('article');
                    if (article?.dataset.article !== String(number)) { wrong.push(`${number} is not shown`); continue; }
                    const odd = article.querySelector('.text').querySelector(oddities);
                    if (odd) { wrong.push(`${number}: ${odd.outerHTML.slice(0, 200)}`); }
                }
                return wrong;
            }""", [numbers, self.ODD])
            self.assertEqual(wrong, [])
        with self.page(script=False) as page:
            dialogs, frames = [], []
            page.on('dialog', lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
            page.on('frameattached', lambda frame: frames.append(frame.url))
            for number in numbers[::30]:
                address = '%s/article/%d' % (self.base, number)
                page.goto(address)
                self.assertEqual(page.url, address)
                shown = page.locator('#article article[data-article="%d"]:not(:has(.text :is(%s)))' % (number, self.ODD))
                self.assertEqual(shown.count(), 1, number)
                for name in ['#feeds', '#list', '#article', '#toast', 'html', 'body']:
                    self.assertEqual(page.locator(name).count(), 1, '%d %s' % (number, name))
            self.assertEqual(dialogs, [])
            self.assertEqual(frames, [])

    def test_material(self):
        """No script runs, no request leaves but to the service, nothing looks like a control, whatever was fed in."""
        numbers = [int(n) for n in self.run_program('list', '--format', '%i').split()]
        self.assertGreater(len(numbers), self.texts)
        with self.page() as page:
            dialogs, frames = [], []
            page.on('dialog', lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
            page.on('frameattached', lambda frame: frames.append(frame.url))
            page.add_init_script("""
                window.violations = [];
                document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective + ' ' + event.blockedURI));
            """)
            page.goto(self.base + '/all')
            # The page's own script opens one after another, as a reader does.
            outcome = page.evaluate("""async ([numbers, oddities]) => {
                const wrong = [], link = document.querySelector('.rows h2 a'), row = link.closest('li');
                for (const number of numbers) {
                    const shown = new Promise((done) => document.addEventListener('articleshown', done, { once: true }));
                    row.className = 'read';
                    row.dataset.article = number;
                    link.href = `./?article=${number}`;
                    link.click();
                    await Promise.race([shown, new Promise((done) => setTimeout(done, 5000))]);
                    const article = document.querySelector('#article article');
                    const odd = article?.querySelector('.text').querySelector(oddities);
                    if (article?.dataset.article !== String(number)) { wrong.push(`${number} is not shown`); }
                    if (odd) { wrong.push(`${number}: ${odd.outerHTML.slice(0, 200)}`); }
                    for (const name of ['#feeds', '#list', '#article', '#toast', 'html', 'body']) {
                        if (document.querySelectorAll(name).length !== 1) { wrong.push(`${number}: ${name}`); }
                    }
                }
                return wrong;
            }""", [numbers, self.ODD])
            self.assertEqual(outcome, [])
            self.assertEqual(dialogs, [])
            self.assertEqual(frames, [])
            self.assertEqual(page.evaluate('violations'), [])
            self.assertTrue(page.url.startswith(self.base))
