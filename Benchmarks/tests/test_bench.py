"""The benchmarks' own arithmetic, texts and drawings: python3 -m unittest discover -s Benchmarks/tests"""
import json
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measuring import articles, axes, charts, document, growth, queries, scale, spread, tables  # noqa: E402


class SpreadTests(unittest.TestCase):
    def test_percentiles_are_measured_values_by_nearest_rank(self):
        values = list(range(1, 101))
        self.assertEqual([spread.percentile(values, percent) for percent in (0, 50, 99, 100)], [1, 50, 99, 100])
        self.assertEqual(spread.percentile([3, 1, 2], 99), 3)
        self.assertRaises(ValueError, spread.percentile, [], 50)

    def test_numbers_keep_three_figures(self):
        self.assertEqual([spread.number(value) for value in (0, 0.0449, 1.234, 12.34, 1234.5)],
                         ["0", "0.045", "1.23", "12.3", "1,234"])
        self.assertEqual(spread.with_spread([2, 4, 3]), "3.00 (2.00–4.00)")


class ScaleTests(unittest.TestCase):
    def test_the_exponent_is_that_of_the_power_the_values_follow(self):
        sizes = [100_000, 300_000, 1_000_000]
        for power in (0, 0.5, 1, 1.5):
            values = [3 * size ** power for size in sizes]
            self.assertAlmostEqual(scale.exponent(sizes, values), power)
            self.assertAlmostEqual(scale.estimate(sizes, values, 10_000_000) / (3 * 10_000_000 ** power), 1)


class DocumentTests(unittest.TestCase):
    PAGE = "before\n<!-- bench:begin one -->\nold\n<!-- bench:end one -->\nafter\n"

    def test_what_stands_around_the_markers_is_kept(self):
        once = document.replaced(self.PAGE, "one", "new")
        self.assertEqual(once, "before\n<!-- bench:begin one -->\nnew\n<!-- bench:end one -->\nafter\n")
        self.assertEqual(document.replaced(once, "one", "new"), once)

    def test_a_missing_doubled_or_turned_marker_is_refused(self):
        turned = f"{document.end('one')} {document.begin('one')}"
        for page in ("", self.PAGE * 2, document.begin("one"), turned):
            self.assertRaises(document.MarkerError, document.replaced, page, "one", "new")

    def test_the_page_has_a_place_for_every_part(self):
        page = (Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
        for name in tables.PARTS:
            self.assertIn("new", document.replaced(page, name, "new"))


class AxesTests(unittest.TestCase):
    def test_ticks_enclose_the_values(self):
        for values in ([0.02, 7], [10_000, 1_000_000], [5], [1], [1e-3, 1e6]):
            scale = axes.LogScale(values, 0, 100)
            self.assertLessEqual(scale.ticks()[0], min(values) * 1.000001)
            self.assertGreaterEqual(scale.ticks()[-1], max(values) * 0.999999)
            self.assertAlmostEqual(scale.place(scale.ticks()[0]), 0)
            self.assertAlmostEqual(scale.place(scale.ticks()[-1]), 100)
        for values in ([0.3], [4321, 5], [0], []):
            scale = axes.LinearScale(values, 0, 100)
            self.assertEqual(scale.ticks()[0], 0)
            self.assertGreaterEqual(scale.ticks()[-1], max(values, default=0))
            self.assertAlmostEqual(scale.place(scale.most), 100)


class ChartTests(unittest.TestCase):
    def test_charts_are_well_formed_and_inside_their_frame(self):
        series = [charts.Series(f"<{name}> & co", [(10_000, [1, 2, 3]), (1_000_000, [40])]) for name in "ab"]
        rows = [charts.Series(name, [(0, [1]), (1, [20])]) for name in "ab"]
        for drawing in (charts.lines("t", "x", "y", series), charts.lines("t", "x", "y", series[:1], log_y=True),
                        charts.bars("t", "x", [("one", [3, 4]), ("two", [1])]),
                        charts.marks("t", "x", ["one", "two"], rows)):
            root = xml.etree.ElementTree.fromstring(drawing)
            width, height = float(root.get("width")), float(root.get("height"))
            for line in root.iter("{http://www.w3.org/2000/svg}polyline"):
                for x, y in (point.split(",") for point in line.get("points").split()):
                    self.assertTrue(0 <= float(x) <= width and 0 <= float(y) <= height)


class QueryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "articles.jsonl"
        lines = []
        for number in range(400):
            latin = f"seldom{number // 4} half{number % 2} third{number % 3}"
            han = f"也有{'经常' * (number % 2)} 罕{chr(0x5000 + number // 4)}"
            lines.append(json.dumps({"title": f"单元 {number}", "html": f"<p>{latin} {han}</p>"}))
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_no_query_is_asked_twice_and_every_run_asks_the_same(self):
        chosen = queries.choose(self.path, 3)
        for name in queries.CLASSES:
            asked = chosen.ids[name] + chosen.pages[name]
            self.assertTrue(asked, name)
            self.assertEqual(len(set(asked)), len(asked))
            self.assertFalse(set(asked) & set(chosen.warm))
        self.assertEqual(chosen, queries.choose(self.path, 3))
        self.assertTrue(all("seldom" in query.text for query in chosen.ids["rare word"]))
        self.assertEqual(len(chosen.ids["rare word"]), 3)

    def test_a_beginning_ends_with_a_line(self):
        whole = articles.Articles(self.path, 400, "given")
        part = articles.beginning(whole, 7, self.path.with_suffix(".part"))
        self.assertEqual(part.read_bytes().splitlines(), self.path.read_bytes().splitlines()[:7])
        self.assertEqual(articles.beginning(whole, 400, part), self.path)


class GrowthTests(unittest.TestCase):
    def test_the_limit_is_the_last_size(self):
        self.assertEqual(growth.sizes_up_to(100_000), [10_000, 30_000, 100_000])
        self.assertEqual(growth.sizes_up_to(60_000), [10_000, 30_000, 60_000])
        self.assertEqual(growth.sizes_up_to(500), [500])

    def test_a_shorter_run_keeps_the_larger_sizes_measured_before(self):
        old = [{"articles": 10, "date": "a"}, {"articles": 30, "date": "a"}]
        self.assertEqual(growth.merged(old, [{"articles": 10, "date": "b"}]),
                         [{"articles": 10, "date": "b"}, {"articles": 30, "date": "a"}])


if __name__ == "__main__":
    unittest.main()
