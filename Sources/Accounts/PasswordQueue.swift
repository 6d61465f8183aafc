private import Dispatch
internal import System

/// Runs at most two password hashes at once in the process. Each hash uses one core and 64 MB for about 50 ms.
///
/// Requests from an address with many refusals, or with several hashes in progress, wait until no other requests are
/// waiting, and use at most one of the two places. So the owner can sign in promptly while an attacker guesses
/// passwords.
final class PasswordQueue: Sendable {
    /// The queue shared by the whole process.
    static let shared = PasswordQueue(places: 2, maxWaiting: 256)

    private struct State {
        var running = 0
        var runningThrottled = 0
        var waiting: [DispatchSemaphore] = []
        var waitingThrottled: [DispatchSemaphore] = []
        /// Number of running and waiting hashes of each address.
        var underWay: [PeerAddress: Int] = [:]
    }
    /// If an address has this many hashes in progress, its further ones wait behind those of all other addresses.
    private static let maxPromptPerAddress = 4
    private let state = Locked(State())
    private let places: Int
    private let maxWaiting: Int

    init(places: Int, maxWaiting: Int) {
        self.places = places
        self.maxWaiting = maxWaiting
    }

    /// Runs `body` when a place is free. The call blocks, so it must not run on the cooperative pool.
    ///
    /// - Parameter isThrottled: whether the address has had too many refusals.
    /// - Returns: nil, without running `body`, if too many callers are waiting.
    func run<Result, Failure: Error>(
        for address: PeerAddress, isThrottled: Bool, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let place = enter(address, isThrottled) else { return nil }
        defer { leave(place) }
        return try body()
    }

    private struct Place {
        let address: PeerAddress
        let isThrottled: Bool
    }

    private func enter(_ address: PeerAddress, _ isThrottled: Bool) -> Place? {
        let bell = DispatchSemaphore(value: 0)
        let place = state.withLock { state -> Place? in
            let count = state.underWay[address] ?? 0
            let place = Place(address: address, isThrottled: isThrottled || count >= Self.maxPromptPerAddress)
            if place.isThrottled {
                if state.waitingThrottled.count >= maxWaiting { return nil }
                state.waitingThrottled.append(bell)
            } else {
                if state.waiting.count >= maxWaiting { return nil }
                state.waiting.append(bell)
            }
            state.underWay[address] = count + 1
            fill(&state)
            return place
        }
        if place != nil { bell.wait() }
        return place
    }

    private func leave(_ place: Place) {
        state.withLock { state in
            state.running -= 1
            if place.isThrottled { state.runningThrottled -= 1 }
            let count = state.underWay[place.address] ?? 1
            state.underWay[place.address] = count > 1 ? count - 1 : nil
            fill(&state)
        }
    }

    /// Assigns free places to waiting callers.
    private func fill(_ state: inout State) {
        while state.running < places {
            if !state.waiting.isEmpty {
                state.waiting.removeFirst().signal()
            } else if !state.waitingThrottled.isEmpty, state.runningThrottled < max(1, places - 1) {
                state.waitingThrottled.removeFirst().signal()
                state.runningThrottled += 1
            } else {
                return
            }
            state.running += 1
        }
    }
}
