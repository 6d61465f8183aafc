/// The project's own line icons, 16 pixels in size. Each page contains the shapes once and refers to them. The page's
/// policy does not allow inline styles, so the style sheet sets colour and line width.
enum PageIcon: String, CaseIterable, Sendable {
    case unread, today, star, all, recent, search, folder, chevron, warning, dot, source, text, cite, share, listen
    case print, menu, back, arrange, up, down, add, settings, manage, tag, copy, account, rules, statistics, keys, done

    var id: String { "icon-" + rawValue }

    // A table is easier to read unformatted.
    // swift-format-ignore
    /// The SVG path data: <https://www.w3.org/TR/SVG2/paths.html#PathData>.
    var path: String {
        switch self {
        case .unread: "M2 9.5h3.25l1 2h3.5l1-2H14M4 3.5h8l2 6v3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-3z"
        case .today: "M3.5 3.5h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM2.5 6.75h11M5.5 2v3M10.5 2v3"
        case .star: "M8 2.1l1.8 3.8 4.1.5-3 2.8.8 4.1L8 11.3l-3.7 2 .8-4.1-3-2.8 4.1-.5z"
        case .all: "M8 2.25l6 3-6 3-6-3zM2 8l6 3 6-3M2 10.75l6 3 6-3"
        case .recent: "M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0-11.5 0zM8 4.75V8l2.25 1.5"
        case .search: "M2.75 7a4.25 4.25 0 1 0 8.5 0a4.25 4.25 0 1 0-8.5 0zM10.1 10.1l3.65 3.65"
        case .folder: "M2 4.5a1 1 0 0 1 1-1h3.25l1.5 1.75H13a1 1 0 0 1 1 1v5.75a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z"
        case .chevron: "M6 4l4 4-4 4"
        case .warning: "M8 2.5l6.25 11H1.75zM8 6.5v3.25M8 11.7v.05"
        case .dot: "M4.25 8a3.75 3.75 0 1 0 7.5 0a3.75 3.75 0 1 0-7.5 0z"
        case .source: "M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3L7.5 8.5"
        case .text: "M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6"
        case .cite: "M6.5 4.25C4.6 4.9 3.5 6.5 3.5 9v2.5h3V8.75h-3M12.5 4.25c-1.9.65-3 2.25-3 4.75v2.5h3V8.75h-3"
        case .share: "M8 9.5v-7M5.5 4.75L8 2.25l2.5 2.5M5 7.25H3.5v6.25h9V7.25H11"
        case .listen: "M2.5 6.25v3.5h2.25L8 12.5v-9L4.75 6.25zM10.5 5.75a3.2 3.2 0 0 1 0 4.5M12.25 4a5.7 5.7 0 0 1 0 8"
        case .print: "M4.5 6V2.5h7V6M4.5 11h-2V6.25h11V11h-2M4.5 9.25h7v4.25h-7z"
        case .menu: "M2.5 4h11M2.5 8h11M2.5 12h11"
        case .back: "M10 3.5L5.5 8l4.5 4.5"
        case .arrange: "M5 13V3M2.75 5.25L5 3l2.25 2.25M11 3v10M8.75 10.75L11 13l2.25-2.25"
        case .up: "M8 13V3.25M4 7.25l4-4 4 4"
        case .down: "M8 3v9.75M4 8.75l4 4 4-4"
        case .add: "M8 3v10M3 8h10"
        case .settings: "M2.5 5h5.25M10.75 5h2.75M2.5 11h2.25M7.75 11h5.75M7.75 5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0zM4.75 11a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"
        case .tag: "M2.5 2.5h5l6 6-5 5-6-6zM5.25 5.25v.05"
        case .copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3"
        case .account: "M5.25 5.25a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0-5.5 0zM2.75 13.75c.6-2.4 2.6-3.75 5.25-3.75s4.65 1.35 5.25 3.75"
        case .rules: "M2.5 4h11M4.5 8h7M6.5 12h3"
        case .statistics: "M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6"
        case .keys: "M2.5 4h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM4 6.75h.05M6.65 6.75h.05M9.3 6.75h.05M11.95 6.75h.05M5 9.5h6"
        case .done: "M3 8.5l3.25 3.25L13 4.75"
        case .manage: "M3 8a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM7 8a1 1 0 1 0 2 0a1 1 0 1 0-2 0zM11 8a1 1 0 1 0 2 0a1 1 0 1 0-2 0z"
        }
    }
}

extension HTMLPage {
    /// Adds the shapes to which `icon` refers. Must be called once per page.
    mutating func iconShapes() {
        element("svg", [("hidden", ""), ("aria-hidden", "true")]) { sheet in
            for icon in PageIcon.allCases {
                sheet.element("symbol", [("id", icon.id), ("viewBox", "0 0 16 16")]) { shape in
                    shape.element("path", [("d", icon.path)]) { _ in }
                }
            }
        }
    }

    /// Adds an icon next to text with the same meaning. The icon is hidden from screen readers.
    mutating func icon(_ icon: PageIcon) {
        element("svg", [("class", "icon"), ("aria-hidden", "true")]) { drawing in
            drawing.element("use", [("href", "#" + icon.id)]) { _ in }
        }
    }

    /// Adds an icon with a label, which a script may replace.
    mutating func labelled(_ icon: PageIcon, _ words: String) {
        self.icon(icon)
        element("span", words)
    }

    /// Adds text for screen readers, for an icon without a label.
    mutating func unseen(_ text: String) { element("span", text, [("class", "unseen")]) }
}
