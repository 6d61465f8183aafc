"""What Benchmarks/postgresql.py computes, writes and draws, without a server."""
import json
import socket
import sys
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measuring import delay, document, engine_texts, engines, miniflux, postgres, queries  # noqa: E402


def made_up_result() -> dict:
    group = {name: {"median": [2.0, 3.0, 2.5], "p99": [5.0, 6.0, 7.0]} for name in queries.NINE_CLASSES}
    engine = {"rate": [4000.0, 5000.0, 4500.0], "cpu_seconds": [1.0, 1.0, 1.0], "bytes": [10 ** 7] * 3,
              "once": group, "again": group, "newest": group,
              "first": {"median": [20.0, 21.0, 22.0], "p99": [30.0] * 3}}
    slower = engine | {"rate": [2000.0, 3000.0, 2250.0],
                       "first_delayed": {"median": [50.0] * 3, "p99": [60.0] * 3}}
    return {
        "articles": 5000, "input_bytes": 5 * 10 ** 6, "postgres": "15.1", "source": "prose",
        "machine": {"date": "2026-01-01", "cpu": "a", "processors": 2, "memory_gb": 8, "kernel": "6", "sqlite": "3",
                    "program": "feedsearch", "commit": "c", "load": 0.1},
        "engines": {"SQLite": engine, "PostgreSQL": slower},
        "miniflux": {"bytes": 10 ** 7, "page": {name: [9.0, 8.0, 7.0] for name in queries.NINE_CLASSES}},
        "recall": {"rare Chinese word": {"words": 2, "articles": 10, "found": {"PostgreSQL": 10, "Miniflux": 1}}},
    }


class PostgresTests(unittest.TestCase):
    def test_times_of_psql_are_read(self):
        printed = "Time: 0.123 ms\nx\nTime: 1234.567 ms (00:01.235)\n"
        self.assertEqual(postgres.times(printed), [0.123, 1234.567])

    def test_texts_are_harmless_in_sql_and_copy(self):
        self.assertEqual(postgres.quoted("it's"), "'it''s'")
        self.assertEqual(miniflux.copy_line(["a\tb\n\\", None]), "a\\tb\\n\\\\\t\\N\n")


class EngineTests(unittest.TestCase):
    def test_a_word_is_found_across_a_tag_but_not_across_paragraphs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.jsonl"
            path.write_text("\n".join(json.dumps(article, ensure_ascii=False) for article in (
                {"id": "a", "title": "全文", "html": "<p>全文全文</p>"},
                {"id": "b", "title": "x", "html": "<p>全<b>文</b></p>"},
                {"id": "c", "title": "全", "html": "<p>文</p>全<li>文"})), encoding="utf-8")
            self.assertEqual(engines.containing(path, ["全文", "没有"]), {"全文": {"a", "b"}, "没有": set()})

    def test_each_round_has_its_own_ratio(self):
        self.assertEqual(engines.ratios([2, 9], [4, 3]), [0.5, 3])

    def test_rounds_are_gathered_by_figure(self):
        one = {"rate": 1, "cpu_seconds": 2, "bytes": 3, "first": [1, 2, 9]}
        for name in ("once", "again", "newest"):
            one[name] = {"phrase": {"median": [4], "p99": [5]}}
        found = engines.gathered([one, one | {"rate": 7}])
        self.assertEqual(found["rate"], [1, 7])
        self.assertEqual(found["again"]["phrase"], {"median": [4, 4], "p99": [5, 5]})
        self.assertEqual(found["first"], {"median": [2, 2], "p99": [9, 9]})
        self.assertNotIn("first_delayed", found)

    def test_all_nine_classes_are_found_and_the_seven_keep_their_queries(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.jsonl"
            path.write_text("\n".join(json.dumps(
                {"title": f"单元{number}", "html": f"<p>some{number % 80} half{number % 2} seldom{number // 4} "
                                                  f"也有{'经常' * (number % 2)} 罕{chr(0x5000 + number // 4)}"
                                                  f"，中{chr(0x6000 + number % 100)}</p>"}) for number in range(400)))
            nine = queries.choose(path, 3, names=queries.NINE_CLASSES)
            for name in queries.NINE_CLASSES:
                self.assertTrue(nine.ids[name], name)
            seven = queries.choose(path, 3)
            self.assertEqual({name: nine.ids[name] for name in queries.CLASSES}, seven.ids)


class TextTests(unittest.TestCase):
    def test_the_page_has_a_place_for_every_part(self):
        page = (Path(__file__).resolve().parents[2] / "docs" / "benchmarks-postgresql.md").read_text(encoding="utf-8")
        texts = engine_texts.all_texts(made_up_result())
        self.assertEqual(set(texts), set(engine_texts.PARTS))
        for name, content in texts.items():
            page = document.replaced(page, name, content)
        # 2000 / 4000, 3000 / 5000, 2250 / 4500, and 10 of 10 beside 1.
        self.assertIn("0.500 (0.500–0.600)", page)
        self.assertIn("10 (100.0 %) | 1 (10.0 %)", page)

    def test_every_picture_of_the_page_is_drawn(self):
        plots = engine_texts.all_plots(made_up_result())
        shown = "".join(engine_texts.all_texts(made_up_result()).values())
        for name, drawing in plots.items():
            xml.etree.ElementTree.fromstring(drawing)
            self.assertIn(f"plots/{name}", shown)
        self.assertEqual(shown.count("plots/"), len(plots))


class DelayTests(unittest.TestCase):
    def test_bytes_arrive_late_in_order_and_the_end_too(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            def echo():
                connection, _ = server.accept()
                with connection:
                    while part := connection.recv(1 << 16):
                        connection.sendall(part)

            threading.Thread(target=echo, daemon=True).start()
            relay = delay.Delay(server.getsockname()[1], 0.05)
            with socket.create_connection(("127.0.0.1", relay.port), timeout=10) as client:
                start = time.monotonic()
                client.sendall(b"x" * 100_000 + b"y")
                client.shutdown(socket.SHUT_WR)
                found = b""
                while part := client.recv(1 << 16):
                    found += part
                self.assertEqual(found, b"x" * 100_000 + b"y")
                self.assertGreaterEqual(time.monotonic() - start, 0.1)
            relay.close()


if __name__ == "__main__":
    unittest.main()
