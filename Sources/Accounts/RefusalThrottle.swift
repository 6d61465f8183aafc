internal import System

/// Counts refused credentials by address. Valid credentials are never refused, so an attacker cannot lock the owner
/// out.
final class RefusalThrottle: Sendable {
    static let maxRefusals = 10
    static let windowSeconds = 60.0

    /// The times of the last refusals of each address, ascending, at most `maxRefusals`.
    private let refusals = Locked<[PeerAddress: [Double]]>([:])
    private let maxAddresses: Int

    init(maxAddresses: Int) { self.maxAddresses = maxAddresses }

    var addressCount: Int { refusals.withLock { $0.count } }

    /// Whether the address has reached the maximum number of refusals.
    func isThrottled(_ address: PeerAddress, now: Double) -> Bool {
        refusals.withLock { Self.seconds(until: $0[address] ?? [], now) != nil }
    }

    /// Counts a refusal.
    ///
    /// - Returns: seconds until the address may retry if it has reached the maximum; otherwise nil. Refusals during
    ///   that time are not counted, so the wait never exceeds a minute.
    func refuse(_ address: PeerAddress, now: Double) -> Int? {
        refusals.withLock { refusals in
            let moments = refusals[address] ?? []
            if let wait = Self.seconds(until: moments, now) { return wait }
            if moments.isEmpty, refusals.count >= maxAddresses { makeRoom(&refusals, now) }
            refusals[address] = Array((moments + [now]).suffix(Self.maxRefusals))
            return nil
        }
    }

    private static func seconds(until moments: [Double], _ now: Double) -> Int? {
        guard moments.count == maxRefusals, let first = moments.first, now - first < windowSeconds else { return nil }
        return max(1, Int((windowSeconds - (now - first)).rounded(.up)))
    }

    /// Removes expired entries. If more than three quarters of `maxAddresses` remain, keeps only the most recently
    /// refused ones.
    private func makeRoom(_ refusals: inout [PeerAddress: [Double]], _ now: Double) {
        refusals = refusals.filter { now - ($0.value.last ?? 0) < Self.windowSeconds }
        guard refusals.count > maxAddresses * 3 / 4 else { return }
        let newest = refusals.sorted { ($0.value.last ?? 0) > ($1.value.last ?? 0) }.prefix(maxAddresses * 3 / 4)
        refusals = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
