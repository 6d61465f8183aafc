extension OPMLDocument {
    /// The neutral form, one line: `{"title","feeds":[{"url","title","folders":["A","B"]}]}`, in document order.
    public func neutralJSON() -> String {
        var json = "{\"title\":"
        Self.append(title, to: &json)
        json += ",\"feeds\":["
        for (index, feed) in feeds.enumerated() {
            if index > 0 { json += "," }
            json += "{\"url\":"
            Self.append(feed.url, to: &json)
            json += ",\"title\":"
            Self.append(feed.title, to: &json)
            if let htmlURL = feed.htmlURL {
                json += ",\"html_url\":"
                Self.append(htmlURL, to: &json)
            }
            json += ",\"folders\":["
            for (place, folder) in feed.folders.enumerated() {
                if place > 0 { json += "," }
                Self.append(folder, to: &json)
            }
            json += "]}"
        }
        json += "]}"
        return json
    }

    /// Appends a string literal of JSON (RFC 8259 §7). Controls and what turns the order of a terminal's text around are
    /// escaped.
    private static func append(_ text: String, to json: inout String) {
        json += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                let hex = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: json.unicodeScalars.append(scalar)
            }
        }
        json += "\""
    }
}
