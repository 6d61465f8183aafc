/// The point at which work on a request must stop: at a certain time, or when another thread cancels it.
///
/// A deadline is a value that every thread of a request may check. Its clock is monotonic and continues while the
/// machine sleeps. Loops check `isReached` every few thousand steps; nothing else stops the work.
public struct Deadline: Sendable {
    private let instant: ContinuousClock.Instant?
    private let cancellations: [Cancellation]

    /// A deadline that is never reached.
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

    /// A deadline that is reached after a duration or on cancellation, whichever is first. If the duration is nil,
    /// there is no time limit.
    public init(after duration: Duration?, orOn cancellation: Cancellation) {
        self.init(instant: duration.map { .now.advanced(by: $0) }, cancellations: [cancellation])
    }

    /// Whether the deadline has neither a time limit nor a cancellation.
    public var isNever: Bool { instant == nil && cancellations.isEmpty }

    /// Whether work must stop. Reading the clock takes about 30 ns; it is not read if there is no time limit.
    public var isReached: Bool {
        if isCancelled { return true }
        guard let instant else { return false }
        return .now >= instant
    }

    /// Whether work must stop because another thread cancelled it.
    public var isCancelled: Bool { cancellations.contains { $0.isCancelled } }

    /// The remaining time, which is zero once the deadline is reached; nil without a time limit.
    public var remaining: Duration? { instant.map { max(.zero, ContinuousClock.Instant.now.duration(to: $0)) } }

    /// A deadline that is reached as soon as this deadline or the other one is reached.
    public func or(_ other: Deadline) -> Deadline {
        if isNever { return other }
        if other.isNever { return self }
        let instants = [instant, other.instant].compactMap(\.self)
        return Deadline(instant: instants.min(), cancellations: cancellations + other.cancellations)
    }

    /// The deadline for optional work, which may use only the given fraction of the remaining time.
    public func share(_ share: Double) -> Deadline { remaining.map { or(.after($0 * share)) } ?? self }
}
