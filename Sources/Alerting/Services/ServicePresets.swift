extension ServicePreset {
    /// All presets, in the order of docs/alerts.md.
    static let all: [ServicePreset] = [
        telegram, matrix, slack, discord, mattermost, ntfy, gotify, pushover, apprise, teams,
    ]

    /// A bot sends a text of at most 4,096 characters after its entities are parsed; the length here includes the tags.
    /// Errors have `description`, and `parameters.retry_after` in seconds. Groups take 20 messages a minute:
    /// <https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this>.
    private static let telegram = ServicePreset(
        name: "telegram", documentation: "https://core.telegram.org/bots/api#sendmessage",
        server: "https://api.telegram.org",
        isTarget: { text in
            text.hasPrefix("@")
                ? isWord(text.dropFirst(), besides: "_")
                : isWord(text.drop { $0 == "-" }, besides: "", digitsOnly: true)
        },
        secret: .token(besides: ":_-"), path: "/bot{{#secret}}{{secret}}{{/secret}}/sendMessage",
        text: ServiceText.html, textFormat: .markup,
        body: """
            {"chat_id":{{target}},"text":{{message}},"parse_mode":"HTML","link_preview_options":{"is_disabled":true}}
            """,
        textLimit: 4_096, titleLimit: 250, unit: .utf16, perMinute: 20)

    /// The transaction id in the path makes a repeated request the same event. An event has at most 65,536 bytes. 429
    /// has `Retry-After`, or `retry_after_ms` of earlier versions.
    private static let matrix = ServicePreset(
        name: "matrix",
        documentation:
            "https://spec.matrix.org/v1.16/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid",
        isTarget: { $0.hasPrefix("!") && isWord($0.dropFirst(), besides: "-_.:=/+[]") },
        secret: .token(besides: "-._~+/=:"), method: "PUT",
        path: "/_matrix/client/v3/rooms/{{target}}/send/m.room.message/{{id}}",
        headers: [("Authorization", "Bearer {{secret}}")],
        text: ServiceText.paragraphs, textFormat: .markup,
        body: """
            {"msgtype":"m.notice","body":{{plain_message}},"format":"org.matrix.custom.html","formatted_body":{{message}}}
            """,
        textLimit: 24 << 10, titleLimit: 250, unit: .bytes, bodyLimit: 60 << 10, perMinute: 30)

    /// The text of a message has at most 40,000 characters, and Slack recommends 4,000:
    /// <https://docs.slack.dev/reference/methods/chat.postMessage#truncating>. One message a second:
    /// <https://docs.slack.dev/apis/web-api/rate-limits>.
    private static let slack = ServicePreset(
        name: "slack", documentation: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
        server: "https://hooks.slack.com", secret: .address(query: nil),
        text: ServiceText.slack, textFormat: .slack,
        body: #"{"text":{{message}},"mrkdwn":true,"unfurl_links":false,"unfurl_media":false}"#,
        textLimit: 4_000, titleLimit: 250, perMinute: 50)

    /// An embed has a title of 256 and a description of 4,096 characters, together at most 6,000:
    /// <https://docs.discord.com/developers/resources/message#embed-object-embed-limits>. 429 has `retry_after` in
    /// seconds. With `wait=true` the answer comes after the message is stored.
    private static let discord = ServicePreset(
        name: "discord", documentation: "https://docs.discord.com/developers/resources/webhook#execute-webhook",
        server: "https://discord.com", secret: .address(query: "wait=true"),
        text: ServiceText.markdown, textFormat: .markdown,
        body: #"{"embeds":[{"title":{{title}},"description":{{message}}}],"allowed_mentions":{"parse":[]}}"#,
        textLimit: 4_096, titleLimit: 256, unit: .utf16, perMinute: 30)

    /// A post has at most 16,383 characters; longer ones are divided.
    private static let mattermost = ServicePreset(
        name: "mattermost", documentation: "https://developers.mattermost.com/integrate/webhooks/incoming/",
        secret: .address(query: nil), text: ServiceText.markdown, textFormat: .markdown,
        body: #"{"text":{{message}}}"#,
        textLimit: 16_000, titleLimit: 250, articleLimit: 20, perMinute: 60)

    /// Published as JSON, so that the text of an article never appears in a header. A message has at most 4,096 bytes.
    private static let ntfy = ServicePreset(
        name: "ntfy", documentation: "https://docs.ntfy.sh/publish/#publish-as-json",
        isTarget: { isWord($0[...], besides: "-_") }, secret: .optionalToken,
        headers: [("Authorization", "{{#secret}}Bearer {{secret}}{{/secret}}")],
        text: ServiceText.titles, textFormat: .plain,
        body: """
            {"topic":{{target}},"title":{{title}},"message":{{message}},"sequence_id":{{id}}\
            {{#article}}{{#link}},"click":{{link}}{{/link}}\
            {{#reader}},"actions":[{"action":"view","label":"feedsearch","url":{{reader}}}]{{/reader}}{{/article}}}
            """,
        textLimit: 4_000, titleLimit: 250, unit: .bytes, perMinute: 20)

    private static let gotify = ServicePreset(
        name: "gotify", documentation: "https://gotify.net/api-docs#/message/createMessage",
        secret: .token(besides: "-._~"), path: "/message", headers: [("X-Gotify-Key", "{{secret}}")],
        text: ServiceText.markdown, textFormat: .markdown,
        body: """
            {"title":{{title}},"message":{{message}},"priority":5,\
            "extras":{"client::display":{"contentType":"text/markdown"}\
            {{#article}}{{#link}},"client::notification":{"click":{"url":{{link}}}}{{/link}}{{/article}}}}
            """,
        textLimit: 16_000, titleLimit: 250, articleLimit: 20, perMinute: 60)

    /// 1,024 characters of text, 250 of title, 512 of address: <https://pushover.net/api#limits>. A 4xx must not be
    /// sent again unchanged; after a 5xx a client waits at least 5 seconds: <https://pushover.net/api#friendly>.
    private static let pushover = ServicePreset(
        name: "pushover", documentation: "https://pushover.net/api#messages", server: "https://api.pushover.net",
        isTarget: { isWord($0[...], besides: "") }, secret: .token(besides: ""), path: "/1/messages.json",
        text: ServiceText.html, textFormat: .markup,
        body: """
            {"token":{{secret}},"user":{{target}},"title":{{title}},"message":{{message}},"html":1\
            {{#article}}{{#short_link}},"url":{{short_link}}{{/short_link}}{{/article}}}
            """,
        textLimit: 1_024, titleLimit: 250, articleLimit: 5, perMinute: 20)

    /// The secret is the key of a stored configuration. 424 means that one of its services failed, 204 that the key has
    /// no configuration.
    private static let apprise = ServicePreset(
        name: "apprise", documentation: "https://github.com/caronc/apprise-api#persistent-storage-solution",
        secret: .token(besides: "-_"), path: "/notify/{{secret}}",
        text: ServiceText.markdown, textFormat: .markdown,
        body: #"{"title":{{title}},"body":{{message}},"type":"info","format":"markdown"}"#,
        textLimit: 16_000, titleLimit: 250, perMinute: 60, emptyStatus: 204)

    /// An Adaptive Card for a workflow "when a webhook request is received". Its text is made of runs, which have no
    /// mark-up. A message has at most 28 KB:
    /// <https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook>.
    private static let teams = ServicePreset(
        name: "teams",
        documentation: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/"
            + "connectors-using#send-adaptive-cards-using-an-incoming-webhook",
        secret: .address(query: nil), text: ServiceText.plain, textFormat: .plain,
        body: """
            {"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive",\
            "contentUrl":null,"content":{"$schema":"http://adaptivecards.io/schemas/adaptive-card.json",\
            "type":"AdaptiveCard","version":"1.4","body":[\
            {"type":"RichTextBlock","inlines":[{"type":"TextRun","weight":"bolder","text":{{title}}}]}\
            {{#test}},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":{{heading}}}]}{{/test}}\
            {{#trend}},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":{{text}}}]}{{/trend}}\
            {{#articles}},{"type":"RichTextBlock","separator":true,"inlines":[{"type":"TextRun","weight":"bolder",\
            "text":{{title}}{{#link}},"selectAction":{"type":"Action.OpenUrl","url":{{link}}}{{/link}}},\
            {"type":"TextRun","isSubtle":true,"text":"\\n{{feed_title}}\\n"}\
            {{#parts}},{"type":"TextRun","highlight":{{mark}},"text":{{text}}}{{/parts}}\
            {{#reader}},{"type":"TextRun","text":"\\nfeedsearch","selectAction":{"type":"Action.OpenUrl","url":{{reader}}}}\
            {{/reader}}]}{{/articles}}\
            {{#more}},{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"+{{more}}"}]}{{/more}}]}}]}
            """,
        textLimit: 24_000, titleLimit: 250, bodyLimit: 27_000, articleLimit: 20, perMinute: 60)

    /// Whether a text has only ASCII letters and digits, and characters of `others`; not empty.
    static func isWord(_ text: Substring, besides others: String, digitsOnly: Bool = false) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || !digitsOnly && (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
                    || others.utf8.contains(byte)
            }
    }
}
