/// When work on a request ends, finished or not: at a moment, or once another thread cancels it.
///
/// A value that every thread of a request may ask. The clock is monotonic and goes on while the machine sleeps. Loops ask
/// `isReached` every few thousand steps; nothing else decides whether to stop.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?
    private let cancellations: [Cancellation]

    /// Work that may take as long as it needs.
    public static let never = Deadline(instant: nil)

    private init(instant: ContinuousClock.Instant?, cancellations: [Cancellation] = []) {
        self.instant = instant
        self.cancellations = cancellations
    }

    /// A deadline some time from now.
    public static func after(_ duration: Duration) -> Deadline { Deadline(instant: .now.advanced(by: duration)) }

    /// The end that a cancellation makes, whatever the time.
    public static func onCancellation(_ cancellation: Cancellation) -> Deadline {
        Deadline(instant: nil, cancellations: [cancellation])
    }

    /// A deadline some time from now, or, without a duration, at any time, that a cancellation brings forward.
    public init(after duration: Duration?, orOn cancellation: Cancellation) {
        self.init(instant: duration.map { .now.advanced(by: $0) }, cancellations: [cancellation])
    }

    /// Whether there is none.
    public var isNever: Bool { instant == nil && cancellations.isEmpty }

    /// Whether work has to stop. Costs a look at the clock, some 30 ns; nothing without a deadline.
    public var isReached: Bool {
        if isCancelled { return true }
        guard let instant else { return false }
        return .now >= instant
    }

    /// Whether work has to stop because another thread has cancelled it.
    public var isCancelled: Bool { cancellations.contains { $0.isCancelled } }

    /// The time that is left, zero once the deadline is reached; nil without a deadline.
    public var remaining: Duration? { instant.map { max(.zero, ContinuousClock.Instant.now.duration(to: $0)) } }

    /// The earlier one of two.
    public func or(_ other: Deadline) -> Deadline {
        if isNever { return other }
        if other.isNever { return self }
        let instants = [instant, other.instant].compactMap(\.self)
        return Deadline(instant: instants.min(), cancellations: cancellations + other.cancellations)
    }

    /// The deadline of optional work, which may take a share of the time that is left.
    public func share(_ share: Double) -> Deadline { remaining.map { or(.after($0 * share)) } ?? self }
}
