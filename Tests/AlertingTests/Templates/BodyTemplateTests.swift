import Foundation
import FoundationXML
import Testing

@testable import Alerting

@Suite struct BodyTemplateTests {
    private static let hostile =
        "a\"b\\c'</b><script>x</script>&d\r\ne=f&g, \"forged\": true}]\u{2028}\u{0}--%0A+{{title}}"

    private func values(_ title: String) -> MessageValue {
        let article = MessageValue.object([
            ("title", .text(title)), ("n", .number(7)), ("link", .text("https://example.org/?a=1&b=\"2\"")),
            ("tags", .list([.text(title), .text("b")])), ("last", .bool(true)),
            ("parts", .list([.object([("text", .text(title)), ("mark", .bool(true))])])),
        ])
        return .object([
            ("count", .number(1)), ("test", .bool(false)), ("search", .object([("name", .text(title))])),
            ("articles", .list([article])), ("article", article), ("comment", nil),
        ])
    }

    private func render(_ template: String, _ format: TemplateFormat, _ title: String = hostile) throws -> String {
        try BodyTemplate(template, format: format).text(values(title))
    }

    private func reason(_ template: String, _ format: TemplateFormat = .json) -> TemplateError.Reason? {
        do {
            _ = try BodyTemplate(template, format: format)
            return nil
        } catch { return error.reason }
    }

    @Test("Variables, sections, inverted sections, dots and comments of Mustache are written")
    func subset() throws {
        let template =
            "{{! a\ncomment }}{{count}}:{{#articles}}[{{n}}{{#tags}} {{.}}{{/tags}}]{{/articles}}{{^comment}}none{{/comment}}"
            + "{{#test}}test{{/test}}{{search.name}}{{#article}}{{ n }}{{/article}}"
        #expect(try render(template, .plain, "t") == "1:[7 t b]nonet7")
    }

    @Test("A hostile title adds no member to JSON, at any place that a template may put it")
    func json() throws {
        let template =
            #"{"a":{{search.name}},"b":"x {{search.name}} y","c":{{count}},"d":{{#article}}{{tags}}{{/article}},"#
            + #""e":[{{#articles}}{"t":{{title}},"p":"{{#parts}}{{text}}{{/parts}}"}{{^last}},{{/last}}{{/articles}}],"f":{{comment}}}"#
        let text = try render(template, .json)
        let object =
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? [String: Any]
        #expect(object?.keys.sorted() == ["a", "b", "c", "d", "e", "f"])
        #expect(object?["a"] as? String == Self.hostile)
        #expect(object?["b"] as? String == "x \(Self.hostile) y")
        #expect(object?["c"] as? Int == 1)
        #expect(object?["d"] as? [String] == [Self.hostile, "b"])
        let inner = (object?["e"] as? [[String: Any]])?.first
        #expect(inner?["t"] as? String == Self.hostile && inner?["p"] as? String == Self.hostile)
        #expect(object?["f"] is NSNull)
    }

    @Test("A hostile title is one value of a form") func form() throws {
        let text = try render("text={{search.name}}&n={{count}}", .form)
        let pairs = text.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        #expect(pairs.count == 2)
        #expect(pairs[0].count == 2)
        #expect(String(pairs[0][1]).removingPercentEncoding == Self.hostile)
    }

    @Test("A hostile title stays text and attribute in XML, with both kinds of quotes") func markup() throws {
        let text = try render(
            "<m t='{{search.name}}' u=\"{{search.name}}\">{{search.name}}{{#article}}<a href=\"{{link}}\"/>{{/article}}</m>",
            .markup)
        let parser = XMLParser(data: Data(text.utf8))
        let seen = Elements()
        parser.delegate = seen
        #expect(parser.parse())
        #expect(seen.names == ["m", "a"])
        #expect(seen.attributes["t"]?.contains("</b><script>") == true)
        #expect(seen.attributes["u"] == seen.attributes["t"])
        #expect(seen.attributes["href"] == "https://example.org/?a=1&b=\"2\"")
    }

    @Test("A hostile title is one line of plain text, and no mark-up of Markdown and Slack") func lines() throws {
        #expect(try render("{{search.name}}", .plain).split(whereSeparator: \.isNewline).count == 1)
        #expect(
            try render("{{search.name}}", .markdown, "[x](http://e) <b> @all *y*")
                == "\\[x\\]\\(http\\://e\\) \\<b\\> @\u{200B}all \\*y\\*")
        #expect(
            try render("{{search.name}}", .slack, "<!channel> & <http://e|x>")
                == "&lt;!channel&gt; &amp; &lt;http://e|x&gt;")
        #expect(
            try render("{{#article}}[x]({{link}}){{/article}}", .markdown) == "[x](https://example.org/?a=1&b=%222%22)")
        #expect(
            try render("{{#article}}<{{link}}|x>{{/article}}", .slack) == "<https://example.org/?a=1&amp;b=%222%22|x>")
    }

    @Test(
        "A value is refused where no escape protects it",
        arguments: [
            #"{"a":"\{{title}}"}"#, "<a {{title}}>", "<{{title}}>", "<a b={{title}}>", "<script>{{title}}</script>",
            "<style>{{title}}</style>", "<!-- {{title}} -->", "<![CDATA[{{title}}]]>", "<?x {{title}}?>",
            "<a onclick=\"{{title}}\">", "<a style='{{title}}'>", "<a href=\"{{title}}\">", "<a href = '{{title}}'>",
            "<iframe srcdoc=\"{{title}}\">", "<a title=x\"{{title}}\">", "<a b=c=\"{{title}}\">",
            "<a b = c'{{title}}'>",
            "<a \"{{title}}\">", "<a =\"{{title}}\">", "<a=\"{{title}}\">", "<a b=\"c\"\"{{title}}\">",
            "<a b=c\u{1}d=\"{{title}}\">", "<img/onerror=\"{{title}}\">", "<a b/href=\"{{title}}\">",
        ])
    func unsafePlaces(template: String) {
        #expect(reason(template, template.first == "{" ? .json : .markup) == .unsafePlace("title"))
    }

    @Test(
        "A value is allowed where an escape protects it",
        arguments: [
            "<a href=\"https://example.org/?q={{title}}\">", "<a href='{{link}}'>", "<p>{{title}}</p>",
            "<a b=c title=\"{{title}}\">", "<a b c='d'title='{{title}}'/>", "<img/alt = \"{{title}}\">",
            "<!-- x --><p>{{title}}</p>", "<script>1</script><p title=\"{{title}}{{title}}\">{{title}}</p>",
        ])
    func safePlaces(template: String) { #expect(reason(template, .markup) == nil) }

    @Test("A mistake is reported with its line")
    func mistakes() {
        #expect(reason("{{title") == .unclosedTag)
        #expect(reason("{{}}") == .badTag(""))
        #expect(reason("{{>part}}") == .badTag(">part"))
        #expect(reason("{{{title}}}") == .unescaped("{title"))
        #expect(reason("{{&title}}") == .unescaped("&title"))
        #expect(reason("{{titel}}") == .unknownName("titel"))
        #expect(reason("{{secret}}") == .unknownName("secret"))
        #expect(reason("{{#articles}}") == .unclosedSection("articles"))
        #expect(reason("{{#articles}}{{/title}}") == .unexpectedEnd("title"))
        #expect(reason("{{/title}}") == .unexpectedEnd("title"))
        #expect(reason("{{#test}}\"{{/test}}") == .splitSection("test"))
        #expect(reason(String(repeating: "{{#test}}", count: 20)) == .tooLarge)
        #expect(reason(String(repeating: "x", count: 70_000)) == .tooLarge)
        #expect(throws: TemplateError(line: 3, reason: .unknownName("titel"))) {
            _ = try BodyTemplate("{\n\n{{titel}}}", format: .json)
        }
    }

    @Test("A template whose result grows without limit is refused when it is rendered") func growth() throws {
        let many = MessageValue.object([
            ("articles", .list(Array(repeating: .object([("title", .text("x"))]), count: 50)))
        ])
        let nested =
            "{{#articles}}{{#articles}}{{#articles}}{{#articles}}{{title}}{{/articles}}{{/articles}}{{/articles}}{{/articles}}"
        #expect(throws: TemplateError(line: 1, reason: .tooLarge)) {
            _ = try BodyTemplate(nested, format: .plain).render(many)
        }
        let silent = String(repeating: "{{#articles}}", count: 16) + String(repeating: "{{/articles}}", count: 16)
        #expect(throws: TemplateError(line: 1, reason: .tooLarge)) {
            _ = try BodyTemplate(silent, format: .plain).render(many)
        }
    }

    @Test("Only content types whose escapes are known are accepted")
    func contentTypes() {
        #expect(TemplateFormat(contentType: "Application/JSON; charset=utf-8") == .json)
        #expect(TemplateFormat(contentType: "application/cloudevents+json") == .json)
        #expect(TemplateFormat(contentType: "application/soap+xml") == .markup)
        #expect(TemplateFormat(contentType: "application/x-www-form-urlencoded") == .form)
        #expect(TemplateFormat(contentType: "text/plain") == .plain)
        #expect(TemplateFormat(contentType: "text/markdown") == .markdown)
        for type in ["", "text", "text/x-shellscript", "application/javascript", "a\r\nb/c+json"] {
            #expect(TemplateFormat(contentType: type) == nil, "\(type)")
        }
    }

    @Test("A template for JSON is refused if the result for a sample is not JSON")
    func samples() throws {
        try AlertBody.check(#"{"text":{{subject}},"all":{{payload}}}"#, contentType: nil)
        try AlertBody.check("text={{subject}}", contentType: "application/x-www-form-urlencoded")
        for template in [
            #"{"text":}"#, #"[{{#articles}}{{title}},{{/articles}}]"#, #"{"text":{{#article}}{{title}}{{/article}}}"#,
        ] {
            #expect(throws: AlertSettingError.template(TemplateError(line: 1, reason: .notJSON))) {
                try AlertBody.check(template, contentType: "application/json")
            }
        }
        #expect(throws: AlertSettingError.contentType("image/png")) {
            try AlertBody.check("x", contentType: "image/png")
        }
    }
}

/// The elements and attributes of an XML document.
private final class Elements: NSObject, XMLParserDelegate {
    var names: [String] = []
    var attributes: [String: String] = [:]

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes found: [String: String] = [:]
    ) {
        names.append(elementName)
        attributes.merge(found) { $1 }
    }
}
