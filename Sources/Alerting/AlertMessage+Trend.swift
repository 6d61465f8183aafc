public import Articles
internal import Formats

extension AlertMessage {
    /// The event as text, without the name of the search; nil for a message about articles.
    func trendText(_ language: AlertLanguage) -> String? { trend.map { Self.text(of: $0, language) } }

    /// The text of an event, in one line.
    public static func text(of noted: NotedEvent, _ language: AlertLanguage) -> String {
        guard let condition = try? TrendCondition(noted.condition) else { return PlainText.line(noted.condition) }
        let length = condition.length.words(language)
        let count = noted.event.articles
        let articles = language.pick(count == 1 ? "1 article" : "\(count) articles", "\(count) 篇文章")
        switch condition.test {
        case .moreThan(let limit):
            return language.pick(
                "\(articles) in \(length), more than \(limit)", "\(length)内有 \(articles)，超过 \(limit) 篇")
        case .moreThanUsual:
            let factor = condition.text.split(separator: " ").dropFirst(2).first.map { String($0.dropLast()) } ?? ""
            let usual = noted.event.usual?.text ?? "?"
            return language.pick(
                "\(articles) in \(length), more than \(factor) times the usual \(usual)",
                "\(length)内有 \(articles)，超过通常数量 \(usual) 篇的 \(factor) 倍")
        case .none: return language.pick("no article in \(length)", "\(length)内没有文章")
        case .feedSilent:
            let feed = PlainText.line(noted.feedTitle ?? noted.feed ?? "?", limit: 100)
            return language.pick("the feed “\(feed)” has been silent for \(length)", "订阅源“\(feed)”已有\(length)没有文章")
        }
    }

    /// The event as in the JSON of a webhook, without `text`.
    static func json(of noted: NotedEvent) -> [(String, MessageValue?)] {
        [
            ("condition", .text(noted.condition)), ("count", .number(Int64(noted.event.articles))),
            ("usual", noted.event.usual.map { .halves($0.doubled) }),
            ("from", .text(CivilTime.rfc3339(noted.event.start * 3_600))),
            ("until", .text(CivilTime.rfc3339(noted.event.end * 3_600))),
            ("feed", .text(noted.feed)), ("feed_title", .text(noted.feedTitle.map { PlainText.line($0) })),
        ]
    }
}

extension TrendCondition.Length {
    fileprivate func words(_ language: AlertLanguage) -> String {
        let (one, chinese) =
            switch unit {
            case .hour: ("hour", "小时")
            case .day: ("day", "天")
            case .week: ("week", "周")
            }
        return language.pick("\(number) \(one)\(number == 1 ? "" : "s")", " \(number) \(chinese)")
    }
}
