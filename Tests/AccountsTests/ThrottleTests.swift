import Dispatch
import Glibc
import System
import Testing

@testable import Accounts

@Suite struct ThrottleTests {
    let place: ServicePlace
    let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        try store.addAccount("anna", password: "secret", allowsWeak: true)
    }

    @Test("After ten refusals within a minute further ones are too many; valid credentials are served as before")
    func throttling() throws {
        let visitor = Visitor.at("192.0.2.1")
        let token = try store.createToken("script", scope: .read)
        let session = try #require(try store.session("anna", "secret", from: visitor))
        let wrong: [Credential] = [
            .bearer("fs_x"), .basic(name: "anna", password: "x"), .appPassword("x"), .feverKey("x"), .session("x"),
        ]
        for round in 0..<2 {
            for credential in wrong {
                #expect(try store.refusal(credential, from: visitor) == .unknown, "\(round)")
            }
        }
        for credential in wrong {
            #expect(try store.refusal(credential, from: visitor) == .tooMany(retryAfterSeconds: 60))
        }
        #expect(try store.refusedSignIn("anna", "wrong", from: visitor) == .tooMany(retryAfterSeconds: 60))
        #expect(try store.refusal(.bearer(token), from: visitor) == nil)
        #expect(try store.refusal(.session(session.cookie), from: visitor) == nil)
        #expect(try store.session("anna", "secret", from: visitor) != nil)
        #expect(try store.refusal(.bearer("fs_x"), from: .at("192.0.2.2")) == .unknown)
        place.time.advance(59)
        #expect(try store.refusal(.bearer("fs_x"), from: visitor) == .tooMany(retryAfterSeconds: 1))
        place.time.advance(1)
        #expect(try store.refusal(.bearer("fs_x"), from: visitor) == .unknown)
        // The tenth of a minute is not logged again and again.
        #expect(try store.signInLog(limit: 100).count { $0.outcome == .unknown } == 12)
    }

    @Test("Passwords count like all others")
    func passwords() throws {
        for _ in 0..<10 { #expect(try store.refusedSignIn("anna", "wrong") == .unknown) }
        #expect(try store.refusedSignIn("nobody", "wrong") == .tooMany(retryAfterSeconds: 60))
        #expect(try store.refusal(.bearer("fs_x")) == .tooMany(retryAfterSeconds: 60))
    }

    @Test("An IPv6 address counts by its /64, an IPv4 address in any spelling as itself")
    func addresses() {
        #expect(PeerAddress("2001:db8::1") == PeerAddress("2001:db8:0:0:ffff:1:2:3"))
        #expect(PeerAddress("2001:db8::1") != PeerAddress("2001:db8:0:1::1"))
        #expect(PeerAddress("::ffff:192.0.2.1") == PeerAddress("192.0.2.1"))
        #expect(PeerAddress("::ffff:192.0.2.1").text == "192.0.2.1")
        #expect(PeerAddress("192.0.2.1") != PeerAddress("192.0.2.2"))
        #expect(PeerAddress("fe80::1%eth0") == PeerAddress("fe80::2"))
        #expect(PeerAddress("nonsense") == .local && PeerAddress("nonsense").text == "local")
        #expect(PeerAddress("::1") != .local)
    }

    @Test("The memory for addresses is bounded, and what was refused lately stays")
    func bounded() {
        let throttle = RefusalThrottle(maxAddresses: 100)
        let guesser = PeerAddress("192.0.2.1")
        for index in 0..<1_000 {
            let now = Double(index) / 100
            if index >= 500 { _ = throttle.refuse(guesser, now: now) }
            #expect(throttle.refuse(PeerAddress("10.0.\(index / 250).\(index % 250)"), now: now) == nil)
            #expect(throttle.addressCount <= 100)
        }
        #expect(throttle.isThrottled(PeerAddress("10.0.3.249"), now: 10) == false)
    }

    @Test("At most two hashes run at once")
    func twoHashes() {
        let queue = PasswordQueue(places: 2, maxWaiting: 100)
        let running = Locked((now: 0, most: 0, done: 0))
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            _ = queue.run(for: PeerAddress("192.0.2.\(index)"), isThrottled: index.isMultiple(of: 2)) {
                running.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                waitABit()
                running.withLock {
                    $0.now -= 1
                    $0.done += 1
                }
            }
        }
        let result = running.withLock { $0 }
        #expect(result.most <= 2 && result.done == 16)
    }

    @Test(
        "Who comes from a throttled address, or with many hashes at once, waits behind others and leaves them a place")
    func lanes() {
        let queue = PasswordQueue(places: 2, maxWaiting: 3)
        let gate = DispatchSemaphore(value: 0)
        let (refused, done) = (Locked(0), Locked(0))
        // One of them runs, three wait, and the others are turned away.
        let guesser = PeerAddress("192.0.2.1")
        for _ in 0..<6 {
            _ = BackgroundThread.start {
                let result: Void? = queue.run(for: guesser, isThrottled: true) { gate.wait() }
                if result == nil { refused.withLock { $0 += 1 } }
                done.withLock { $0 += 1 }
            }
        }
        while refused.withLock({ $0 }) < 2 { waitABit() }
        // The second place is free for anybody else.
        var owner = false
        _ = queue.run(for: PeerAddress("192.0.2.2"), isThrottled: false) { owner = true }
        #expect(owner)
        for _ in 0..<4 { gate.signal() }
        while done.withLock({ $0 }) < 6 { waitABit() }
    }
}

private func waitABit() { usleep(2_000) }
