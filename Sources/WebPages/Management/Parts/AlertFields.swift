internal import Articles
internal import FeedLibrary
internal import HTTPService
internal import Messages

/// The fields for the alerts of a saved search: the channel, the time of the digest and the quiet hours. The style
/// sheet shows only the fields of the chosen channel and digest, so no script is needed.
enum AlertFields {
    /// The channels that the short form of the search page can set.
    static let kinds: [(name: String, title: Message)] = [
        ("webhook", .channelWebhook), ("ntfy", .channelNtfy), ("mail", .channelMail),
    ]
    /// The field for the address of each of these channels; it has the name of the channel.
    static let addresses: [(kind: String, label: Message, help: Message, mode: String)] = [
        ("webhook", .webhookAddress, .webhookAddressHelp, "url"), ("ntfy", .ntfyAddress, .ntfyAddressHelp, "url"),
        ("mail", .mailAddress, .mailAddressHelp, "email"),
    ]
    /// The channels of services, besides ntfy. Their names are the same in all languages.
    private static let services: [(name: String, title: String)] = [
        ("telegram", "Telegram"), ("matrix", "Matrix"), ("slack", "Slack"), ("discord", "Discord"),
        ("mattermost", "Mattermost"), ("gotify", "Gotify"), ("pushover", "Pushover"), ("apprise", "Apprise"),
        ("teams", "Microsoft Teams"),
    ]
    /// The field for the target of a service that has one. The others are known by the address that is their secret.
    private static let targets: [(kind: String, label: Message, help: Message, mode: String)] = [
        ("telegram", .telegramChat, .telegramChatHelp, "text"), ("matrix", .matrixRoom, .matrixRoomHelp, "url"),
        ("gotify", .channelServer, .gotifyAddressHelp, "url"), ("pushover", .pushoverUser, .pushoverUserHelp, "text"),
        ("apprise", .channelServer, .appriseAddressHelp, "url"),
    ]
    /// The field for the secret of each channel that has one.
    private static let secrets: [(kind: String, label: Message, help: Message)] = [
        ("webhook", .webhookSecret, .secretOptional), ("ntfy", .ntfyToken, .secretOptional),
        ("telegram", .telegramToken, .telegramTokenHelp), ("matrix", .ntfyToken, .matrixTokenHelp),
        ("slack", .hookAddress, .slackHookHelp), ("discord", .hookAddress, .discordHookHelp),
        ("mattermost", .hookAddress, .mattermostHookHelp), ("gotify", .applicationToken, .gotifyTokenHelp),
        ("pushover", .applicationToken, .pushoverTokenHelp), ("apprise", .appriseKey, .appriseKeyHelp),
        ("teams", .hookAddress, .teamsHookHelp),
    ]
    /// The content types that the form offers for templates.
    private static let contentTypes = [
        "application/json", "application/x-www-form-urlencoded", "text/plain", "text/markdown", "text/html",
        "application/xml",
    ]

    /// The channel of notifications in browsers. It has no address.
    private static let pushKind = "webpush"
    /// The kind of a channel of mails with a book; the form shows it as mail with a mark.
    private static let bookKind = "mail+epub"

    /// Whether a form can set a channel of this kind. Others run programs or write files on the service's machine.
    private static func isKnown(_ kind: String) -> Bool {
        kinds.contains { $0.name == kind } || services.contains { $0.name == kind } || kind == pushKind
    }
    private static let days: [(name: String, title: Message)] = [
        ("mon", .monday), ("tue", .tuesday), ("wed", .wednesday), ("thu", .thursday), ("fri", .friday),
        ("sat", .saturday), ("sun", .sunday),
    ]
    private static let lengths = ["30m", "1h", "2h", "3h", "6h", "12h"]

    /// The digest settings as shown in the form.
    private struct Digest {
        /// The kind of digest: `each`, `after`, `daily` or `weekly`.
        var kind = "each"
        var length = "1h"
        var day = "mon"
        var time = "08:00"

        init(_ text: String?) {
            let words = (text ?? "each").lowercased().split(separator: " ").map(String.init)
            guard let first = words.first, first != "each" else { return }
            for word in words.dropFirst() {
                if word.contains(":") {
                    time = word.utf8.count == 4 ? "0" + word : word
                } else {
                    day = String(word.prefix(3))
                }
            }
            kind = first == "daily" || first == "weekly" ? first : "after"
            if kind == "after" { length = first == "hourly" ? "1h" : first }
        }
    }

    // MARK: - Fields

    /// The names of the colours of saved searches.
    private static let colors: [(color: SearchColor, title: Message)] = [
        (.red, .colorRed), (.orange, .colorOrange), (.yellow, .colorYellow), (.green, .colorGreen), (.teal, .colorTeal),
        (.blue, .colorBlue), (.purple, .colorPurple), (.pink, .colorPink), (.gray, .colorGray),
    ]

    static func name(of color: SearchColor, _ page: HTMLPage) -> String {
        colors.first { $0.color == color }.map { page.say($0.title) } ?? color.rawValue
    }

    /// Adds the choice of a colour for the matches of a saved search.
    static func color(_ color: SearchColor?, _ page: inout HTMLPage) {
        page.choice(
            page.say(.searchColor), "color", color?.rawValue ?? "none",
            [("none", page.say(.colorNone))] + colors.map { ($0.color.rawValue, page.say($0.title)) })
    }

    static func write(_ rule: AlertRule?, _ page: inout HTMLPage) {
        page.element("section", [("class", "card alerts")]) { card in
            card.element("h2", card.say(.alerts))
            // Channels that run programs or write files can only be set on the service's machine.
            let hasBook = rule?.channel == bookKind
            var rule = rule
            if hasBook { rule?.channel = "mail" }
            if let kind = rule?.channel, !isKnown(kind) {
                card.element("p", card.say(.channelOfMachine, kind))
                return
            }
            card.radios(
                card.say(.channel), "channel", rule?.channel ?? "none",
                [("none", card.say(.channelNone))] + kinds.map { ($0.name, card.say($0.title)) }
                    + [(pushKind, card.say(.channelPush))] + services.map { ($0.name, $0.title) })
            channels(rule, &card)
            webhook(rule, &card)
            card.element("div", [("class", "for-mail")]) { $0.check($0.say(.mailBook), "mail_book", hasBook) }
            card.element("div", [("class", "for-any")]) { $0.check($0.say(.eachAlone), "each", rule?.isEach ?? false) }
            card.field(
                card.say(.condition), "condition", rule?.condition, help: card.say(.conditionHelp),
                class: "for-any", [("autocomplete", "off"), ("spellcheck", "false")])
            digest(Digest(rule?.digest), &card)
            quietHours(rule?.quietHours, &card)
        }
    }

    private static func channels(_ rule: AlertRule?, _ page: inout HTMLPage) {
        for text in addresses + targets {
            let isKept = rule?.channel == text.kind
            page.field(
                page.say(text.label), text.kind, help: page.say(isKept ? .channelAddressKept : text.help),
                class: "for-" + text.kind, [("inputmode", text.mode), ("autocomplete", "off")])
        }
        for (kind, label, help) in secrets {
            let isKept = rule?.channel == kind && rule?.secret != nil
            page.field(
                page.say(label), kind + "_secret", type: "password",
                help: page.say(isKept ? .channelSecretKept : help), class: "for-" + kind,
                [("autocomplete", "new-password")])
            // The other services accept nothing without their secret.
            if isKept, help == .secretOptional {
                page.element("div", [("class", "for-" + kind)]) { $0.check($0.say(.noSecret), "no_secret", false) }
            }
        }
    }

    /// The settings that only webhooks have.
    private static func webhook(_ rule: AlertRule?, _ page: inout HTMLPage) {
        page.choice(
            page.say(.signature), "signature", rule?.signature ?? "standard",
            [("standard", "Standard Webhooks"), ("miniflux", "Miniflux")], class: "for-webhook")
        let isKept = rule?.channel == "webhook" && rule?.headers != nil
        page.area(
            page.say(.headerLines), "headers", "", rows: 2,
            help: page.say(isKept ? .headerLinesKept : .headerLinesHelp), class: "for-webhook")
        if isKept {
            page.element("div", [("class", "for-webhook")]) { $0.check($0.say(.noHeaders), "no_headers", false) }
        }
        page.area(
            page.say(.bodyTemplate), "template", rule?.template ?? "", rows: 4, help: page.say(.bodyTemplateHelp),
            class: "for-webhook")
        let type = rule?.contentType ?? contentTypes[0]
        page.choice(
            page.say(.contentType), "content_type", type,
            (contentTypes + (contentTypes.contains(type) ? [] : [type])).map { ($0, $0) }, class: "for-webhook")
    }

    private static func digest(_ digest: Digest, _ page: inout HTMLPage) {
        page.element("div", [("class", "row for-any")]) { row in
            row.choice(
                row.say(.digest), "digest", digest.kind,
                [
                    ("each", row.say(.digestEach)), ("after", row.say(.digestAfter)), ("daily", row.say(.digestDaily)),
                    ("weekly", row.say(.digestWeekly)),
                ])
            let known = lengths + (lengths.contains(digest.length) ? [] : [digest.length])
            row.choice(
                row.say(.digestLength), "digest_length", digest.length, known.map { ($0, $0) }, class: "for-after")
            row.choice(
                row.say(.day), "digest_day", digest.day, days.map { ($0.name, row.say($0.title)) }, class: "for-weekly")
            row.field(row.say(.timeOfDay), "digest_time", digest.time, type: "time", class: "for-time")
        }
    }

    private static func quietHours(_ hours: String?, _ page: inout HTMLPage) {
        let ends = (hours ?? "").split(separator: "-").map { String($0.filter { $0 != " " }) }
            .map { $0.utf8.count == 4 ? "0" + $0 : $0 }
        page.element("fieldset", [("class", "for-any")]) { set in
            set.element("legend", set.say(.quietHours))
            set.element("p", set.say(.quietHoursHelp), [("class", "dim")])
            set.element("div", [("class", "row")]) { row in
                row.field(row.say(.quietFrom), "quiet_from", ends.first, type: "time")
                row.field(row.say(.quietTo), "quiet_to", ends.count > 1 ? ends[1] : nil, type: "time")
            }
        }
    }

    // MARK: - Values

    /// The alert settings in the form; empty if the form has no channel.
    ///
    /// - Parameter old: the current kind of channel, if any.
    /// - Throws: `FormMistake`.
    static func options(_ call: RequestContext, old: String?) throws -> AlertOptions {
        var options = AlertOptions()
        guard let kind = call.filled("channel") else { return options }
        if kind == "none" {
            if old != nil { options.notify = "none" }
            return options
        }
        guard isKnown(kind) else { throw FormMistake(nil, .formChoice) }
        let secret = call.filled(kind + "_secret")
        let named = kind == "mail" && call.has("mail_book") ? bookKind : kind
        if kind == pushKind {
            options.notify = kind
        } else if !(addresses + targets).contains(where: { $0.kind == kind }) {
            // The address that the service has made is the whole channel.
            if secret != nil {
                options.notify = kind
            } else if kind != old {
                throw FormMistake(kind + "_secret", .formEmpty)
            }
        } else if let address = call.filled(kind) {
            options.notify = named + ":" + address
        } else if named != old {
            throw FormMistake(kind, .formEmpty)
        }
        options.digest = try digest(call)
        options.quietHours = try quietHours(call)
        options.isEach = call.has("each")
        // The short form has no field for the condition, so keep it.
        if call.text("condition") != nil { options.condition = call.filled("condition") ?? "off" }
        if let secret { options.secret = secret }
        if call.has("no_secret") { options.secret = "" }
        if kind == "webhook" { webhook(&options, call) }
        return options
    }

    private static func webhook(_ options: inout AlertOptions, _ call: RequestContext) {
        if let signature = call.filled("signature") { options.signature = signature }
        if let headers = call.filled("headers") { options.headers = headers }
        if call.has("no_headers") { options.headers = "" }
        // The short form has no template and keeps the one that is set.
        guard call.text("template") != nil else { return }
        let template = call.filled("template")
        options.template = template ?? "none"
        if template != nil { options.contentType = call.filled("content_type") }
    }

    private static func digest(_ call: RequestContext) throws -> String {
        let time = call.filled("digest_time")
        switch call.text("digest") ?? "each" {
        case "after": return try call.required("digest_length")
        case "daily": return "daily " + (try time ?? call.required("digest_time"))
        case "weekly":
            return try [
                "weekly", call.required("digest_day"), time ?? call.required("digest_time"),
            ].joined(separator: " ")
        default: return "each"
        }
    }

    private static func quietHours(_ call: RequestContext) throws -> String {
        switch (call.filled("quiet_from"), call.filled("quiet_to")) {
        case (nil, nil): return "none"
        case (let from?, let to?): return from + "-" + to
        case (nil, _): throw FormMistake("quiet_from", .formTimes)
        case (_, nil): throw FormMistake("quiet_to", .formTimes)
        }
    }

    /// Converts an error about the address of a channel to a mistake in the field of the address.
    static func mistake(_ error: any Error, _ call: RequestContext) -> any Error {
        guard let kind = call.filled("channel") else { return error }
        let hasAddress = (addresses + targets).contains { $0.kind == kind }
        let field = hasAddress ? kind : kind + "_secret"
        let code = Problem(error, call.language).code
        if code.hasPrefix("template"), let error = error as? UserFacingError {
            return FormMistake("template", text: error.text)
        }
        switch code {
        case "badChannel":
            let texts: [String: Message] = [
                "mail": .formMail, "ntfy": .formTopic, "telegram": .telegramChatHelp, "matrix": .matrixRoomHelp,
                "pushover": .pushoverUserHelp,
            ]
            return FormMistake(field, texts[kind] ?? .formWebAddress)
        case "addressNotPublic": return FormMistake(field, .formNotPublic)
        case "badServiceAddress": return FormMistake(field, .formWebAddress)
        case "channelNeedsSecret": return FormMistake(kind + "_secret", .formEmpty)
        case "trendExpected", "trendEnds", "trendRange":
            return (error as? UserFacingError).map { FormMistake("condition", text: $0.text) } ?? error
        case "badHeaderLines": return FormMistake("headers", .headerLinesHelp)
        default: return error
        }
    }
}
