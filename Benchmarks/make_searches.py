#!/usr/bin/env python3
"""make_searches.py ARTICLES.jsonl COUNT [CHANNEL]: COUNT saved searches from the words of articles, as JSON lines.

For `feedsearch save --from`. Kinds, by share: one word 30, two words 25, phrase 15, alternatives 10, a word without
another 5, NEAR 5, prefix 4, in the title 3, with a filter 3 (feed, language, date, state). Words are drawn from the
articles, those that stand in 3 articles at least and in one of 200 at most, each as likely as the other: people save
searches for names and subjects. Phrases stand in an article as they are. The same arguments give the same searches.
"""
import collections, html, json, random, re, sys

path, count = sys.argv[1], int(sys.argv[2])
channel = sys.argv[3] if len(sys.argv) > 3 else 'terminal'
chance = random.Random(20260101)
TAG = re.compile(r'<[^>]*>')
LATIN = re.compile(r"[A-Za-z][A-Za-z]{3,}")
HAN = re.compile(r'[\u4e00-\u9fff]{2,}')

texts, words, feeds, characters, pairs = [], collections.Counter(), [], collections.Counter(), collections.Counter()
with open(path, encoding='utf-8') as lines:
    for number, line in enumerate(lines):
        if number >= 20000:
            break
        article = json.loads(line)
        text = html.unescape(TAG.sub(' ', article.get('html') or article.get('text') or ''))
        texts.append(article.get('title', '') + '. ' + text)
        feeds.append(article['feed'])
        words.update(set(word.lower() for word in LATIN.findall(text)))
        found = HAN.findall(text)
        characters.update(set(''.join(found)))
        pairs.update(set(run[start:start + 2] for run in found for start in range(len(run) - 1)))
# Two characters are a word where they stand together far more often than chance would have it.
for pair, count_of in pairs.items():
    if count_of * len(texts) > 60 * characters[pair[0]] * characters[pair[1]]:
        words[pair] = count_of
ranked = sorted(word for word, articles in words.items() if 3 <= articles <= len(texts) // 200)


def word():
    return ranked[int(len(ranked) * chance.random())]


def phrase():
    while True:
        text = chance.choice(texts)
        start = chance.randrange(max(1, len(text) - 60))
        part = text[start:start + 60]
        pair = re.search(r'\b[A-Za-z]{3,} [A-Za-z]{3,}( [A-Za-z]{3,})?\b', part)
        if pair:
            return '"%s"' % pair.group(0)
        run = re.search(r'[\u4e00-\u9fff]{4,8}', part)
        if run:
            return '"%s"' % run.group(0)


def query():
    kind = chance.random() * 100
    if kind < 30: return word()
    if kind < 55: return '%s %s' % (word(), word())
    if kind < 70: return phrase()
    if kind < 80: return '%s OR %s OR %s' % (word(), word(), phrase())
    if kind < 85: return '%s -%s' % (word(), word())
    if kind < 90: return '%s NEAR/8 %s' % (word(), word())
    if kind < 94: return '%s*' % word()[:6]
    if kind < 97: return 'title:%s' % word()
    return '%s %s' % (word(), chance.choice((
        'feed:%s' % chance.choice(feeds), 'lang:zh', 'date:2010', 'is:unread', 'is:starred', 'author:li')))


for number in range(count):
    print(json.dumps({'name': 's%06d' % number, 'query': query(), 'notify': channel}, ensure_ascii=False))
