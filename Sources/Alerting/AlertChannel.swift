public import Articles
internal import FeedFetching

/// The channel of a saved search's notifications, in the form given to `--notify`.
public enum AlertChannel: Sendable, Equatable {
    /// `webhook:URL`: a signed POST.
    case webhook(String)
    /// `command:WORD WORD` or `command:["WORD", …]`: a program, without a shell, with JSON on its standard input.
    case command([String])
    /// `feed:PATH`: an Atom file, or a JSON Feed if the path ends in `.json`.
    case feed(path: String)
    /// `mail:ADDRESS[,ADDRESS]`: an e-mail; `mail+epub:…`: with the articles as a book attached.
    case mail([String], hasBook: Bool)
    /// `epub:FOLDER`: a book with the whole texts, a file for each message.
    case book(folder: String)
    /// `NAME:…`: a message to a service, such as `telegram:CHAT` or `ntfy:URL`.
    case service(ServiceAddress)
    /// `webpush`: a notification in each subscribed browser.
    case webPush
    /// `terminal`: printed only by `alerts run` and `alerts --follow`.
    case terminal

    /// - Throws: `AlertSettingError.channel`.
    public init(_ text: String) throws(AlertSettingError) {
        if text == "terminal" {
            self = .terminal
            return
        }
        if text == "webpush" {
            self = .webPush
            return
        }
        if let preset = ServicePreset.named(String(text.prefix { $0 != ":" })) {
            guard let address = ServiceAddress(text, preset) else { throw .channel(text) }
            self = .service(address)
            return
        }
        guard let colon = text.firstIndex(of: ":") else { throw .channel(text) }
        let kind = text[..<colon]
        let rest = String(text[text.index(after: colon)...])
        guard !rest.isEmpty, !rest.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .channel(text) }
        switch kind {
        case "webhook":
            guard Self.isWeb(rest) else { throw .channel(text) }
            self = .webhook(rest)
        case "command":
            guard let words = Self.words(rest), words.first?.isEmpty == false else { throw .channel(text) }
            self = .command(words)
        case "feed": self = .feed(path: rest)
        case "epub": self = .book(folder: rest)
        case "mail", "mail+epub":
            let receivers = rest.split(separator: ",").map { $0.filter { $0 != " " } }
            guard !receivers.isEmpty, receivers.allSatisfy(Self.isMail) else { throw .channel(text) }
            self = .mail(receivers, hasBook: kind == "mail+epub")
        default: throw .channel(text)
        }
    }

    /// The name of the kind, which is the part before the colon.
    public var kind: String {
        switch self {
        case .webhook: "webhook"
        case .command: "command"
        case .feed: "feed"
        case .mail(_, let hasBook): hasBook ? "mail+epub" : "mail"
        case .book: "epub"
        case .service(let address): address.preset
        case .webPush: "webpush"
        case .terminal: "terminal"
        }
    }

    /// The maximum number of deliveries per minute, so that many matches do not flood the channel.
    public var deliveriesPerMinute: Int {
        switch self {
        case .webhook: 120
        case .command, .book: 60
        case .feed, .terminal: 1_000
        case .mail: 10
        case .webPush: 20
        case .service(let address): ServicePreset.named(address.preset)?.perMinute ?? 20
        }
    }

    /// Maximum number of articles in a message of this channel; nil without a limit of its own.
    var articleLimit: Int? {
        guard case .service(let address) = self else { return nil }
        return ServicePreset.named(address.preset)?.articleLimit
    }

    /// Whether the digests of several searches to this channel, due at the same time, become one message.
    var joinsDigests: Bool {
        switch self {
        case .mail, .book: true
        case .webhook, .command, .feed, .service, .webPush, .terminal: false
        }
    }

    /// The names of the services that have a preset.
    public static let services = ServicePreset.all.map(\.name)

    /// Whether channels of a kind need a secret: a token, or the address that the service has made for the sender.
    public static func needsSecret(_ kind: String) -> Bool {
        switch ServicePreset.named(kind)?.secret {
        case .token, .address: true
        case .optionalToken, nil: false
        }
    }

    /// Whether the secret of a kind of channel is an address that the service has made for the sender.
    public static func hasAddressAsSecret(_ kind: String) -> Bool {
        if case .address? = ServicePreset.named(kind)?.secret { true } else { false }
    }

    /// The channel for the address that a service has made for a sender, such as the address of an incoming webhook.
    /// Only the origin is part of the channel; the address itself is the secret.
    ///
    /// - Returns: nil if the secret of this kind of channel is not an address.
    public static func channel(_ kind: String, of address: String) -> String? {
        guard case .address? = ServicePreset.named(kind)?.secret else { return nil }
        return (try? WebAddress(address)).map { "\(kind):\($0.origin)" }
    }

    // MARK: -

    static func isWeb(_ text: String) -> Bool {
        let lower = text.lowercased()
        return (lower.hasPrefix("https://") || lower.hasPrefix("http://")) && !text.contains(" ")
    }

    private static func isMail(_ text: String) -> Bool {
        guard let at = text.firstIndex(of: "@"), at > text.startIndex, text.last != "@" else { return false }
        return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>,;\"\\".utf8.contains($0) }
    }

    /// Parses a command as a JSON array of strings, or as words separated by spaces, without quoting.
    private static func words(_ text: String) -> [String]? {
        guard text.hasPrefix("[") else { return text.split(separator: " ").map(String.init) }
        var words: [String] = []
        var rest = text.dropFirst().drop { $0 == " " }
        while rest.first == "\"" {
            var word = ""
            rest = rest.dropFirst()
            while let character = rest.popFirst(), character != "\"" {
                guard character == "\\" else {
                    word.append(character)
                    continue
                }
                guard let escaped = rest.popFirst(), "\"\\/".contains(escaped) else { return nil }
                word.append(escaped)
            }
            words.append(word)
            rest = rest.drop { $0 == " " }
            if rest.first == "," { rest = rest.dropFirst().drop { $0 == " " } } else { break }
        }
        return rest == "]" ? words : nil
    }
}

/// An invalid setting of an alert.
public enum AlertSettingError: Error, Sendable, Equatable {
    case channel(String)
    case digest(String)
    case quietHours(String)
    /// The secret is not given as `env:NAME` or `file:PATH`.
    case secret(String)
    case signature(String)
    case contentType(String)
    case template(TemplateError)
    /// A content type without a template.
    case contentTypeAlone
    /// A condition on the number of articles that cannot be parsed.
    case condition(String, TrendConditionError)
    /// Only webhooks have a template.
    case templateOfChannel(String)
    /// A destination of articles that has no valid form.
    case destination(String)
}

extension AlertSettingError {
    /// The name of the setting, without its value, which may contain a path.
    var setting: String {
        switch self {
        case .channel: "channel"
        case .digest: "digest"
        case .quietHours: "quiet hours"
        case .secret: "secret"
        case .signature: "signature"
        case .contentType, .contentTypeAlone: "content type"
        case .template, .templateOfChannel: "template"
        case .condition: "condition"
        case .destination: "address"
        }
    }
}
