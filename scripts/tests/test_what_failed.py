import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import what_failed  # noqa: E402

CRASH = """\
◇ Test run started.
◇ Suite T started.
◇ Test "Booms" started.
◇ Test case passing 1 argument i → 7 to "Booms" started.
◇ Test "Slow started." started.
◇ Test fine() started.
◇ Test "Many" started.
◇ Test "Not here" started.
✔ Test fine() passed after 0.001 seconds.
✔ Test "Many" with 2 test cases passed after 0.5 seconds.
➜ Test "Not here" skipped: "no tmux"
Swift/Array.swift:692: Fatal error: Index out of range

*** Program crashed: Illegal instruction at 0x00007f8b4b16df7f ***

Thread 0 "main":

  0      0x00007f8b49a92301 sigsuspend + 65 in libc.so.6

Thread 2 "pool" crashed:

  0                  0x00007f8b4b16df7f closure #1 in _assertionFailure in libswiftCore.so
  3 [ra]             0x000056204dd52010 boom(_:_:) + 47 in A.xctest at /A/Sources/A.swift:1:50
...

Thread 3 "other":

  0      0x00007f8b49ae65f1 sem_post in libc.so.6
error: Process 'A.xctest' exited with unexpected signal code 4
"""


class WhatFailed(unittest.TestCase):
    def test_a_crash_shows_the_stack_of_its_thread_and_what_was_running(self):
        report = what_failed.report(CRASH)
        self.assertIn("  Swift/Array.swift:692: Fatal error: Index out of range", report)
        stack = report[report.index("What crashed:") + 1:report.index("Had begun and not ended:")]
        self.assertEqual(stack[0], '  Thread 2 "pool" crashed:')
        self.assertEqual(len(stack), 4)
        self.assertIn("boom(_:_:)", stack[2])
        self.assertEqual(report[report.index("Had begun and not ended:") + 1:], ['  "Booms"', '  "Slow started."'])

    def test_an_issue_is_shown_with_what_follows_and_nothing_else(self):
        log = '◇ Test "A" started.\n✘ Test "A" recorded an issue at A.swift:1:2: no\n↳ why\n  more\n  most\n  not this\n' \
            '✘ Test "A" failed after 1 seconds with 1 issue.\n'
        self.assertEqual(
            what_failed.report(log),
            ["What failed:", '  ✘ Test "A" recorded an issue at A.swift:1:2: no', "  ↳ why", "    more", "    most"])

    def test_events_of_other_tests_are_not_part_of_an_issue(self):
        log = '✘ Test "A" recorded an issue at A.swift:1:2: no\n◇ Test "B" started.\n✔ Test "B" passed after 1 seconds.\n'
        self.assertEqual(
            what_failed.report(log), ["What failed:", '  ✘ Test "A" recorded an issue at A.swift:1:2: no'])

    def test_a_name_may_contain_the_word_skipped(self):
        log = '◇ Test "Nothing is skipped or repeated" started.\n' \
            '✔ Test "Nothing is skipped or repeated" with 2 test cases passed after 1 seconds.\n'
        self.assertEqual(what_failed.report(log), ["What failed:"])

    def test_lines_and_frames_are_limited(self):
        frames = "".join(f"{index:3} 0x0 {'x' * 1000}\n" for index in range(100))
        report = what_failed.report(f'Thread 1 "a" crashed:\n\n{frames}')
        self.assertEqual(len(report), 1 + 1 + 1 + what_failed.MAX_FRAMES)
        self.assertLessEqual(max(map(len, report)), 302)


if __name__ == "__main__":
    unittest.main()
