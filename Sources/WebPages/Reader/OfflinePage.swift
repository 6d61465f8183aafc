internal import HTTPServer
internal import Messages

/// The page that a device shows when it is offline and has not stored the requested page.
enum OfflinePage {
    static func response(_ look: Look, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language)
        page.card { page in
            page.element("h1", page.say(.webOffline))
            page.element("p", page.say(.webOfflineNone))
            page.element("p") { line in
                line.element("a", line.say(.webUnread), [("href", "./")])
                line.text(" · ")
                line.element("a", line.say(.webStarred), [("href", "starred")])
            }
        }
        var frame = HTMLPage.Frame("feedsearch: " + page.say(.webOffline))
        frame.look = look
        return page.response(frame)
    }
}

/// The page's icon, which includes the number of unread articles.
enum CountIcon {
    /// Numbers from this value on are shown as `99+` and share an address.
    private static let most = 100

    static func address(_ unread: Int) -> String { "favicon/\(min(unread, most)).svg" }

    /// - Parameter name: a file name such as `12.svg`. Names that `address` does not produce return nil.
    static func svg(_ name: String) -> [UInt8]? {
        guard name.hasSuffix(".svg"), let unread = Int(name.dropLast(4)), (0...most).contains(unread),
            let icon = ReaderAssets.named("icon.svg")
        else { return nil }
        if unread == 0 { return icon.bytes }
        let text = unread < most ? String(unread) : "99+"
        let width = 8 + 9 * text.count
        let badge =
            "<rect x=\"\(32 - width)\" y=\"15\" width=\"\(width)\" height=\"17\" rx=\"6\" fill=\"#b42318\"/>"
            + "<text x=\"\(32 - width / 2)\" y=\"28\" text-anchor=\"middle\" fill=\"#fff\" font-size=\"14\" "
            + "font-family=\"sans-serif\" font-weight=\"700\">\(text)</text>"
        return Array(String(decoding: icon.bytes, as: UTF8.self).replacing("</svg>", with: badge + "</svg>").utf8)
    }
}
