#!/usr/bin/env python3
"""alert_kills.py PROGRAM [--kills N] [--seed S]: kill -9 during ingest and delivery, and count what became of the alerts.

A receiver on loopback takes the webhooks and fails one time in three: before it has read, after it has read, or by
closing the connection without an answer. feedsearch ingests articles for 12 saved searches and delivers; it is killed at
random moments, started again, killed again. At the end everything that is still waiting is delivered in peace. Then each
match must have been taken, and whatever was taken twice must have come under the same id, which the receiver had
acknowledged within a second before a kill. As many searches have a condition on their number of articles: each that is
met must have been told, under one id. Ends with 0 where that is so. Standard library only.
"""
import argparse, http.server, json, os, random, shutil, signal, socketserver, subprocess, sys, tempfile, threading, time

parser = argparse.ArgumentParser()
parser.add_argument('program')
parser.add_argument('--kills', type=int, default=100)
parser.add_argument('--seed', type=int, default=1)
options = parser.parse_args()
chance = random.Random(options.seed)
lock = threading.Lock()
taken = []      # (time, search, message id, article ids)
trends = []     # (time, search, message id, start of the period)
counts = {'requests': 0, 'failed': 0}


class Hook(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        with lock:
            counts['requests'] += 1
            fails = counts['requests'] % 3 == 0
            if fails:
                counts['failed'] += 1
            kind = counts['failed'] % 3
        if fails and kind == 0:
            return self.answer(503)
        try:
            body = self.rfile.read(int(self.headers['Content-Length']))
            message = json.loads(body)
        except ValueError:
            return
        if fails:
            if kind == 1:
                return self.answer(500)
            self.close_connection = True
            return
        # A message counts as taken where the whole answer could be given.
        if self.answer(204):
            with lock:
                if message['type'] == 'feedsearch.trend':
                    trends.append((time.time(), message['data']['search']['name'], message['id'],
                                   message['data']['trend']['from']))
                    return
                taken.append((time.time(), message['data']['search']['name'], message['id'],
                              [article['id'] for article in message['data']['articles']]))

    def answer(self, status):
        try:
            self.wfile.write(b'HTTP/1.1 %d x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' % status)
            self.close_connection = True
            return True
        except OSError:
            return False

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        pass


server = Server(('127.0.0.1', 0), Hook)
threading.Thread(target=server.serve_forever, daemon=True).start()
folder = tempfile.mkdtemp(prefix='alert-kills-')
words = ['amber', 'birch', 'copper', 'delta', 'ember', 'fjord', 'garnet', 'hazel', 'indigo', 'jasper', 'kelp', 'lotus']
environment = {'HOME': folder, 'PATH': os.environ['PATH'], 'FEEDSEARCH_DB': folder + '/a.db', 'LC_ALL': 'C.UTF-8',
               'FEEDSEARCH_CONFIG': folder + '/config'}
with open(folder + '/config', 'w') as file:
    file.write('alert-retry = 1s\n')


def run(*words, **more):
    return subprocess.run([options.program, *words], env=environment, capture_output=True, text=True, **more)


def article(number):
    text = ' '.join(chance.sample(words, 3)) + ' filler' * 40
    return {'feed': 'https://example.org/feed', 'id': 'a%06d' % number, 'title': 'number %d' % number, 'text': text}


def write(path, numbers):
    with open(path, 'w') as file:
        for number in numbers:
            file.write(json.dumps(article(number)) + '\n')


# One article before any search: from then on the feed's articles are news.
write(folder + '/seed.jsonl', [0])
run('ingest', folder + '/seed.jsonl', check=True)
for word in words:
    query = word if chance.random() < 0.5 else '%s -%s' % (word, chance.choice([w for w in words if w != word]))
    run('save', word, query, '--notify', 'webhook:http://127.0.0.1:%d/%s' % (server.server_address[1], word), check=True)

for word in words:
    run('save', 'trend ' + word, word, '--notify', 'webhook:http://127.0.0.1:%d/t%s' % (server.server_address[1], word),
        '--when', 'count > 5 in 7d', check=True)
# The first run creates the counts; articles that arrive later are added to them.
run('alerts', 'run')

kills, next_number, rounds = [], 1, 0
pending = None
typical = 0.5
while len(kills) < options.kills:
    rounds += 1
    if pending is None:
        pending = folder + '/batch.jsonl'
        write(pending, range(next_number, next_number + 60))
        next_number += 60
    command = ['ingest', '--batch-size', '20', pending] if chance.random() < 0.7 else ['alerts', 'run']
    started = time.time()
    process = subprocess.Popen([options.program, *command], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(chance.uniform(0, typical))
        typical = max(0.05, 0.8 * typical + 0.2 * (time.time() - started) * 1.2)
        if command[0] == 'ingest':
            pending = None
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills.append(time.time())
        typical = min(2.0, typical * 1.1)

if pending:
    run('ingest', pending, check=True)
deadline = time.time() + 120
while time.time() < deadline:
    run('alerts', 'retry')
    run('alerts', 'run')
    lines = [json.loads(line) for line in run('alerts', '--json').stdout.splitlines()]
    if not any(line['waiting'] or line['undelivered'] or line['dead'] for line in lines):
        break
    time.sleep(0.2)

expected, expected_trends = set(), set()
for line in run('saved', '--jsonl').stdout.splitlines():
    search = json.loads(line)
    found = run('list', search['query'], '--jsonl').stdout.splitlines()
    if 'when' in search:
        if len(found) > 5:
            expected_trends.add(search['name'])
        continue
    expected |= {(search['name'], json.loads(hit)['id']) for hit in found}
expected = {pair for pair in expected if pair[1] != 'a000000'}
got = {}
for moment, search, uid, articles in taken:
    for name in articles:
        got.setdefault((search, name), []).append((moment, uid))
missing = expected - set(got)
invented = set(got) - expected
first, repeats, unexplained = {}, 0, 0
for moment, search, uid, articles in taken:
    if uid in first:
        repeats += 1
        # What was taken before must have been on its way when a kill came.
        if not any(first[uid] - 0.05 <= kill <= first[uid] + 1 for kill in kills):
            unexplained += 1
    else:
        first[uid] = moment
ids = {}
for moment, search, uid, start in trends:
    ids.setdefault(search, set()).add(uid)
missing_trends = expected_trends - set(ids)
trends_twice = sum(1 for known in ids.values() if len(known) > 1)
other_id = sum(1 for moments in got.values() if len({uid for _, uid in moments}) > 1)
check = run('check')
result = {'kills': len(kills), 'starts': rounds, 'articles': next_number - 1, 'matches': len(expected),
          'messages': len(first), 'requests': counts['requests'], 'failed_by_receiver': counts['failed'],
          'missing': len(missing), 'not_asked_for': len(invented), 'repeated_messages': repeats,
          'repeats_outside_a_kill': unexplained, 'alerts_under_two_ids': other_id,
          'conditions_met': len(expected_trends), 'trend_messages': len(trends), 'missing_trends': len(missing_trends),
          'trends_not_asked_for': len(set(ids) - expected_trends), 'trends_under_two_ids': trends_twice,
          'database_ok': check.returncode == 0}
print(json.dumps(result))
good = not (missing or invented or unexplained or other_id or missing_trends or trends_twice
            or set(ids) - expected_trends) and check.returncode == 0 and len(expected) > 0
if good:
    shutil.rmtree(folder)
else:
    print('kept for inspection: ' + folder, file=sys.stderr)
sys.exit(0 if good else 1)
