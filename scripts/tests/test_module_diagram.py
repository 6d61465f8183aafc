import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import module_diagram  # noqa: E402


class DiagramTests(unittest.TestCase):
    graph = {"top": {"middle", "bottom"}, "middle": {"bottom"}, "bottom": set(), "other": {"bottom"}}

    def test_reduced(self):
        """An edge that follows from others is left out."""
        self.assertEqual(module_diagram.reduced(self.graph)["top"], ["middle"])

    def test_lines(self):
        """A module stands above those that it imports."""
        self.assertEqual(
            module_diagram.diagram(self.graph),
            "top     → middle\nmiddle  → bottom\nother   → bottom\nbottom\n")


if __name__ == "__main__":
    unittest.main()
