#!/usr/bin/env python3
"""run.py [NAME...]: the tests of the web reader, as a person uses it; `list` names test_list.py, `test_keys` a test.

FEEDSEARCH_PROGRAM is the program, .build/release/feedsearch by default; SCREENSHOTS a folder for pictures of the views. Needs
playwright, axe-playwright-python (scripts/test-web.sh makes an environment with them) and /usr/bin/chromium.
"""
import pathlib, sys, unittest
import base


def tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests(test)
        else:
            yield test


def main(names):
    found = list(tests(unittest.defaultTestLoader.discover(str(pathlib.Path(__file__).parent))))
    for name in names:
        if not any(is_named(test, name) for test in found):
            sys.exit('no test is named ' + name)
    chosen = unittest.TestSuite(test for test in found if not names or any(is_named(test, name) for name in names))
    result = unittest.TextTestRunner(verbosity=2 if names else 1).run(chosen)
    for cleanup in reversed(base.cleanups):
        cleanup()
    sys.exit(not result.wasSuccessful())


def is_named(test, name):
    parts = test.id().split('.')
    return 'test_' + name == parts[0] or name in parts


main(sys.argv[1:])
