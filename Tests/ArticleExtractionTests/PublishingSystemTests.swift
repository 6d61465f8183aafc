import ArticleExtraction
import Foundation
import Markup
import Testing

/// Pages of publishing systems by their structure, with headings whose ids are words that also name what is beside a text.
@Suite struct PublishingSystemTests {
    private static let headings = [
        "Related work", "Next steps", "Discussion", "License", "Search", "Copyright", "Meta tags", "Print debugging",
        "Comments in code", "Register allocation", "Cookies", "Popular choices", "Recommendations", "Navigation",
        "Reply rates", "Sidebar", "Newsletter", "Author",
    ]

    struct Page: Sendable, CustomTestStringConvertible {
        var name: String
        var html: String
        /// Texts that must be in the article, in this order.
        var wanted: [String]
        var unwanted: [String] = ["Another post", "Ann Writer wrote this"]
        var testDescription: String { name }
    }

    private static func slug(_ text: String) -> String { text.lowercased().replacing(" ", with: "-") }

    private static func paragraph(_ number: Int) -> String {
        "<p>Paragraph number \(number) of the page speaks of shells, and of what the sea does to them, at some length.</p>"
    }

    private static func words(_ number: Int) -> String { "Paragraph number \(number) of" }

    /// Each heading with its paragraph: `H` is the heading, `I` its id, `P` the paragraph.
    private static func sections(_ template: String) -> String {
        headings.enumerated().map { number, heading in
            template.split(separator: "$", omittingEmptySubsequences: false).enumerated().map { index, part in
                guard index > 0 else { return String(part) }
                let value = part.first == "H" ? heading : part.first == "I" ? slug(heading) : paragraph(number)
                return value + part.dropFirst()
            }.joined()
        }.joined(separator: "\n")
    }

    private static let sectionTexts = headings.enumerated().flatMap { [$1, words($0)] }

    private static func page(_ head: String = "", _ body: String) -> String {
        "<!doctype html><html lang=en><head><title>On shells</title>\(head)</head><body>\(body)</body></html>"
    }

    private static let hugo = Page(
        name: "Hugo",
        html: page(
            "",
            """
            <header class="site-header"><nav><a href="/">Home</a></nav></header><main><article class="post-single">
            <header class="post-header"><h1 class="post-title">On shells</h1>
            <div class="post-meta"><span>March 1, 2026</span> · <span>Ann Writer wrote this</span></div></header>
            <div class="post-content">\(paragraph(100))
            \(sections(##"<h2 id="$I">$H<a hidden class="anchor" aria-hidden="true" href="#$I">#</a></h2>$P"##))
            <div class="highlight"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line">\
            <span class="cl"><span class="c1">// a comment of the code</span></span></span>
            <span class="line"><span class="cl"><span class="kn">import</span> <span class="s">"fmt"</span></span></span></code></pre></div>
            <blockquote><p>Quoted words.</p><footer>The quotation's source</footer></blockquote>
            <aside class="callout note"><p>A note that is a part of the text.</p></aside>
            <div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>The first footnote.&nbsp;\
            <a href="#fnref:1" class="footnote-backref" role="doc-backlink">back</a></p></li></ol></div></div>
            <footer class="post-footer"><ul class="post-tags"><li><a href="/t">sea</a></li></ul>
            <nav class="paginav"><a class="next" href="/b">Another post</a></nav></footer></article></main>
            """),
        wanted: sectionTexts + [
            "// a comment of the code", "import \"fmt\"", "The quotation's source",
            "A note that is a part of the text.",
            "The first footnote.",
        ])

    private static let jekyll = Page(
        name: "Jekyll with kramdown",
        html: page(
            "",
            """
            <header class="site-header"><a href="/">Home</a></header><main class="page-content"><div class="wrapper">
            <article class="post h-entry" itemscope><header class="post-header"><h1 class="post-title p-name">On shells</h1>
            <p class="post-meta"><time class="dt-published">Mar 1, 2026</time> • <span>Ann Writer wrote this</span></p></header>
            <div class="post-content e-content" itemprop="articleBody">\(paragraph(100))
            \(sections(##"<h3 id="$I">$H</h3>$P"##))
            <div class="language-c highlighter-rouge"><div class="highlight"><pre class="highlight"><code>\
            <span class="cp">#include</span> <span class="cpf">&lt;stdio.h&gt;</span>
            <span class="c1">// a comment of the code</span></code></pre></div></div>
            <table class="rouge-table"><tbody><tr><td class="rating">five of five</td><td class="author">Cell of an author</td>
            </tr></tbody></table>
            <dl><dt id="search-1">A term</dt><dd class="meta">Its definition</dd></dl>
            <ul><li class="next">The second item</li><li class="comment">The third item</li></ul></div></article></div></main>
            <footer class="site-footer"><div class="footer-col"><a href="/b">Another post</a></div></footer>
            """),
        wanted: sectionTexts + [
            "#include <stdio.h>", "// a comment of the code", "five of five", "Cell of an author", "A term",
            "Its definition",
            "The second item", "The third item",
        ])

    private static let pandoc = Page(
        name: "Pandoc",
        html: page(
            "",
            """
            <header id="title-block-header"><h1 class="title">On shells</h1><p class="author">Ann Writer wrote this</p></header>
            <nav id="TOC" role="doc-toc"><ul><li><a href="#search">Another post</a></li></ul></nav>
            \(paragraph(100))
            \(sections(##"<section id="$I" class="level2"><h2>$H</h2>$P</section>"##))
            <div class="sourceCode" id="cb1"><pre class="sourceCode cpp"><code class="sourceCode cpp">\
            <span id="cb1-1"><a href="#cb1-1" aria-hidden="true"></a><span class="pp">#include </span><span class="im">&lt;vector&gt;</span></span>
            <span id="cb1-2"><a href="#cb1-2" aria-hidden="true"></a><span class="co">// a comment of the code</span></span></code></pre></div>
            <aside id="footnotes" class="footnotes footnotes-end-of-document" role="doc-endnotes"><hr/><ol>
            <li id="fn1"><p>The first footnote.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></aside>
            """),
        wanted: sectionTexts + ["#include <vector>", "// a comment of the code", "The first footnote."],
        unwanted: ["Another post"])

    private static let sphinx = Page(
        name: "Sphinx, and Pandoc without sections",
        html: page(
            "",
            """
            <div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">
            <div class="section" id="on-shells"><h1>On shells<a class="headerlink" href="#on-shells">¶</a></h1>\(paragraph(100))
            \(sections(##"<div class="section" id="$I"><h2>$H<a class="headerlink" href="#$I">¶</a></h2>$P</div>"##))
            <div class="highlight-python notranslate"><div class="highlight"><pre><span></span>\
            <span class="c1"># a comment of the code</span></pre></div></div></div></div></div></div>
            <div class="sphinxsidebar" role="navigation"><h3>Another post</h3></div></div>
            """),
        wanted: sectionTexts + ["# a comment of the code"])

    private static let mdn = Page(
        name: "MDN",
        html: page(
            "",
            """
            <header class="page-layout__banner"><nav><a href="/">Home</a></nav></header><div class="main-wrapper">
            <aside class="left-sidebar"><a href="/b">Another post</a></aside><main id="content" class="main-content">
            <article class="main-page-content" lang="en-US"><header><h1>On shells</h1></header>
            <div class="section-content">\(paragraph(100))</div>
            \(sections(##"<section aria-labelledby="$I"><h2 id="$I"><a href="#$I">$H</a></h2><div class="section-content">$P</div></section>"##))
            <div class="code-example"><div class="example-header"><span class="language-name">js</span></div>\
            <pre class="brush: js notranslate"><code><span class="token comment">// a comment of the code</span>
            <span class="token keyword">let</span> x;</code></pre></div>
            <div class="notecard note"><p><strong>Note:</strong> A note that is a part of the text.</p></div>
            <section aria-labelledby="see_also"><h2 id="see_also"><a href="#see_also">See also</a></h2><div class="section-content">
            <ul><li><a href="/1"><code>Array.from()</code></a></li><li><a href="/2">Indexed collections of the sea</a></li></ul></div>
            </section></article></main></div>
            """),
        wanted: sectionTexts + [
            "// a comment of the code", "let x;", "A note that is a part of the text.", "See also", "Array.from()",
            "Indexed collections of the sea",
        ])

    private static let docusaurus = Page(
        name: "Docusaurus",
        html: page(
            "",
            """
            <div id="__docusaurus"><nav class="navbar"><a href="/">Home</a></nav><div class="theme-layout-main"><main><div class="container">
            <article><nav class="theme-doc-breadcrumbs breadcrumbsContainer_x"><ul><li><a href="/d">Docs</a></li></ul></nav>
            <div class="theme-doc-markdown markdown"><header><h1>On shells</h1></header>\(paragraph(100))
            \(sections(##"<h2 class="anchor anchorWithStickyNavbar_LWe7" id="$I">$H<a href="#$I" class="hash-link" aria-label="Direct link to $H">&#8203;</a></h2>$P"##))
            <div class="language-js codeBlockContainer_Ckt0 theme-code-block"><div class="codeBlockContent_biex">\
            <pre class="prism-code language-js"><code class="codeBlockLines_e6Vv"><span class="token-line"><span class="token comment">\
            // a comment of the code</span><br></span></code></pre><div class="buttonGroup_x"><button>Copy</button></div></div></div>
            <div class="theme-admonition theme-admonition-note admonition_xJq3 alert alert--secondary">\
            <div class="admonitionHeading_Gvgb">note</div><div class="admonitionContent_BuS1"><p>A note of the text.</p></div></div>
            <div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm</li><li role="tab">Yarn</li></ul>
            <div role="tabpanel"><p>The first tab's text.</p></div><div role="tabpanel" hidden><p>The second tab's text.</p></div></div>
            </div></article><nav class="pagination-nav"><a class="pagination-nav__link--next" href="/b">Another post</a></nav>
            </div></main></div></div>
            """),
        wanted: sectionTexts + [
            "// a comment of the code", "A note of the text.", "The first tab's text.", "The second tab's text.",
        ])

    private static let gitHub = Page(
        name: "GitHub",
        html: page(
            "",
            """
            <div class="logged-out"><header class="HeaderMktg"><a href="/">Home</a></header><main><div class="Layout-sidebar">
            <h2>About</h2><a href="/b">Another post</a></div><div id="readme" class="Box md">
            <article class="markdown-body entry-content container-lg" itemprop="text"><div class="markdown-heading" dir="auto">\
            <h1 class="heading-element">On shells</h1><a id="user-content-on-shells" class="anchor" href="#on-shells"></a></div>
            \(paragraph(100))
            \(sections(##"<div class="markdown-heading" dir="auto"><h2 tabindex="-1" class="heading-element">$H</h2><a id="user-content-$I" class="anchor" href="#$I"><svg></svg></a></div>$P"##))
            <div class="highlight highlight-source-c notranslate"><pre><span class="pl-c"><span class="pl-c">//</span> a comment</span></pre>\
            <div class="zeroclipboard-container"><clipboard-copy></clipboard-copy></div></div>
            <ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled> A task to do</li></ul>
            <div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>An alert of the text.</p></div>
            <section data-footnotes class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol>
            <li id="user-content-fn-1"><p>The first footnote. <a href="#fnref-1" class="data-footnote-backref">↩</a></p></li></ol></section>
            </article></div></main></div>
            """),
        wanted: sectionTexts + ["// a comment", "A task to do", "An alert of the text.", "The first footnote."])

    private static let substack = Page(
        name: "Substack",
        html: page(
            "",
            """
            <div id="entry"><div class="main-menu"><a href="/">Home</a></div><div class="single-post-container"><div class="single-post">
            <article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title">On shells</h1>
            <div class="byline-wrapper"><a href="/@a">Ann Writer wrote this</a></div></div>
            <div class="available-content"><div dir="auto" class="body markup">\(paragraph(100))
            \(sections(##"<h2 class="header-anchor-post">$H<div class="pencraft header-anchor-parent"><div class="header-anchor-widget" id="§$I"><button aria-label="Link"><svg></svg></button></div></div></h2>$P"##))
            <div class="pullquote"><p>Words pulled out of the text.</p></div>
            <blockquote class="twitter-tweet"><p>A quoted message.</p></blockquote>
            <p>See <em class="hot">the last</em> <dfn id="rank">words</dfn><a class="footnote-anchor" href="#footnote-1">1</a> of it.</p>
            <div class="subscription-widget-wrap"><div class="subscription-widget"><p class="cta-caption">Another post</p>
            <form><input name="email"></form></div></div>
            <div class="footnote" data-component-name="FootnoteToDOM"><a id="footnote-1" href="#footnote-anchor-1" \
            class="footnote-number">1</a><div class="footnote-content"><p>The first footnote.</p></div></div></div></div>
            <div class="post-footer"><a href="/l">7 Likes</a></div></article>
            <div id="discussion" class="section comments-section"><h4>Discussion</h4><div class="comment"><p>Another post is better, I \
            think, and I have written it long ago, for those who wish to read more of the kind.</p></div></div></div></div></div>
            """),
        wanted: sectionTexts + [
            "Words pulled out of the text.", "A quoted message.", "See the last words1 of it.", "The first footnote.",
        ])

    private static let pages = [hugo, jekyll, pandoc, sphinx, mdn, docusaurus, gitHub, substack]

    @Test("A page of a publishing system comes through whole, in its order", arguments: pages)
    func whole(_ page: Page) throws {
        let article = try #require(ArticleExtractor.article(Array(page.html.utf8), address: "https://example.org/a"))
        let text = HTMLText.plainText(article.html).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var missing: [String] = []
        var rest = text[...]
        for wanted in page.wanted {
            if let found = rest.range(of: wanted) {
                rest = rest[found.upperBound...]
            } else {
                missing.append(wanted)
            }
        }
        #expect(missing == [])
        for unwanted in page.unwanted { #expect(!text.contains(unwanted), "\(unwanted)") }
        for heading in Self.headings { #expect(article.html.contains(">\(heading)"), "\(heading) is a heading") }
    }

    @Test("Containers inside the text that are named and look like something beside it are left out")
    func beside() throws {
        let text = (0..<8).map(Self.paragraph).joined()
        let page = """
            <article><h1>x</h1>\(text)<div class="sharedaddy"><h3>Share it</h3><ul><li><a href="/s">Press</a></li></ul></div>
            \(text)<div class="newsletter"><p>Letters to your mail box, every Friday, with all that we wrote in the week before it.</p>
            <form><input></form></div><div id="comments"><ol class="comment-list"><li class="comment" id="comment-1"><p>A first
            opinion of a visitor, which is longer than one would have thought, and no part of the text.</p></li></ol></div></article>
            """
        let html = try #require(ArticleExtractor.article(Array(page.utf8), address: "https://example.org/a")).html
        for word in ["Share it", "Letters", "opinion"] { #expect(!html.contains(word), "\(word)") }
    }

    @Test("A heading that repeats the title inside the text stays, as do an author and a date there")
    func titleInside() throws {
        let page = """
            <title>Tides</title><article><h1>Tides</h1><p class="author">By Ann</p>\(Self.paragraph(1))\(Self.paragraph(2))
            <h2 id="t">Tides</h2><p class="timestamp">At noon</p>\(Self.paragraph(3))<table><tr><td class="author">Bo</td></tr></table>
            \(Self.paragraph(4))</article>
            """
        let html = try #require(ArticleExtractor.article(Array(page.utf8), address: "https://example.org/a")).html
        #expect(html.contains("<h2>Tides</h2>") && html.contains("At noon") && html.contains("Bo"))
        #expect(!html.contains("<h1>") && !html.contains("By Ann"))
    }
}
