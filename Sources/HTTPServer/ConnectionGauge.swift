internal import Synchronization

/// The number of open connections, for other threads.
final class ConnectionGauge: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
}
