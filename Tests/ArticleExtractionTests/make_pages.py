#!/usr/bin/env python3
"""Writes the pages of Pages/ and, beside each, the text of its article.

All texts and templates were written for the project. The templates follow what publishing systems write: WordPress, Blogger,
Ghost, WeChat, news sites, old table layouts, forums, documentation. A page whose name begins with `held-` is not looked at while
the extractor is tuned. A page whose .txt is empty has no article.

    python3 Tests/ArticleExtractionTests/make_pages.py
"""
import html
import os

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Pages")

EN = [
    "The harbour authority has measured the tide every hour since 1911, and the paper rolls fill a whole cellar, row after row, under the old customs house.",
    "Nobody had read them for decades, until a student asked whether the ink would survive a scanner; it did, mostly, apart from the summer of 1944.",
    "Her program follows the line across each sheet, corrects for the stretch of the paper, and writes one number a minute into a table that anyone may download.",
    "What came out surprised the oceanographers: the spring tides have grown by nine centimetres, far more than the mean level, and the cause is the deepened channel.",
    "Ships of the newest class need fifteen metres of water, so the channel was dredged four times, each time with a promise that the river would settle within a year.",
    "It has not settled, says the report, and it will not, because a deeper channel carries the wave further inland before friction can wear it down.",
    "The city upstream now pumps on days when, thirty years ago, children walked across the mud to the island and back without wet feet.",
    "There is a plan, of course: a barrier of eleven gates, to be closed some twelve times a year, whose cost has doubled between two drafts.",
    "Fishermen object to the gates, pilots object to the delay, and the port objects to both, though it paid for the study that recommends them.",
    "For now the student goes on scanning, box by box, and the archive has bought a second machine, which the visitors may watch behind glass.",
    "The data are published under a free licence, with the program, so that other ports can find out what their own cellars have known all along.",
    "Small countries have long tide records too, she adds, and most of them are still on paper, in cupboards that nobody remembers to open.",
]
ZH = [
    "城南的旧书市场每逢周末开张，天还没亮，摊主们就推着三轮车来了，车上堆着从各处收来的旧书、旧报和老照片。",
    "老周在这里摆摊二十三年，他记得每一本经手的好书卖给了谁，也记得哪些书因为犹豫了片刻而永远错过。",
    "这几年来的年轻人多了，他们不大问价钱，先用手机查版本，查完再和老周聊上半天，买不买都要合一张影。",
    "市场今年秋天要搬迁，新址在地铁终点站旁边的仓库里，宽敞、干净，有空调，也有每月四百元的管理费。",
    "有人算过一笔账：一个摊位平均每天卖出十一本书，利润不到二百元，扣去管理费和来回的运费，所剩无几。",
    "可是老周说，书市不全是为了钱，“这里是旧书的最后一站，过了这一站，它们就真的成了废纸”。",
    "区里的答复是，搬迁之后前三个月免收费用，并且在仓库外设一处露天的广场，周末仍旧可以摆地摊。",
    "研究城市史的李教授带着学生做了两年的口述记录，访问了六十七位摊主，整理出四十万字的文稿。",
    "文稿里最长的一段，讲的是一九八六年的夏天，一整套县志如何在三个人手里转了一圈，又回到了县里。",
    "她希望新的书市能留出一面墙，把这些故事写在墙上，让来的人知道，一座城市的记忆是怎样一本一本传下来的。",
    "搬家那天，老周打算把摊上剩下的书全部送给附近的小学，他说孩子们翻旧书的样子，和三十年前没有两样。",
]
JA = [
    "山あいの小さな駅は、来年の春に百周年を迎えるが、その日を最後に列車は止まらなくなる。",
    "利用者は一日に平均して十二人、その半分は高校生で、残りの半分は病院へ通うお年寄りである。",
    "町は代わりに小型のバスを一時間に一本走らせると約束しているが、冬の雪道を心配する声は消えない。",
    "駅舎は取り壊さず、地元の木工組合が工房として使い、待合室には古い時刻表と切符をそのまま残すという。",
    "最後の駅長は、毎朝六時に窓を開け、花に水をやり、誰もいない朝でも列車に向かって手を挙げる。",
    "鉄道の歴史を調べている高校の部活動は、駅の一日を録音し、風と虫と踏切の音を保存することにした。",
]
KO = [
    "바닷가 마을의 작은 도서관은 작년에 문을 닫을 뻔했지만, 주민들이 돌아가며 사서를 맡기로 하면서 다시 살아났다.",
    "월요일에는 어부가, 화요일에는 은퇴한 교사가, 수요일에는 고등학생 두 명이 함께 대출대에 앉는다.",
    "책은 모두 팔천 권이고, 그중 절반은 다른 도서관에서 버린 것을 모아 온 것이라고 한다.",
    "가장 많이 빌려 가는 책은 뜻밖에도 바다와 날씨에 관한 것인데, 아이들은 태풍 사진이 실린 책을 좋아한다.",
    "군청은 올해부터 난방비를 지원하기로 했으며, 대신 여름에는 밤 열 시까지 문을 열어 달라고 부탁했다.",
    "도서관장은 이름뿐인 자리라고 웃으면서도, 매일 저녁 문을 잠그기 전에 서가를 한 바퀴 돈다.",
]
AR = [
    "في الحي القديم ورشة صغيرة لإصلاح الآلات الكاتبة، يفتحها صاحبها كل صباح منذ أربعين عاما، ولا يغلقها إلا في الأعياد.",
    "يقول إن زبائنه اليوم من الشباب، يأتون بآلات أجدادهم، ويسألون أولا عن الشريط، ثم عن صوت المفاتيح.",
    "على الرفوف ثلاثمئة آلة، بعضها بالعربية وبعضها بالفرنسية، ولكل واحدة منها بطاقة كتب عليها اسم صاحبها الأول.",
    "قررت البلدية أن تسجل الورشة ضمن التراث الحي، فجاء مصورون وطلاب، وصار الرجل يشرح كل يوم ما كان يفعله في صمت.",
    "أما ابنته فتعمل مهندسة، وقد صممت قطعة صغيرة من النحاس، تغني عن قطعة لم تعد تصنع في أي مكان من العالم.",
    "وحين سئل عما سيحدث بعده، أشار إلى الدفتر الكبير، وقال إن كل شيء مكتوب هناك، خطوة بعد خطوة.",
]
DE = [
    "Im alten Wasserturm am Stadtrand wohnen seit dem Frühjahr Fledermäuse, und zwar so viele, dass der Umbau zum Café warten muss.",
    "Die Zählung ergab vierhundert Tiere von drei Arten, darunter eine, die in der Gegend seit den siebziger Jahren niemand gesehen hatte.",
    "Der Besitzer nimmt es gelassen: Er hat im Erdgeschoss eine Kamera aufgestellt, verkauft Kuchen am Zaun und zeigt die Bilder auf einem Tuch.",
    "Im Herbst, wenn die Tiere ausgezogen sind, darf weitergebaut werden, allerdings nur bis zur Höhe des zweiten Fensters.",
]
COMMENTS_EN = [
    "I worked at that port for twenty years, and we all knew about the channel, but nobody would write it down.",
    "Great read, thank you! Could you say which scanner they use, and whether it takes rolls of more than a metre?",
    "The barrier will never be built, mark my words, and if it is, it will be late, and twice as dear.",
]
COMMENTS_ZH = [
    "小时候常跟着父亲去那里，买过一套缺了两本的连环画，至今还留着，看到这篇文章很感慨。",
    "管理费其实不贵，关键是交通，老人家推着三轮车怎么去地铁终点站，希望有关部门考虑一下。",
]
RELATED_EN = ["Ten photographs of the flood", "Why the ferry stops at noon", "A map of every lighthouse", "The cook who feeds the pilots", "Ask the harbour master"]
RELATED_ZH = ["十张照片看旧城变迁", "地铁新线下月试运行", "这家面馆开了四十年", "周末去哪儿：三条徒步路线", "图书馆延长开放时间"]


def esc(text):
    return html.escape(text, quote=False)


def ps(texts, open_="<p>", close="</p>"):
    return "\n".join(f"{open_}{esc(t)}{close}" for t in texts)


def nav(items, cls="nav"):
    return f'<ul class="{cls}">' + "".join(f'<li><a href="/{i}">{esc(t)}</a></li>' for i, t in enumerate(items)) + "</ul>"


def related(items, title="Related"):
    return f"<h3>{title}</h3><ul>" + "".join(f'<li><a href="/r/{i}">{esc(t)}</a></li>' for i, t in enumerate(items)) + "</ul>"


def page(title, body, lang="en", head="", site="The Harbour Post"):
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8"><title>{esc(title)} | {esc(site)}</title>{head}</head>'
        f"\n<body>\n{body}\n</body></html>\n")


PAGES = {}


def add(name, markup, gold):
    PAGES[name] = (markup, "\n".join(gold) + ("\n" if gold else ""))


SITE_NAV = ["Home", "News", "Sport", "Weather", "Culture", "About us", "Contact"]
SITE_NAV_ZH = ["首页", "新闻", "财经", "体育", "文化", "关于我们", "联系方式"]
COOKIES = "We and our 214 partners store and access information on your device, such as cookies, to personalise advertising and content. Choose Accept to agree, or Manage to see your options."

# 1 WordPress with a sidebar, sharing, related posts and comments.
for name, texts, lang, com, rel, navs in [
    ("wordpress-en", EN[:8], "en", COMMENTS_EN, RELATED_EN, SITE_NAV),
    ("held-wordpress-zh", ZH[:8], "zh-CN", COMMENTS_ZH, RELATED_ZH, SITE_NAV_ZH),
]:
    title = {"en": "What the tide rolls say", "zh-CN": "旧书市场的最后一个秋天"}[lang]
    add(name, page(title, f"""
<div id="page" class="hfeed site has-sidebar"><header id="masthead" class="site-header"><div class="site-branding"><p class="site-title"><a href="/">The Harbour Post</a></p></div>
<nav id="site-navigation" class="main-navigation">{nav(navs, "menu")}</nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main">
<article id="post-12" class="post-12 post type-post hentry category-news tag-tide"><header class="entry-header"><h1 class="entry-title">{title}</h1>
<div class="entry-meta"><span class="posted-on">Posted on <time datetime="2026-03-01T10:00:00+00:00">March 1</time></span> <span class="byline">by <a href="/author/ann" rel="author">Ann Lee</a></span></div></header>
<div class="entry-content">{ps(texts[:3])}
<figure class="wp-block-image"><img src="data:image/gif;base64,R0lGOD" data-src="/img/a.jpg" alt=""></figure>
{ps(texts[3:])}
<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Share this:</h3><ul><li><a href="https://twitter.example/s">Twitter</a></li><li><a href="https://facebook.example/s">Facebook</a></li></ul></div>
<div id="jp-relatedposts" class="jp-relatedposts">{related(rel)}</div></div>
<footer class="entry-footer">Posted in <a href="/c/1">News</a>. Tagged <a href="/t/1">tide</a>, <a href="/t/2">archive</a>.</footer></article>
<div id="comments" class="comments-area"><h2 class="comments-title">{len(com)} thoughts</h2><ol class="comment-list">{"".join(f'<li class="comment"><div class="comment-body"><p>{esc(c)}</p><a class="comment-reply-link" href="#">Reply</a></div></li>' for c in com * 2)}</ol>
<div id="respond" class="comment-respond"><form><p>Your email address will not be published.</p><textarea></textarea></form></div></div></main></div>
<aside id="secondary" class="widget-area"><section class="widget"><h2>Recent</h2>{nav(rel)}</section><section class="widget"><h2>About</h2><p>A paper for people who live with the water, printed on Thursdays.</p></section></aside></div>
<footer class="site-footer"><p>Proudly powered by a publishing system. All rights reserved, 2026.</p></footer></div>""", lang), texts)

# 2 A news site: BEM names, JSON-LD, a promotion inside the text, a long cookie notice.
for name, texts, lang, rel in [("held-news-en", EN[2:11], "en", RELATED_EN), ("news-de", DE, "de", RELATED_EN)]:
    head = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"The channel that lifted the tide","author":{"@type":"Person","name":"Ann Lee"},"datePublished":"2026-03-01T10:00:00Z","publisher":{"name":"The Harbour Post"}}</script><meta property="og:title" content="The channel that lifted the tide">'
    add(name, page("The channel that lifted the tide", f"""
<div class="cmp-consent" role="dialog"><p>{COOKIES}</p><button>Accept</button></div>
<div class="l-header"><div class="c-brand"><a href="/">Post</a></div><div class="c-mainnav">{nav(SITE_NAV)}</div></div>
<div class="l-main"><div class="c-article"><div class="c-article__head"><h1>The channel that lifted the tide</h1><p class="c-article__dek">A hundred years of paper, and one number that grew.</p><div class="c-author">By Ann Lee, harbour correspondent</div></div>
<div class="c-toolbar c-share"><a href="#">Share</a><a href="#">Save</a><a href="#">Print</a></div>
<div class="c-article__body">{ps(texts[:2], '<p class="x-p">')}
<div class="c-promo"><a href="/sub"><b>Subscribe now</b> and read every story, from one euro a week, cancel at any time.</a></div>
{ps(texts[2:5], '<p class="x-p">')}<div class="c-teaserlist"><p>Read more</p><ul><li><a href="/1">{rel[0]}</a></li><li><a href="/2">{rel[1]}</a></li></ul></div>
{ps(texts[5:], '<p class="x-p">')}</div></div>
<div class="c-rail"><div class="c-mostread"><h3>Most read</h3>{nav(rel)}</div></div></div>
<div class="l-footer">{nav(["Imprint", "Privacy", "Terms", "Jobs"])}<p>Copyright The Harbour Post. Reproduction, also in extracts, only with permission.</p></div>""", lang, head), ["A hundred years of paper, and one number that grew."] + texts)

# 3 Tables for layout, fonts and line breaks.
for name, texts, lang in [("table-layout-en", EN[:7], "en"), ("table-layout-zh", ZH[:7], "zh-CN")]:
    add(name, page("Tide rolls", f"""
<table width="100%" border="0" bgcolor="#003366"><tr><td><font color="white"><b>HARBOUR ARCHIVE</b></font></td><td align="right"><a href="/">home</a> | <a href="/links">links</a> | <a href="/guest">guestbook</a></td></tr></table>
<table width="760" align="center"><tr><td width="150" valign="top"><font size="1">{"<br>".join(f'<a href="/{i}.html">{t}</a>' for i, t in enumerate(SITE_NAV + RELATED_EN))}</font></td>
<td valign="top"><font face="Arial" size="2"><b>Tide rolls</b><br><br>{"<br><br>".join(esc(t) for t in texts)}</font></td>
<td width="120" valign="top"><font size="1">Visitors: 10422<br><a href="/ad"><img src="/ad.gif" width="120" height="600"></a></font></td></tr></table>
<center><font size="1">Best viewed at 800x600. Mail the <a href="mailto:x@example.org">webmaster</a>.</font></center>""", lang, site="Archive"), ["Tide rolls"] + texts)

# 4 WeChat: hidden until its script runs, sections and spans, lazy pictures.
add("wechat-zh", page("旧书市场的最后一个秋天", f"""
<div id="js_article" class="rich_media"><div class="rich_media_inner"><div id="page-content"><div id="img-content" class="rich_media_wrp">
<h1 class="rich_media_title" id="activity-name">旧书市场的最后一个秋天</h1><div id="meta_content" class="rich_media_meta_list"><span class="rich_media_meta">原创</span> <a id="js_name">城南笔记</a> <em id="publish_time">2026-03-01</em></div>
<div class="rich_media_content" id="js_content" style="visibility: hidden;">{"".join(f'<section style="margin:8px"><span style="font-size:15px">{esc(t)}</span></section><p><img class="rich_pages" data-src="https://img.example.org/{i}.jpg" src="data:image/gif;base64,AAAA"></p>' for i, t in enumerate(ZH[:9]))}</div></div>
<div class="rich_media_tool" id="js_tool"><a href="#">阅读原文</a><span>阅读 1万+</span><span>在看</span></div></div><div class="qr_code_pc"><p>微信扫一扫<br>关注该公众号</p></div></div></div>""", "zh-CN", site="微信"), ZH[:9])

# 5 A Chinese portal: everything in divs with pinyin names.
add("held-portal-zh", page("旧书市场今秋搬迁", f"""
<div class="top-bar"><div class="wrap">{nav(SITE_NAV_ZH)}</div></div><div class="path">当前位置：<a href="/">首页</a> &gt; <a href="/n">新闻</a> &gt; 正文</div>
<div class="main clearfix"><div class="left"><h1 class="main-title">旧书市场今秋搬迁</h1><div class="date-source"><span class="date">2026年03月01日 10:00</span> <a href="#" class="source">城南晚报</a></div>
<div class="article" id="artibody">{ps(["　　" + t for t in ZH[1:10]])}<p class="show_author">责任编辑：王小明</p></div>
<div class="article-bottom"><div class="keywords">关键字：<a href="/k">书市</a> <a href="/k2">搬迁</a></div></div><div class="tuijian"><h2>推荐阅读</h2>{nav(RELATED_ZH)}</div>
<div class="pinglun"><h2>网友评论</h2>{"".join(f'<div class="comment-item">{esc(c)}</div>' for c in COMMENTS_ZH)}</div></div>
<div class="right"><div class="hot-rank"><h3>热点排行</h3>{nav(RELATED_ZH)}</div></div></div>
<div class="footer">本站声明：转载请注明来源。京ICP备0000000号。违法和不良信息举报电话：000-00000000。</div>""", "zh-CN", site="城南网"), ZH[1:10])

# 6 Hashed class names, as of sites built by components.
for name, texts, lang in [("hashed-en", EN[3:], "en"), ("held-hashed-zh", ZH[2:], "zh-CN")]:
    add(name, page("A deeper channel", f"""
<div id="root"><div class="ab c d e"><div class="n p"><a class="af" href="/">Paper</a><div class="q">{"".join(f'<a class="z" href="/{i}">{t}</a>' for i, t in enumerate(SITE_NAV))}</div></div></div>
<div class="ab ae"><div class="o ap"><section><div class="er es"><div class="l"><h1 class="pw-post-title bd be">A deeper channel</h1><div class="gt"><a href="/@ann">Ann Lee</a><span>7 min read</span><span>Mar 1</span><button>Follow</button></div></div>
{"".join(f'<p id="{i:04x}" class="pw-post-body-paragraph lz ma">{esc(t)}</p>' + ('<figure class="np nq"><img alt="" src="https://img.example.org/1.png" width="700"></figure>' if i == 2 else "") for i, t in enumerate(texts))}</div></section></div>
<div class="ab rk"><a href="/t/1">Tides</a><a href="/t/2">Data</a><a href="/t/3">Ports</a></div><div class="rl"><h2>More from Ann Lee</h2>{"".join(f'<div class="rm"><a href="/s{i}"><h3>{t}</h3></a><p>{EN[11 - i][:70]}…</p></div>' for i, t in enumerate(RELATED_EN[:3]))}</div></div></div>""", lang, site="Paper"), texts)

# 7 Documentation: headings, code, a table, a list of contents.
CODE = "let tide = try Tide(file: path)\nfor hour in tide.hours {\n    print(hour.level)\n}"
doc_gold = ["Reading a tide file", EN[2], CODE, "Options", "Option", "Meaning", "--from", "The first day that is read.", "--unit", "Centimetres or feet.", "Errors", EN[1], "A line that cannot be read is skipped, and counted.", "A file without a date is refused."]
add("held-docs-en", page("Reading tide files", f"""
<header class="navbar"><a href="/docs">TideKit</a><form><input type="search" placeholder="Search"></form></header>
<div class="container"><div class="sidebar-left"><ul>{"".join(f'<li><a href="/docs/{i}">{t}</a></li>' for i, t in enumerate(["Install", "Reading", "Writing", "Plots", "Changelog"]))}</ul></div>
<main class="doc-main"><div class="breadcrumbs"><a href="/docs">Docs</a> / <a href="/docs/r">Reading</a></div><div class="doc-content"><h1>Reading tide files</h1>
<h2 id="a">Reading a tide file</h2><p>{EN[2]}</p><pre><code class="language-swift">{esc(CODE)}</code></pre>
<h2 id="b">Options</h2><table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody><tr><td><code>--from</code></td><td>The first day that is read.</td></tr><tr><td><code>--unit</code></td><td>Centimetres or feet.</td></tr></tbody></table>
<h2 id="c">Errors</h2><p>{EN[1]}</p><ul><li>A line that cannot be read is skipped, and counted.</li><li>A file without a date is refused.</li></ul></div>
<div class="doc-pager"><a href="/docs/1">Previous: Install</a><a href="/docs/3">Next: Writing</a></div></main>
<div class="toc"><p>On this page</p><ul><li><a href="#a">Reading a tide file</a></li><li><a href="#b">Options</a></li><li><a href="#c">Errors</a></li></ul></div></div>
<footer>Built with a generator. Edit this page.</footer>""", "en", site="TideKit"), doc_gold)

# 8 Blogger: the text directly in a div, with line breaks.
for name, texts, lang in [("blogger-en", EN[1:9], "en"), ("held-blogger-ja", JA, "ja")]:
    add(name, page("Notes from the pier", f"""
<div class="navbar section"><a href="#">Next Blog</a><a href="#">Create Blog</a></div><div class="content-outer"><div class="main-outer"><div class="column-center-outer"><div id="main" class="main section"><div class="widget Blog">
<div class="blog-posts hfeed"><h2 class="date-header"><span>Sunday, 1 March 2026</span></h2><div class="post hentry"><h3 class="post-title entry-title">Notes from the pier</h3>
<div class="post-body entry-content" id="post-body-1">{"<br /><br />".join(esc(t) for t in texts)}<div style="clear: both;"></div></div>
<div class="post-footer"><span class="post-author vcard">Posted by <span class="fn">Ann</span></span> <a href="#">Email This</a> <a href="#">BlogThis!</a></div></div></div>
<div class="comments" id="comments"><h4>2 comments:</h4>{"".join(f'<div class="comment-block"><p class="comment-content">{esc(c)}</p></div>' for c in COMMENTS_EN)}</div></div></div></div>
<div class="column-right-outer"><aside><div class="widget BlogArchive"><h2>Archive</h2>{nav([f"{m} 2025 (4)" for m in ["January", "February", "March", "April"]])}</div></aside></div></div></div>""", lang, site="Pier"), texts)

# 9 No classes at all.
add("bare-en", f"<html><head><title>On tides</title></head><body><h1>On tides</h1>\n{ps(EN[:6])}\n<hr><p><a href='/'>Home</a> - <a href='/notes'>Notes</a> - <a href='mailto:a@example.org'>Mail</a></p></body></html>", EN[:6])
add("held-bare-omitted-en", f"<title>On tides</title><h1>On tides</h1>" + "".join(f"<p>{esc(t)}\n" for t in EN[4:11]) + "<p><a href=/>Home</a> <a href=/notes>Notes</a>", EN[4:11])

# 10 A forum: the first post is the article.
for name, texts, lang, com in [("forum-en", EN[2:6], "en", COMMENTS_EN), ("held-forum-ko", KO[:5], "ko", [KO[5]] * 2)]:
    add(name, page("How do you digitise paper rolls?", f"""
<div class="d-header"><a href="/">Forum</a></div><div id="topic-title"><h1><a href="/t/1">How do you digitise paper rolls?</a></h1><div class="category">Help</div></div>
<div class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator"><a href="/u/ann">ann</a></span> <time datetime="2026-03-01">March 1</time></div><div class="post" itemprop="articleBody">{ps(texts)}</div><div class="post-likes">3 Likes</div></div>
{"".join(f'<div class="topic-body crawler-post comment-reply"><div class="crawler-post-meta"><a href="/u/b{i}">b{i}</a></div><div class="post" itemprop="text"><p>{esc(c)}</p></div></div>' for i, c in enumerate(com))}
<div class="related-topics"><h3>Related topics</h3><table><tr><td><a href="/t/9">Scanner advice</a></td><td>12</td></tr><tr><td><a href="/t/8">Free licences</a></td><td>3</td></tr></table></div>""", lang, site="Forum"), texts)

# 11 A newsletter with subscription boxes inside the text.
for name, texts, lang in [("newsletter-en", EN[:9], "en"), ("held-newsletter-ko", KO, "ko")]:
    box = '<div class="subscription-widget-wrap"><div class="subscription-widget"><p>Thanks for reading! Subscribe for free to receive new posts and support my work.</p><form><input type="email"><button>Subscribe</button></form></div></div>'
    add(name, page("Letters from the cellar", f"""
<div class="topbar"><a href="/">Letters</a><button>Subscribe</button><button>Sign in</button></div><article class="newsletter-post post"><div class="post-header"><h1 class="post-title">Letters from the cellar</h1><h3 class="subtitle">Number 12</h3><div class="byline-wrapper">Ann Lee · Mar 01, 2026</div></div>
<div class="available-content"><div class="body markup">{ps(texts[:3])}{box}{ps(texts[3:6])}<blockquote><p>{esc(texts[-1])}</p></blockquote>{ps(texts[6:-1])}{box}</div></div>
<div class="post-footer"><a href="#">12 Likes</a><a href="#">Share</a></div></article><div class="comments-page"><h4>Discussion</h4>{"".join(f'<div class="comment"><p>{esc(c)}</p></div>' for c in COMMENTS_EN)}</div>""", lang, site="Letters"), texts[:6] + [texts[-1]] + texts[6:-1])

# 12 Only divs and spans.
for name, texts, lang in [("divs-ja", JA, "ja"), ("held-divs-en", EN[5:], "en")]:
    add(name, page("駅", f"""
<div class="w"><div class="t1">{"".join(f'<span><a href="/{i}">{t}</a></span>' for i, t in enumerate(SITE_NAV))}</div><div class="t2"><div class="h">駅</div>{"".join(f'<div class="line"><span>{esc(t)}</span></div>' for t in texts)}</div>
<div class="t3">{"".join(f'<div><a href="/{i}">{t}</a></div>' for i, t in enumerate(RELATED_EN))}</div><div class="t4">© 2026</div></div>""", lang, site="S"), texts)

# 13 Everything in one form.
add("aspnet-en", page("Council minutes", f"""
<form method="post" action="./Page.aspx" id="form1"><input type="hidden" name="__VIEWSTATE" value="{"dDwtMTA4" * 200}"><div id="ctl00_Header"><div class="menu">{nav(SITE_NAV)}</div></div>
<div id="ctl00_ContentPlaceHolder1_pnl"><h2>Council minutes</h2><div id="ctl00_ContentPlaceHolder1_lbl">{ps(EN[:6])}</div></div><div id="ctl00_Footer">Council, Harbour Street 1. <a href="/a11y">Accessibility</a></div></form>""", "en", site="Council"), EN[:6])

# 14 Right to left.
for name, n in [("rtl-ar", 6), ("held-rtl-ar", 5)]:
    add(name, page("ورشة الآلات الكاتبة", f"""
<div dir="rtl"><div class="header">{nav(["الرئيسية", "أخبار", "ثقافة", "اتصل بنا"])}</div><div class="story"><h1>ورشة الآلات الكاتبة</h1><div class="info">١ مارس ٢٠٢٦</div><div class="story-text">{ps(AR[6 - n:])}</div><div class="social-share"><a href="#">مشاركة</a></div></div>
<div class="more-news"><h3>أخبار ذات صلة</h3>{nav(["خبر أول عن المدينة", "خبر ثان عن السوق", "خبر ثالث عن البحر"])}</div></div>""", "ar", site="الحي"), AR[6 - n:])

# 15 A project's page: a file list above the text, tables and code in it.
readme = [EN[2], "Install", "Copy the program into a folder of your path, then run it once.", CODE, "Licence", EN[10]]
add("held-readme-en", page("ann/tide", f"""
<div class="AppHeader"><a href="/">Hub</a>{nav(["Code", "Issues 12", "Pull requests 3", "Actions"])}</div><main><div class="Layout"><div class="Layout-main"><table class="files"><tbody>{"".join(f'<tr><td><a href="/f/{f}">{f}</a></td><td><a href="/c/{i}">{m}</a></td><td>{i + 1} months ago</td></tr>' for i, (f, m) in enumerate([("Sources", "Fix the stretch of rolls"), ("Tests", "Add samples"), ("LICENSE", "First version"), ("README.md", "Say how to install")]))}</tbody></table>
<div class="Box"><article class="markdown-body entry-content"><h1>tide</h1><p>{EN[2]}</p><h2>Install</h2><p>Copy the program into a folder of your path, then run it once.</p><pre>{esc(CODE)}</pre><h2>Licence</h2><p>{EN[10]}</p></article></div></div>
<div class="Layout-sidebar"><h2>About</h2><p>Reads tide rolls, corrects the paper, writes tables.</p><ul><li>42 stars</li><li>3 forks</li></ul></div></div></main><footer>{nav(["Terms", "Privacy", "Status"])}</footer>""", "en", site="Hub"), readme)

# 16 A short article under a long discussion.
add("held-short-with-discussion-en", page("The cellar is open", f"""
<div class="top">{nav(SITE_NAV)}</div><div class="story"><h1>The cellar is open</h1><div class="story-body">{ps(EN[9:12])}</div></div>
<section id="comments" class="comments">{"".join(f'<div class="comment-item"><b>reader{i}</b><p>{esc(c)} {esc(EN[i % 12])}</p></div>' for i, c in enumerate(COMMENTS_EN * 5))}</section>""", "en", site="Post"), EN[9:12])

# 17 An interview with many short paragraphs, in sections.
qa = []
for i in range(6):
    qa += [["Why scan them at all?", "Who pays?", "How long will it take?", "What broke first?", "And the barrier?", "What next?"][i], EN[i]]
add("interview-en", page("Ten minutes with the archivist", f"""
<nav>{nav(SITE_NAV)}</nav><main><article><h1>Ten minutes with the archivist</h1><div class="share-buttons"><a href="#">f</a><a href="#">t</a></div>
{"".join(f'<section class="qa"><h3>{esc(qa[2 * i])}</h3><p>{esc(qa[2 * i + 1])}</p></section>' + ('<aside class="pullquote">We knew all along.</aside>' if i == 2 else "") for i in range(6))}</article><section class="newsletter-signup"><h2>Get our letter</h2><p>Every Friday, the best of the week, in your mail box.</p></section></main>""", "en", site="Post"), qa)

# 18 Live pages that have no article.
add("none-index-en", page("News", f"""<div>{nav(SITE_NAV)}</div><div class="list">{"".join(f'<div class="item"><h2><a href="/a{i}">{t}</a></h2><p><a href="/a{i}">{EN[i][:60]}…</a></p></div>' for i, t in enumerate(RELATED_EN * 3) if i < 12)}</div>"""), [])
add("none-login-en", page("Sign in", """<div class="box"><h1>Sign in</h1><form><label>Name <input></label><label>Password <input type="password"></label><button>Go</button></form><p>No account yet? <a href="/join">Join</a>.</p></div>"""), [])
add("held-none-app-en", page("App", """<noscript><p>You need to enable JavaScript to run this application, which is built from components, as so many are today.</p></noscript><div id="root"></div><script src="/app.js"></script>"""), [])
add("held-none-links-zh", page("链接", f"""<div>{nav(SITE_NAV_ZH)}</div><div class="list">{nav(RELATED_ZH * 4)}</div>"""), [])


def main():
    os.makedirs(HERE, exist_ok=True)
    for old in os.listdir(HERE):
        os.unlink(os.path.join(HERE, old))
    for name, (markup, gold) in PAGES.items():
        with open(os.path.join(HERE, name + ".html"), "w", encoding="utf-8") as file:
            file.write(markup)
        with open(os.path.join(HERE, name + ".txt"), "w", encoding="utf-8") as file:
            file.write(gold)
    print(len(PAGES), "pages")


if __name__ == "__main__":
    main()
