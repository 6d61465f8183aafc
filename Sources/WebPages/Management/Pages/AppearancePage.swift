internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page to edit a custom style sheet and key map, which are stored for each account.
enum AppearancePage {
    /// The maximum size of a style sheet in bytes.
    private static let maxStyleBytes = 64 << 10
    private static let maxKeyBytes = 2 << 10
    private static let (style, keys) = ("style", "keys")

    static let operations: [Operation] = [
        .page("appearancePage", "/appearance", .read, "Custom style sheet and key map") { call in
            let account = call.principal?.account
            let (css, map) = try await call.ask { accounts in
                (try accounts.preference(style, of: account) ?? "", try accounts.preference(keys, of: account) ?? "")
            }
            return page(css, map, call)
        },
        .form("appearance", .write, "Store a style sheet and a key map") { call in
            let css = (call.text("css") ?? "").replacing("\r\n", with: "\n")
            let map = (call.text("keys") ?? "").replacing("\r\n", with: "\n")
            for (name, text, limit) in [("css", css, maxStyleBytes), ("keys", map, maxKeyBytes)]
            where text.utf8.count > limit {
                throw FormMistake(name, .tooLong, ByteCount.text(limit))
            }
            _ = try KeyMap(map)
            let account = call.principal?.account
            try await call.ask { accounts in
                try accounts.setPreference(style, of: account, to: css)
                try accounts.setPreference(keys, of: account, to: map)
            }
            return "appearance?done=saved"
        },
        .file("ownStyle", "/own.css", "text/css", .read, "The style sheet of the account") { call in
            let account = call.principal?.account
            let css = try await call.ask { try $0.preference(style, of: account) ?? "" }
            return kept("text/css", Array(css.utf8))
        },
        .file("ownKeys", "/own-keys.json", "application/json", .read, "The key map of the account") { call in
            let account = call.principal?.account
            let text = try await call.ask { try $0.preference(keys, of: account) ?? "" }
            var writer = JSONWriter()
            writer.object { object in
                for (pressed, meant) in (try? KeyMap(text))?.pairs ?? [] {
                    object.member(pressed, meant)
                }
            }
            return kept("application/json", writer.bytes)
        },
    ]

    private static func kept(_ type: String, _ bytes: [UInt8]) -> HTTPResponse {
        var response = HTTPResponse(headers: ["Content-Type": type + "; charset=utf-8"], body: .bytes(bytes))
        response.hasEntityTag = true
        return response
    }

    private static func page(_ css: String, _ map: String, _ call: RequestContext) -> HTTPResponse {
        call.answer(.appearance) { page in
            page.element("p", page.say(.appearanceHelp))
            call.form("appearance", &page, class: "sheet card", next: "appearance") { form in
                form.area(form.say(.ownStyle), "css", css, rows: 12, help: form.say(.ownStyleHelp))
                form.area(form.say(.ownKeys), "keys", map, rows: 6, help: form.say(.ownKeysHelp))
                form.submit(form.say(.save))
            }
            page.element("section", [("class", "keys")]) { section in
                section.element("h2", section.say(.webKeys))
                KeysPage.map(&section)
            }
        }
    }
}

/// Custom keyboard shortcuts for the reader, one per line, such as `h = k`.
struct KeyMap {
    /// The pressed key, and the standard key whose action it triggers.
    private(set) var pairs: [(pressed: String, meant: String)] = []
    private static let known: Set<String> = [
        "j", "k", "n", "p", "o", "m", "s", "v", "g", "u", "a", "t", "f", "J", "K", ".", ",", "/", "?", "Space", "Enter",
    ]
    private static let named: Set<String> = [
        "Space", "Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown",
        "Backspace", "Delete",
    ]

    /// - Throws: `FormMistake` with the line that cannot be parsed.
    init(_ text: String) throws(FormMistake) {
        for line in text.split(separator: "\n") {
            let parts = line.split(whereSeparator: \.isWhitespace).map(String.init)
            if parts.isEmpty || parts[0] == "#" { continue }
            guard parts.count == 3, parts[1] == "=", parts[0].count == 1 || Self.named.contains(parts[0]),
                Self.known.contains(parts[2])
            else {
                throw FormMistake("keys", .badKeys, String(line.prefix(40)))
            }
            pairs.append((parts[0], parts[2]))
        }
    }
}
