import json
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import failed_tests  # noqa: E402


def event(kind: str, test: str = "", symbol: str = "pass") -> str:
    return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": test, "messages": [{"symbol": symbol}]}})


class FailedTestsTests(unittest.TestCase):
    failed = event("testEnded", "M.T/one(_:)/T.swift:7:6", "fail")
    passed = event("testEnded", "M.T/two()/T.swift:9:6")
    suite = event("testEnded", "M.T", "fail")
    end = event("runEnded")

    def test_failed(self):
        """Only the test that failed is named, not its suite."""
        self.assertEqual(failed_tests.patterns([self.failed, self.passed, self.suite, self.end]), [r"^M\.T/one\(_:\)"])

    def test_passed(self):
        self.assertEqual(failed_tests.patterns([self.passed, self.end]), [])

    def test_crashed(self):
        """A run that did not end is not repeated."""
        self.assertEqual(failed_tests.patterns([self.failed, self.suite]), [])

    def test_many(self):
        """A run in which many tests failed is not repeated."""
        self.assertEqual(failed_tests.patterns([self.failed] * 9 + [self.end]), [])


if __name__ == "__main__":
    unittest.main()
