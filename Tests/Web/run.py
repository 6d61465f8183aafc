#!/usr/bin/env python3
"""run.py [NAME...]: the tests of the web reader, as a person uses it; `list` names test_list.py, `test_keys` a test.

WEB_PROCESSES says how many processes, each with a browser, a site and a library of its own, take a class of tests at a time: one by
default, as a browser and the service have work for two processors. FEEDSEARCH_PROGRAM is the program, .build/release/feedsearch by
default; SCREENSHOTS a folder for pictures of the views. With REPEAT_FAILED=1, a class of tests that failed runs once more at the end; if
it passes then, it is listed as unstable and does not fail the run. Needs playwright, axe-playwright-python (scripts/test-web.sh makes an environment with them),
/usr/bin/chromium-headless-shell, and /usr/bin/chromium for notifications.
"""
import collections, concurrent.futures, io, multiprocessing, multiprocessing.util, os, pathlib, sys, time, unittest
import base

# If more classes fail, the failures are not random, and the tests are not repeated.
MAX_REPEATED = 4


def tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def named(names):
    """The tests of these names, all without names, by their class."""
    found = list(tests(unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent))))
    for name in names:
        if not any(is_named(test, name) for test in found):
            sys.exit('no test is named ' + name)
    classes = collections.defaultdict(list)
    for test in found:
        if not names or any(is_named(test, name) for name in names):
            # A module that cannot be read is a test of unittest's own, under the name of the module.
            classes[test.id().rsplit('.', 1)[0]].append(test)
    return classes


def is_named(test, name):
    parts = test.id().split('.')
    return 'test_' + name == parts[0] or name in parts


def run(names, name):
    """Runs the tests of a class: how many, whether they passed, and what unittest says of them."""
    text = io.StringIO()
    result = unittest.TextTestRunner(stream=text, verbosity=2).run(unittest.TestSuite(named(names)[name]))
    return result.testsRun, result.wasSuccessful(), text.getvalue()


def close_at_exit():
    """What the tests of a process share is closed when the process ends."""
    multiprocessing.util.Finalize(None, lambda: [cleanup() for cleanup in reversed(base.cleanups)], exitpriority=1)


def main(names):
    started = time.monotonic()
    classes = named(names)
    processes = min(int(os.environ.get('WEB_PROCESSES', 1)), len(classes))
    count, failed, unstable = 0, [], []
    with concurrent.futures.ProcessPoolExecutor(processes, multiprocessing.get_context('spawn'), close_at_exit) as pool:
        # What takes longest first, so that none of it is left for one process at the end.
        longest = sorted(classes, key=lambda name: (getattr(classes[name][0], 'is_long', False), len(classes[name])), reverse=True)
        running = {pool.submit(run, names, name): name for name in longest}
        for done in concurrent.futures.as_completed(running):
            try:
                tests_run, successful, text = done.result()
            except concurrent.futures.BrokenExecutor as error:
                tests_run, successful, text = 0, False, '%s: %s\n' % (running[done], error)
            print(text, end='', flush=True)
            count += tests_run
            failed += [] if successful else [running[done]]
    if 'REPEAT_FAILED' in os.environ and len(failed) <= MAX_REPEATED:
        for name in list(failed):
            with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context('spawn'), close_at_exit) as pool:
                _, successful, text = pool.submit(run, names, name).result()
            print(text, end='', flush=True)
            if successful:
                failed.remove(name)
                unstable.append(name)
    print('-' * 70, 'Ran %d tests in %.3fs, processes: %d' % (count, time.monotonic() - started, processes),
          *('unstable, passed when repeated: ' + name for name in unstable),
          'FAILED: ' + ', '.join(failed) if failed else 'OK', sep='\n')
    sys.exit(bool(failed))


if __name__ == '__main__':
    main(sys.argv[1:])
