/// The current time, for relative dates in saved searches.
package struct AlertClock {
    package var now: Int64
    package var utcOffset: @Sendable (Int64) -> Int

    package init(now: Int64, utcOffset: @escaping @Sendable (Int64) -> Int) {
        self.now = now
        self.utcOffset = utcOffset
    }
}
