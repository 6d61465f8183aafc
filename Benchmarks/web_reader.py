#!/usr/bin/env python3
"""web_reader.py PROGRAM [--articles N] [--minutes M] [--docs FOLDER]: what the web reader takes of a browser; writes benchmarks-web.md
and its plots into docs, or into FOLDER, where two programs are compared.

A library of N articles (100,000 by default) is made and served on loopback; Debian's Chromium reads it. Measured are the bytes
of the first page as they are sent, first contentful paint, the time from a key to the first result of a search, frames while
the list scrolls from its beginning to its end, and the memory of scripts while one reads for M minutes. Run it in the
environment of scripts/test-web.sh: .build/test-web/bin/python Benchmarks/web_reader.py .build/release/feedsearch
"""
import argparse, json, os, pathlib, random, shutil, statistics, subprocess, tempfile, time
from playwright.sync_api import sync_playwright


ROOT = pathlib.Path(__file__).resolve().parents[1]
WORDS = 'heron index search river archive letter winter engine garden signal harbour reader museum copper lantern'.split()


def make_library(program, home, count):
    generator = random.Random(1)
    lines = pathlib.Path(home, 'articles.jsonl')
    with open(lines, 'w') as file:
        for n in range(count):
            text = ' '.join(generator.choices(WORDS, k=60))
            file.write(json.dumps({
                'feed': 'https://feed%d.example/' % (n % 200), 'id': str(n), 'text': text,
                'title': '%s %d' % (' '.join(generator.choices(WORDS, k=6)), n),
                'published': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(1.7e9 - n * 60))}) + '\n')
    env = dict(os.environ, HOME=home, FEEDSEARCH_PASSWORD='a long password')
    for words in (['ingest', str(lines)], ['account', 'add', 'anna']):
        subprocess.run([program, '--db', 'a.db', *words], cwd=home, env=env, check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen([program, '--db', 'a.db', 'serve', '--listen', '127.0.0.1:0', '--no-fetch', '--json'], cwd=home,
                              env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    listening = json.loads(server.stdout.readline())['listening']
    return server, listening[0] if isinstance(listening, list) else listening


def sign_in(page, base):
    page.goto(base + '/')
    page.fill('input[name=name]', 'anna')
    page.fill('input[name=password]', 'a long password')
    page.click('button[type=submit]')
    page.wait_for_selector('#list')


def first_page(context, base):
    """Bytes of a page that nothing is kept of, and its paint; the median of ten."""
    sizes, paints = [], []
    for _ in range(10):
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send('Network.enable')
        session.send('Network.setCacheDisabled', {'cacheDisabled': True})
        received = []
        session.on('Network.loadingFinished', lambda event: received.append(event['encodedDataLength']))
        page.goto(base + '/all')
        page.wait_for_load_state()
        page.wait_for_timeout(300)
        sizes.append(sum(received))
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"))
        page.close()
    return statistics.median(sizes), paints


def typing(page, base):
    """From a key to the first result that holds what was typed, in milliseconds."""
    times = []
    page.goto(base + '/all')
    for word in WORDS * 2:
        page.fill('#search input', '')
        page.focus('#search input')
        page.evaluate("""() => {
            globalThis.shown = new Promise((done) => {
                const pane = document.getElementById('list');
                const observer = new MutationObserver(() => {
                    if (!document.querySelector('.rows mark')) { return; }
                    observer.disconnect();
                    done(performance.now() - globalThis.pressed);
                });
                document.querySelector('.rows')?.replaceChildren();
                observer.observe(pane, { childList: true, subtree: true });
                document.querySelector('#search input').addEventListener('input', () => { globalThis.pressed = performance.now(); }, { once: true });
            });
        }""")
        page.keyboard.insert_text(word)
        times.append(page.evaluate('globalThis.shown'))
    return times


def scrolling(page, base, seconds=20):
    """Milliseconds of each frame while the list scrolls from its beginning to its end."""
    page.goto(base + '/all')
    page.wait_for_load_state()
    return page.evaluate("""(seconds) => new Promise((done) => {
        const pane = document.getElementById('list'), frames = [], blank = [];
        const length = pane.scrollHeight - pane.clientHeight, start = performance.now();
        let last = start;
        const step = (now) => {
            frames.push(now - last);
            last = now;
            blank.push([...document.querySelectorAll('.rows > li')].length);
            // One row a frame for half of the time, then through the rest.
            const part = (now - start) / 1000 / seconds;
            if (part >= 1) { return done({ frames: frames.slice(1), rows: Math.max(...blank), length }); }
            pane.scrollTop = part < .5 ? pane.scrollTop + 106 : length * (part - .5) * 2;
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    })""", seconds)


def reading(context, page, base, minutes):
    """Megabytes of the scripts' memory, sampled while one opens one article after another."""
    session = context.new_cdp_session(page)
    session.send('Performance.enable')
    page.goto(base + '/all')
    page.wait_for_load_state()
    samples, opened, end, nextSample = [], set(), time.monotonic() + minutes * 60, 0
    start = time.monotonic()
    while time.monotonic() < end:
        page.keyboard.press('J')
        page.wait_for_timeout(150)
        if time.monotonic() >= nextSample:
            session.send('HeapProfiler.collectGarbage')
            metrics = {m['name']: m['value'] for m in session.send('Performance.getMetrics')['metrics']}
            opened.add(page.evaluate("document.querySelector('#article article')?.dataset.article"))
            samples.append((time.monotonic() - start, metrics['JSHeapUsedSize'] / 1e6, metrics['Nodes']))
            nextSample = time.monotonic() + max(2, minutes * 60 / 40)
    # Nothing is measured of a reader that opens nothing.
    assert len(opened - {None}) >= len(samples) - 1, opened
    return samples


def plot(docs, name, title, unit, points):
    """A line of (x, y) as SVG in the folder `plots` of docs."""
    width, height, edge = 640, 200, 44
    most, right = max(y for _, y in points) * 1.1 or 1, max(x for x, _ in points) or 1
    line = ' '.join('%.1f,%.1f' % (edge + x / right * (width - edge - 8), height - 24 - y / most * (height - 44)) for x, y in points)
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">'
           '<rect width="100%%" height="100%%" fill="#fff"/><text x="%d" y="14">%s</text>'
           '<text x="2" y="28">%.0f %s</text><text x="2" y="%d">0</text><text x="%d" y="%d" text-anchor="end">%.0f</text>'
           '<polyline fill="none" stroke="#0a5fc4" stroke-width="1.5" points="%s"/></svg>\n') % (
        width, height, edge, title, most, unit, height - 24, width - 8, height - 6, right, line)
    (docs / 'plots').mkdir(parents=True, exist_ok=True)
    (docs / 'plots' / (name + '.svg')).write_text(svg)
    return '![%s](plots/%s.svg)' % (title, name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--articles', type=int, default=100_000)
    parser.add_argument('--minutes', type=float, default=10)
    parser.add_argument('--docs', type=pathlib.Path, default=ROOT / 'docs')
    options = parser.parse_args()
    home = tempfile.mkdtemp()
    server, base = make_library(os.path.abspath(options.program), home, options.articles)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path='/usr/bin/chromium', args=['--no-sandbox'])
            context = browser.new_context(viewport={'width': 1440, 'height': 900})
            page = context.new_page()
            sign_in(page, base)
            size, paints = first_page(context, base)
            keys = typing(page, base)
            scrolled = scrolling(page, base)
            samples = reading(context, page, base, options.minutes)
            version = browser.version
            browser.close()
    finally:
        server.kill()
        server.wait()
        shutil.rmtree(home)
    frames = scrolled['frames']
    long = sum(1 for frame in frames if frame > 33.4)
    rows = [
        ('First page as sent', '%.0f KB' % (size / 1000), '150 KB'),
        ('First paint, median of %d' % len(paints), '%.0f ms' % statistics.median(paints), '150 ms'),
        ('First result after a key, median of %d (60 ms of them wait for the next key)' % len(keys), '%.0f ms' % statistics.median(keys), ''),
        ('First result after a key, 95 %', '%.0f ms' % sorted(keys)[int(len(keys) * .95)], ''),
        ('Frames of more than 33 ms while scrolling %d px' % scrolled['length'], '%d of %d' % (long, len(frames)), ''),
        ('Rows in the page at most', '%d' % scrolled['rows'], '300'),
        ('Memory of scripts after %.1f minutes, %.1f at the start' % (samples[-1][0] / 60, samples[0][1]), '%.1f MB' % samples[-1][1], ''),
    ]
    text = ['# Web reader: measurements', '', 'Made by `Benchmarks/web_reader.py` with %d articles, Chromium %s, on %d cores.' % (
        options.articles, version, os.cpu_count()), '', '| | measured | at most |', '|---|---|---|']
    text += ['| %s | %s | %s |' % row for row in rows]
    text += ['', plot(options.docs, 'web-frames', 'Milliseconds of each frame while scrolling', 'ms', list(enumerate(frames))), '',
             plot(options.docs, 'web-typing', 'Milliseconds from a key to the first result', 'ms', list(enumerate(keys))), '',
             plot(options.docs, 'web-memory', 'Memory of scripts while reading, by seconds', 'MB', [(s, m) for s, m, _ in samples]), '']
    (options.docs / 'benchmarks-web.md').write_text('\n'.join(text))
    print('\n'.join(text))


main()
