/// When work on a request must stop: at a certain time, or once another thread cancels it.
///
/// A value that every thread of a request may check. The clock is monotonic and continues while the machine sleeps.
/// Loops check `isReached` every few thousand steps; nothing else decides whether to stop.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?
    private let cancellations: [Cancellation]

    /// No deadline: work may take as long as it needs.
    public static let never = Deadline(instant: nil)

    private init(instant: ContinuousClock.Instant?, cancellations: [Cancellation] = []) {
        self.instant = instant
        self.cancellations = cancellations
    }

    /// A deadline that is reached after a duration.
    public static func after(_ duration: Duration) -> Deadline { Deadline(instant: .now.advanced(by: duration)) }

    /// A deadline without a time limit, reached when `cancellation` is cancelled.
    public static func onCancellation(_ cancellation: Cancellation) -> Deadline {
        Deadline(instant: nil, cancellations: [cancellation])
    }

    /// A deadline after a duration (nil: no time limit) or on cancellation, whichever is first.
    public init(after duration: Duration?, orOn cancellation: Cancellation) {
        self.init(instant: duration.map { .now.advanced(by: $0) }, cancellations: [cancellation])
    }

    /// Whether there is neither a time limit nor a cancellation.
    public var isNever: Bool { instant == nil && cancellations.isEmpty }

    /// Whether work must stop. Reads the clock, which takes about 30 ns; costs nothing without a time limit.
    public var isReached: Bool {
        if isCancelled { return true }
        guard let instant else { return false }
        return .now >= instant
    }

    /// Whether work must stop because another thread cancelled it.
    public var isCancelled: Bool { cancellations.contains { $0.isCancelled } }

    /// The time left, zero once the deadline is reached; nil without a time limit.
    public var remaining: Duration? { instant.map { max(.zero, ContinuousClock.Instant.now.duration(to: $0)) } }

    /// A deadline that is reached as soon as either of the two is.
    public func or(_ other: Deadline) -> Deadline {
        if isNever { return other }
        if other.isNever { return self }
        let instants = [instant, other.instant].compactMap(\.self)
        return Deadline(instant: instants.min(), cancellations: cancellations + other.cancellations)
    }

    /// The deadline for optional work, which may use only a share of the time left.
    public func share(_ share: Double) -> Deadline { remaining.map { or(.after($0 * share)) } ?? self }
}
