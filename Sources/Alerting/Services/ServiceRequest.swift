internal import Articles
internal import FeedFetching
internal import FeedWriting

/// The request that sends a message to a service.
struct ServiceRequest {
    let preset: ServicePreset
    let post: WebPost

    /// Writes the request. If the text exceeds the service's limits, fewer articles are listed; their number is in the
    /// text. The text of a single article that is still too long loses its snippet, then its addresses.
    ///
    /// - Throws: `AlertFailure`.
    init(
        _ message: AlertMessage, _ address: ServiceAddress, secret: String?, _ environment: AlertEnvironment
    ) throws(AlertFailure) {
        guard let preset = ServicePreset.named(address.preset) else {
            throw AlertFailure("no service \(address.preset)")
        }
        let templates: ServicePreset.Templates
        do { templates = try preset.templates() } catch {
            throw AlertFailure("the template of \(preset.name) is wrong")
        }
        self.preset = preset
        let url = try Self.url(preset, address, secret)
        let count = min(message.articles.count, preset.articleLimit)
        for (listed, detail) in Self.forms(count) {
            let values = message.values(environment, listing: listed, detail: detail)
            do throws(TemplateError) {
                let text = Self.trimmed(try templates.text.text(values))
                guard preset.unit.length(of: text) <= preset.textLimit else { continue }
                let plain = Self.trimmed(try templates.plainText.text(values))
                let all = Self.adding(to: values, preset, message, environment, text, plain, address, secret)
                let body = try templates.body.render(all)
                guard body.count <= preset.bodyLimit else { continue }
                var post = WebPost(url: url + (try templates.path.text(all)), headers: [], body: body)
                post.method = WebPost.Method(rawValue: preset.method) ?? .post
                post.headers = [
                    FetchHeader("Content-Type", "application/json"), FetchHeader("webhook-id", message.uid),
                ]
                for header in templates.headers {
                    let value = try header.template.text(all)
                    if !value.isEmpty { post.headers.append(FetchHeader(header.name, value)) }
                }
                self.post = post
                return
            } catch {
                throw AlertFailure(refused: "the message is too long for \(preset.name)")
            }
        }
        throw AlertFailure(refused: "the message is too long for \(preset.name)")
    }

    /// The forms of a message, from all articles with snippets to the title of one.
    private static func forms(_ count: Int) -> [(Int, AlertMessage.Detail)] {
        if count == 0 { return [(0, .full)] }
        return (1...count).reversed().map { ($0, .full) } + [(1, .withoutSnippets), (1, .titlesOnly)]
    }

    private static func trimmed(_ text: String) -> String {
        var part = text[...]
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return String(part)
    }

    /// The values of the body's template: those of the message, the finished text, and the settings of the channel.
    private static func adding(
        to values: MessageValue, _ preset: ServicePreset, _ message: AlertMessage, _ environment: AlertEnvironment,
        _ text: String, _ plain: String, _ address: ServiceAddress, _ secret: String?
    ) -> MessageValue {
        guard case .object(let members) = values else { return values }
        let subject = MailComposer.subject(message, environment.language)
        // Half of the limit, since a service may count two units a character.
        let title = PlainText.line(subject, limit: preset.titleLimit / 2)
        let link = message.articles.count == 1 ? message.articles.first?.url.flatMap(WebLink.address) : nil
        // Services that limit addresses refuse the whole message if one is longer.
        let short = link.flatMap { $0.utf8.count <= 500 ? $0 : nil }
        return .object(
            members + [
                ("title", .text(title)), ("message", .text(text)), ("plain_message", .text(plain)),
                ("target", .text(address.target)), ("secret", .text(secret)), ("short_link", .text(short)),
            ])
    }

    /// The address without the preset's path.
    private static func url(
        _ preset: ServicePreset, _ address: ServiceAddress, _ secret: String?
    ) throws(AlertFailure) -> String {
        switch preset.secret {
        case .optionalToken: return address.server
        case .token(let others):
            guard let secret else { throw AlertFailure("\(preset.name) needs a secret; set it with --secret") }
            guard ServicePreset.isWord(secret[...], besides: others) else {
                throw AlertFailure("the secret has characters that no token of \(preset.name) has")
            }
            return address.server
        case .address(let query):
            guard let secret else { throw AlertFailure("\(preset.name) needs a secret; set it with --secret") }
            guard let own = try? WebAddress(secret), let server = try? WebAddress(address.server),
                own.origin == server.origin, !secret.contains("#")
            else { throw AlertFailure("the secret is not an address at \(address.server)") }
            guard let query else { return secret }
            return secret + (secret.contains("?") ? "&" : "?") + query
        }
    }
}
