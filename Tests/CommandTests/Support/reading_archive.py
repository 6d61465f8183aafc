#!/usr/bin/env python3
"""reading_archive.py COUNT FOLDER: writes articles to read on a terminal into FOLDER/articles.jsonl: Chinese and English in turn,
from 200 feeds, with links and tags, the same ones each time; and FOLDER/list.opml, some of the feeds in folders."""
import json
import random
import sys
from pathlib import Path

ENGLISH = """heron lake index archive reader terminal query release kernel market summer museum river theory signal winter garden
engine compiler history letter music science village window station protocol column memory planet storm harbour""".split()
CHINESE = """全文 检索 引擎 数据 终端 阅读 文章 标题 订阅 文件夹 历史 经济 音乐 科学 城市 河流 花园 冬天 夏天 内存 协议 编译 市场
博物馆 苍鹭 湖泊 索引 查询 版本 发布""".split()
START = 1_262_304_000
SPACING = 4_000


def article(number: int, chance: random.Random) -> dict:
    chinese = number % 2 == 0
    words, joint = (CHINESE, "") if chinese else (ENGLISH, " ")
    def text(count: int) -> str:
        return joint.join(chance.choices(words, k=count))
    title = text(chance.randint(3, 9)) + (" 🦉" if number % 50 == 0 else "")
    body = "".join(f"<p>{text(chance.randint(10, 40))} <a href='https://example.org/{number}/{link}'>{text(2)}</a></p>"
                   for link in range(chance.randint(1, 4)))
    return {
        "feed": f"http://127.0.0.1:9/{number % 200}", "id": str(number), "title": title, "html": body,
        "url": f"https://example.org/{number}", "author": "安" if chinese else "Ann", "tags": [text(1)],
        "published": START + number * SPACING,
    }


def outline(numbers: range) -> str:
    return "".join(f'<outline text="订阅 feed {number}" xmlUrl="http://127.0.0.1:9/{number}"/>' for number in numbers)


def main() -> None:
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    chance = random.Random(1)
    with open(folder / "articles.jsonl", "w", encoding="utf-8") as file:
        for number in range(count):
            file.write(json.dumps(article(number, chance), ensure_ascii=False) + "\n")
    (folder / "list.opml").write_text(
        f'<opml version="2.0"><body><outline text="技术"><outline text="数据库">{outline(range(20))}</outline>'
        f'{outline(range(20, 40))}</outline><outline text="News">{outline(range(40, 90))}</outline>{outline(range(90, 200))}'
        "</body></opml>", encoding="utf-8")


main()
