#!/usr/bin/env python3
"""trend_speed.py PROGRAM ARTICLES.jsonl [SEARCHES] [TRENDS] [ROUNDS]: measures the cost of conditions on the number of articles.

Ingests all articles into a store with SEARCHES searches (default 10,000; made by make_searches.py), once without
conditions and once with conditions for TRENDS (default 1,000) of them. Repeats both ROUNDS (default 5) times. Prints the
best and the median wall time of ingest, and the same of the CPU time of the whole command, which also sorts the matches
and tests the conditions. The conditions are of all four kinds, and the counts exist before the measurement. The channel
is `terminal`, so nothing is sent. Uses only the standard library.
"""
import json, os, resource, shutil, statistics, subprocess, sys, tempfile

program, articles = sys.argv[1], sys.argv[2]
searches, trends, rounds = ([int(word) for word in sys.argv[3:]] + [10000, 1000, 5][len(sys.argv) - 3:])[:3]
here = os.path.dirname(os.path.abspath(__file__))
folder = tempfile.mkdtemp(prefix='trend-speed-')
environment = {'HOME': folder, 'PATH': os.environ['PATH'], 'LC_ALL': 'C.UTF-8'}
conditions = ['count > 20 in 1d', 'count > 3x usual in 1d', 'none in 30d', 'feed silent for 30d']


def run(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, *words], env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode == 2:
        sys.exit(done.stderr.decode())
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


made = subprocess.run([sys.executable, here + '/make_searches.py', articles, str(searches)], check=True,
                      capture_output=True, text=True).stdout.splitlines()
step = max(1, searches // trends)
stores = {}
for name in ('matches', 'conditions'):
    lines = [json.loads(line) for line in made]
    if name == 'conditions':
        for place, line in enumerate(lines[::step][:trends]):
            line['when'] = conditions[place % len(conditions)]
    path = '%s/%s.jsonl' % (folder, name)
    with open(path, 'w') as file:
        for line in lines:
            file.write(json.dumps(line) + '\n')
    stores[name] = '%s/%s.db' % (folder, name)
    run('--db', stores[name], '--quiet', 'save', '--from', path)
    run('--db', stores[name], '--quiet', 'alerts', 'run')

count = sum(1 for _ in open(articles))
wall, cpu = {name: [] for name in stores}, {name: [] for name in stores}
for _ in range(rounds):
    for name in stores:
        target = folder + '/run.db'
        for end in ('', '-wal', '-shm', '-alerts'):
            if os.path.exists(target + end):
                os.remove(target + end)
        shutil.copy(stores[name], target)
        done, used = run('--db', target, 'ingest', '--backfill', '--json', articles)
        wall[name].append(json.loads(done.stdout)['seconds'])
        cpu[name].append(used)
print('| searches | of them with a condition | articles/s, best | median | CPU us an article, best | median |')
print('|---|---|---|---|---|---|')
for name in stores:
    print('| %d | %d | %.0f | %.0f | %.0f | %.0f |' % (
        searches, trends if name == 'conditions' else 0, count / min(wall[name]), count / statistics.median(wall[name]),
        min(cpu[name]) / count * 1e6, statistics.median(cpu[name]) / count * 1e6))
print('added: %+.1f%% wall, %+.1f%% CPU (best); %+.1f%% wall, %+.1f%% CPU (median)' % tuple(
    (some(one['conditions']) / some(one['matches']) - 1) * 100
    for some in (min, statistics.median) for one in (wall, cpu)))
shutil.rmtree(folder)
