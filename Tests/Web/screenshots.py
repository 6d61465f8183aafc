#!/usr/bin/env python3
"""screenshots.py FOLDER: pictures of the views of the web reader for its documentation (`make screenshots`).

At most 12 pictures of at most 100 KB, with a palette. Feeds, dates and titles are made here, so that a picture changes only
with the pages.
"""
import html, io, json, pathlib, random, sys, time
from PIL import Image
import base

MAX_BYTES = 100_000
LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'


def texts():
    """Feeds as people have them: titles of all lengths, two languages, a word of 80 letters, articles without a date."""
    english = [
        'Herons return to the river after forty years', 'What we learned from rebuilding the search index twice',
        'A short note', LONG, 'The quiet craft of writing error messages that people read to their end, and then act upon',
        'Night trains: a timetable', 'Why feeds outlive the platforms that buried them', 'Owls of the northern woods',
        'Measuring what matters: latency at the ninety-ninth percentile', 'On keeping a commonplace book',
    ]
    chinese = [
        '全文检索中的分词：二元语法与词典的取舍', '如何为一百万篇文章建立索引', '苍鹭归来', '阅读器的排版：行长、字号与行距',
        '订阅源为什么仍然重要', '夜间列车时刻表', '写给未来读者的错误信息', '数据库事务与断电之后的恢复', '周末读物', '在终端里阅读新闻',
    ]
    sentences = [
        'The heron stands in the shallow water at first light.', 'Nothing moves but the reeds.',
        'Whoever waits beside it learns what patience is.', 'A train crosses the bridge, and the owls are silent for a while.',
        'The index is rebuilt at night, when nobody searches.', 'Most of what we know of the river is in these notes.',
        'By noon the wind turns, and the boats come back.', 'It took two winters to find out why.',
    ]
    pieces = [
        '苍鹭在清晨的浅水中站立，只有芦苇在动。', '在它旁边等待的人会懂得什么是耐心。', '全文检索要先把文字分成词语。',
        '夜里没有人搜索，索引就在那时重建。', '我们对这条河的了解大多在这些笔记里。', '中午风向变了，船都回来了。',
    ]
    return {
        'river.xml': ('River notes', '自然', english, sentences),
        'index.xml': ('索引笔记', '技术/中文', chinese, pieces),
        'trains.xml': ('Night trains of Europe, a journal with a rather long name', 'Travel', english[4:] + english[:4], sentences),
    }


def rss(title, titles, sentences, number, now, isDated):
    items, chance = '', random.Random(number)
    for n in range(60):
        body = ''.join('<p>%s</p>' % ' '.join(chance.choices(sentences, k=5)) for _ in range(5))
        date = time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(now - n * 3600 * (7 + number * 5) - n % 5 * 900))
        items += '<item><guid isPermaLink="false">%s-%d</guid><title>%s</title><description>%s</description>%s</item>' % (
            number, n, html.escape(titles[n % len(titles)]), html.escape(body), '<pubDate>%s</pubDate>' % date if isDated else '')
    return '<rss version="2.0"><channel><title>%s</title>%s</channel></rss>' % (title, items)


class Views(base.ReaderTests):
    @classmethod
    def prepare(cls):
        folder, address = base.site()
        for url in [f['feed'] for f in map(json.loads, cls.run_program('feeds', '--json').splitlines())]:
            cls.run_program('remove', url, '--articles')
        now = time.time()
        for number, (name, (title, place, titles, sentences)) in enumerate(texts().items()):
            pathlib.Path(folder, name).write_text(rss(title, titles, sentences, number, now, number < 2))
            cls.run_program('add', address + '/' + name, '--folder', place)
        pathlib.Path(folder, 'home.html').write_text(
            '<html><head><title>River</title>%s</head></html>' % ''.join(
                '<link rel="alternate" type="application/rss+xml" title="%s" href="/%s">' % (n, n) for n in ['birds.xml', 'nests.xml']))
        for name, title in [('birds.xml', 'Birds of the river'), ('nests.xml', 'Nests and young')]:
            pathlib.Path(folder, name).write_text(rss(title, texts()['river.xml'][2], texts()['river.xml'][3], 9, now, True))
        cls.run_program('save', 'Herons and owls', 'heron OR owl')
        cls.run_program('save', '检索', '检索 OR 索引')
        cls.run_program('rule', 'add', 'title:timetable', '--mark', 'read')
        cls.run_program('mark', 'starred', 'title:Owls', '--yes')
        cls.run_program('mark', 'read', 'feed:"Night trains"', 'title:craft', '--yes')

    def runTest(self):
        first = self.article('Herons return')
        views = [
            ('reader-light', '/?article=%d' % first, {}), ('reader-dark', '/?article=%d' % first, dict(scheme='dark')),
            ('search', '/search?q=heron+owl&facets=1', {}), ('reader-chinese', '/?article=%d' % self.article('全文检索'), dict(language='zh-CN')),
            ('phone-list', '/', dict(width=390, height=800, scheme='dark')),
            ('phone-article', '/article/%d' % first, dict(width=390, height=800)),
            ('add-feed', '/subscribe?url=%s/home.html' % base.site()[1], {}), ('statistics', '/statistics', dict(height=1250)),
            ('saved-search', '/saved/Herons%20and%20owls/settings', dict(language='zh-CN')),
            ('feed-settings', '/feed/%d/settings' % self.feed_number(), dict(width=390, height=800)),
            ('rules', '/rules?try=1&query=title:owls&mark=tag&tag=birds', dict(scheme='dark')), ('account', '/account', {}),
        ]
        for name, place, options in views:
            with self.page(**options) as page:
                page.goto(self.base + place)
                page.wait_for_timeout(400)
                self.keep(name, page.screenshot())

    def article(self, title):
        return int(self.run_program('list', 'title:"%s"' % title, '--format', '%i').split()[0])

    def feed_number(self):
        with self.page() as page:
            return int(page.locator('#feeds a[data-feed]:has-text("River notes")').get_attribute('data-feed'))

    def keep(self, name, picture):
        image = Image.open(io.BytesIO(picture)).convert('RGB')
        for colours in (128, 64, 32, 16):
            out = io.BytesIO()
            image.quantize(colours, dither=Image.Dither.NONE).save(out, 'PNG', optimize=True)
            if out.tell() <= MAX_BYTES:
                break
        assert out.tell() <= MAX_BYTES, name
        (FOLDER / (name + '.png')).write_bytes(out.getvalue())
        print('%s.png %d KB, %d colours' % (name, out.tell() // 1000, colours))


if __name__ == '__main__':
    FOLDER = pathlib.Path(sys.argv[1])
    FOLDER.mkdir(parents=True, exist_ok=True)
    views = Views()
    Views.setUpClass()
    try:
        views.runTest()
    finally:
        Views.tearDownClass()
        for cleanup in reversed(base.cleanups):
            cleanup()
