/// The moment at which work on a request ends, finished or not.
///
/// A value that every thread of a request may ask. The clock is monotonic and goes on while the machine sleeps. Loops ask
/// `isReached` every few thousand steps. It is the only place that decides whether to stop, so that a request which its
/// client has given up can be stopped here as well.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?

    /// Work that may take as long as it needs.
    public static let never = Deadline(instant: nil)

    private init(instant: ContinuousClock.Instant?) { self.instant = instant }

    /// A deadline some time from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(instant: .now.advanced(by: duration)) }

    /// Whether there is none.
    public var isNever: Bool { instant == nil }

    /// Whether work has to stop. Costs a look at the clock, some 30 ns; nothing without a deadline.
    public var isReached: Bool {
        guard let instant else { return false }
        return .now >= instant
    }

    /// The time that is left, zero once the deadline is reached; nil without a deadline.
    public var remaining: Duration? { instant.map { max(.zero, ContinuousClock.Instant.now.duration(to: $0)) } }

    /// The earlier one of two.
    public func or(_ other: Deadline) -> Deadline {
        guard let instant else { return other }
        guard let second = other.instant else { return self }
        return Deadline(instant: min(instant, second))
    }

    /// The deadline of optional work, which may take a share of the time that is left.
    public func share(_ share: Double) -> Deadline { remaining.map { .after($0 * share) } ?? .never }
}
