internal import QueryLanguage

/// `date:`, `received:` and their like, which mean another stretch of time each day.
struct DateCondition: Hashable {
    var expression: DateExpression
    var isReceived: Bool

    func isFulfilled(by facts: ArticleFacts, at clock: AlertClock) -> Bool {
        expression.resolve(now: clock.now, utcOffset: clock.utcOffset)
            .contains(isReceived ? facts.received : facts.sortDate)
    }
}

/// What time it is for dates in saved searches.
struct AlertClock {
    var now: Int64
    var utcOffset: @Sendable (Int64) -> Int
}
