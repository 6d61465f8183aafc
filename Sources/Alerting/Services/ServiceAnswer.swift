internal import FeedFetching
internal import FeedParsing

/// The answer of a service to a message.
struct ServiceAnswer {
    /// Nil if the service has accepted the message.
    let failure: AlertFailure?

    /// - Parameter secret: the secret of the request. A reason that contains it is not shown.
    init(_ answer: WebPostAnswer, _ preset: ServicePreset, secret: String?) {
        self.init(answer, emptyStatus: preset.emptyStatus, secrets: [secret].compactMap(\.self))
    }

    /// - Parameters:
    ///   - emptyStatus: a status from 200 to 299 with which the service reports that it did nothing.
    ///   - secrets: the secrets of the request. A reason that contains a part of one of them is not shown.
    init(_ answer: WebPostAnswer, emptyStatus: Int?, secrets: [String]) {
        if (200..<300).contains(answer.status), answer.status != emptyStatus {
            failure = nil
            return
        }
        let json = JSONValue.parse(answer.body)
        var failure = AlertFailure(Self.reason(answer, json, secrets))
        failure.status = answer.status
        switch answer.status {
        // The service no longer accepts these credentials or this target. Matches wait until `alerts retry`.
        case 200..<300, 401, 403, 404, 410: failure.isGone = true
        case 408, 424, 425, 429: break
        // Sent again unchanged, the message would be refused again.
        case 400..<500: failure.isRefused = true
        default: break
        }
        failure.retryAfter = [answer.retryAfter.map { $0.components.seconds }, Self.wait(json)].compactMap(\.self).max()
        self.failure = failure
    }

    /// The wait that a body asks for, in seconds, rounded up: `parameters.retry_after` of Telegram
    /// (<https://core.telegram.org/bots/api#responseparameters>), `retry_after` of Discord
    /// (<https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit>) and `retry_after_ms` of Matrix.
    private static func wait(_ json: JSONValue?) -> Int64? {
        if let seconds = number(json?["parameters"]?["retry_after"] ?? json?["retry_after"]) {
            return Int64(seconds.rounded(.up))
        }
        return number(json?["retry_after_ms"]).map { Int64(($0 / 1_000).rounded(.up)) }
    }

    /// A number from 0 to the longest wait that is obeyed; nil for others.
    private static func number(_ value: JSONValue?) -> Double? {
        guard case .number(let text)? = value, let number = Double(text), number > 0 else { return nil }
        return min(number, Double(BackOff.longestAsked) * 1_000)
    }

    /// The status, and what the service says about it.
    private static func reason(_ answer: WebPostAnswer, _ json: JSONValue?, _ secrets: [String]) -> String {
        let status = "status \(answer.status)"
        var said = ["description", "errorDescription", "error", "message"].compactMap { json?[$0]?.string }.first
        said = said ?? json?["errors"]?.array?.compactMap(\.string).joined(separator: ", ")
        if json == nil || said == nil, !answer.body.isEmpty, !answer.body.starts(with: [UInt8(ascii: "{")]) {
            // Read more than the 200 characters shown, to recognise a secret that is cut at the limit.
            said = String(decoding: answer.body.prefix(4_096), as: UTF8.self)
        }
        guard let said, !said.isEmpty, !secrets.contains(where: { reveals(said, $0) }) else { return status }
        return status + ": " + PlainText.line(said, limit: 200)
    }

    /// A match of at least this many letters and digits counts as a part of a secret.
    private static let revealing = 8

    /// Whether a text contains a part of a secret. If the secret is an address, its host is not secret. A service may
    /// repeat the path or the token in it with different escapes or in another case.
    private static func reveals(_ text: String, _ secret: String) -> Bool {
        let said = letters(text)
        guard AlertChannel.isWeb(secret) else { return reveals(said, letters(secret)[...]) }
        return secret.split(whereSeparator: { "/?&=#".contains($0) }).dropFirst(2).contains { part in
            // Ignore plain words of the path, such as "services".
            let isWord = part.utf8.count <= 12 && part.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            let letters = letters(String(part))
            return !isWord && letters.count >= revealing && reveals(said, letters[...])
        }
    }

    /// Whether a text contains `revealing` successive letters of a secret, or the whole of a shorter one.
    private static func reveals(_ said: [UInt8], _ secret: ArraySlice<UInt8>) -> Bool {
        let length = min(revealing, secret.count)
        if length == 0 { return false }
        return (0...(secret.count - length)).contains { start in
            said.contains(secret.dropFirst(start).prefix(length))
        }
    }

    /// The ASCII letters and digits of a text in lower case, so that spaces and backslashes do not prevent a match.
    private static func letters(_ text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: byte
            case 0x41...0x5A: byte | 0x20
            default: nil
            }
        }
    }
}
