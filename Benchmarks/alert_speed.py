#!/usr/bin/env python3
"""alert_speed.py PROGRAM ARTICLES.jsonl [COUNT…]: what saved searches cost while articles are ingested.

For each COUNT of searches (made by make_searches.py; 0 is measured as well), ingest all articles into a store that has
these searches, three times, and print the best as a line of a table: articles a second by the clock, the CPU of all threads,
what the searches add to each, how many alerts were written. The runs of the counts take turns, so that other work on the
machine meets all of them. Then, at the largest count, how long adding and removing one search takes,
and, at 10,000, the naive way: every query run on a store that holds one batch of 2,000 articles. The channel is
`terminal`, so nothing is delivered meanwhile. Standard library only.
"""
import json, os, resource, shutil, sqlite3, statistics, subprocess, sys, tempfile, time

program, articles = sys.argv[1], sys.argv[2]
sizes = [int(word) for word in sys.argv[3:]] or [10000, 100000]
here = os.path.dirname(os.path.abspath(__file__))
folder = tempfile.mkdtemp(prefix='alert-speed-')
environment = {'HOME': folder, 'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}


def run(*words, **more):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    done = subprocess.run([program, *words], env=environment, capture_output=True, check=False, **more)
    wall, after = time.time() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode == 2:
        sys.exit(done.stderr.decode())
    return done, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def prepared(count):
    path = '%s/%d.db' % (folder, count)
    searches = '%s/%d.jsonl' % (folder, count)
    if count:
        with open(searches, 'w') as file:
            subprocess.run([sys.executable, here + '/make_searches.py', articles, str(count)], stdout=file, check=True)
        run('--db', path, '--quiet', 'save', '--from', searches)
    return path, searches


count_of_articles = sum(1 for _ in open(articles))
print('| searches | articles/s | CPU µs an article | added by the clock | added CPU | alerts an article |')
print('|---|---|---|---|---|---|')
stores, best, alerts = {}, {}, {}
for count in [0] + sizes:
    stores[count] = prepared(count)
for _ in range(3):
    for count in [0] + sizes:
        path = folder + '/run.db'
        for end in ('', '-wal', '-shm', '-alerts'):
            if os.path.exists(path + end):
                os.remove(path + end)
        if count:
            shutil.copy(stores[count][0], path)
        done, _, cpu = run('--db', path, 'ingest', '--backfill', '--json', articles)
        wall = json.loads(done.stdout)['seconds']
        best[count] = tuple(min(pair) for pair in zip(best.get(count, (wall, cpu)), (wall, cpu)))
        # Whoever delivers at the end has sorted them; nobody tells the terminal, so that all of them wait.
        alerts[count] = sqlite3.connect(path).execute('SELECT sum(waiting) FROM alert_queue').fetchone()[0] or 0
for count in [0] + sizes:
    wall, cpu = best[count]
    print('| %d | %.0f | %.0f | %+.0f%% | %+.0f%% | %.1f |' % (
        count, count_of_articles / wall, cpu / count_of_articles * 1e6, (wall / best[0][0] - 1) * 100,
        (cpu / best[0][1] - 1) * 100, alerts[count] / count_of_articles), flush=True)

largest = '%s/%d.db' % (folder, sizes[-1])
start = statistics.median(run('--version')[1] for _ in range(20))
for words in (('save', 'one more', 'word', '--notify', 'terminal'), ('unsave', 'one more')):
    times = []
    for _ in range(20):
        times.append(run('--db', largest, '--quiet', *words)[1])
        if words[0] == 'unsave':
            run('--db', largest, '--quiet', 'save', 'one more', 'word', '--notify', 'terminal')
    print('%s at %d searches: %.1f ms, of them %.1f ms the start of the program' % (
        words[0], sizes[-1], statistics.median(times) * 1e3, start * 1e3))

batch = folder + '/batch.jsonl'
with open(articles) as source, open(batch, 'w') as target:
    for number, line in zip(range(2000), source):
        target.write(line)
run('--db', folder + '/batch.db', 'ingest', batch)
requests = ''
for number, line in enumerate(open(stores[sizes[0]][1])):
    requests += json.dumps({'id': number, 'query': json.loads(line)['query'], 'match': 'all', 'only': 'ids',
                            'sort': 'newest', 'limit': 10000}) + '\n'
_, wall, cpu = run('--db', folder + '/batch.db', 'search', '--jsonl', input=requests.encode())
print('naive: %d queries on one batch of 2,000 articles %.1f s, %.0f µs an article' % (sizes[0], wall, wall / 2000 * 1e6))
shutil.rmtree(folder)
