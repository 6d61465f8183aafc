import LibraryStorage
import StorageTestSupport
import TestSupport
import Testing

@testable import Articles

/// Rules that mark articles for one member of a shared library.
@Suite struct MemberRuleTests {
    @Test(
        "A member's rules mark new articles for this member alone, and the owner's rules for the owner alone",
        arguments: StorageEngine.all)
    func apart(_ engine: StorageEngine) throws {
        let (library, store) = try MemberTests.shared(engine)
        defer { _ = library.address }
        try store.insert([draft("old", "advert before", "x")])
        try store.addRule("advert", .read, now: testTime)
        try MemberTests.act(7, store) { () throws in
            try store.addRule("whale", .read, now: testTime)
            try store.addRule("advert", .star, now: testTime)
        }
        _ = try MemberTests.act(8, store) { try store.addRule("zebra", .star, now: testTime) }
        try store.addRule("whale", .tag("sea"), now: testTime)
        #expect(try store.rules().map(\.member) == [nil, 7, 7, 8, nil])
        // Each rule marks articles for its member, whoever stores them.
        _ = try MemberTests.act(8, store) {
            try store.insert([
                draft("g1", "whale", "x"), draft("g2", "advert", "x"), draft("g3", "zebra", "x"),
                draft("g4", "plain", "x"),
            ])
        }
        func state(_ person: Int64) throws -> [[String]] {
            try MemberTests.act(person, store) {
                try [store.hits("is:read").sorted(), store.hits("is:starred").sorted(), store.hits("tag:sea")]
            }
        }
        #expect(try state(0) == [["g2"], [], ["g1"]])
        #expect(try state(7) == [["g1"], ["g2"], ["g1"]])
        #expect(try state(8) == [[], ["g3"], ["g1"]])
        #expect(try state(1_000_000_007) == [[], [], ["g1"]])
        #expect(try store.rules().map(\.matched) == [1, 1, 1, 1, 1])
        #expect(try MemberTests.act(7, store) { try store.feeds(subscribedOnly: false).map(\.unread) } == [4])
        #expect(try store.check().problems == [])
    }

    @Test(
        "The query of a member's rule uses the state of this member, also after a delay", arguments: StorageEngine.all)
    func states(_ engine: StorageEngine) throws {
        let (library, store) = try MemberTests.shared(engine)
        defer { _ = library.address }
        try MemberTests.act(7, store) { () throws in
            try store.addRule("whale is:starred", .read, delay: 100, now: testTime)
            try store.addRule("whale", .star, now: testTime)
            try store.addRule("zebra is:starred", .read, now: testTime)
        }
        var drafts = [draft("g1", "whale", "x"), draft("g2", "zebra", "x"), draft("g3", "whale zebra", "x")]
        for index in drafts.indices { drafts[index].received = testTime }
        // The star of the owner does not make the rule match.
        drafts[1].starred = true
        try store.insert(drafts)
        try MemberTests.act(7, store) { () throws in
            #expect(try store.hits("is:read") == ["g3"])
            #expect(try store.hits("is:starred").sorted() == ["g1", "g3"])
        }
        #expect(try store.runDelayedRules(now: testTime + 99) == 0)
        #expect(try store.runDelayedRules(now: testTime + 100) == 2)
        #expect(try MemberTests.act(7, store) { try store.hits("is:read").sorted() } == ["g1", "g3"])
        #expect(try store.hits("is:read").isEmpty)
        #expect(try store.check().problems == [])
    }

    @Test(
        "A rule of a member in batches of any size marks what a search of the member would find",
        arguments: StorageEngine.all, [1, 7, 60])
    func batches(_ engine: StorageEngine, _ size: Int) throws {
        let (library, store) = try MemberTests.shared(engine)
        defer { _ = library.address }
        for (member, query) in [(Int64(7), "fox -dog"), (8, "dog OR title:fox"), (1_000_000_007, "\"quick fox\"")] {
            try MemberTests.act(member, store) { () throws in
                try store.addRule(query, .read, now: testTime)
                try store.addRule(query, .star, now: testTime)
            }
        }
        let words = ["quick", "fox", "dog", "the", "lazy"]
        let drafts = (0..<60).map { number in
            let text = (0..<4).map { words[(number / (1 + $0 * 3) + $0 * number) % words.count] }
            return draft("g\(number)", text[0] + " " + text[1], text.joined(separator: " "))
        }
        for start in stride(from: 0, to: drafts.count, by: size) {
            try store.insert(Array(drafts[start..<min(start + size, drafts.count)]))
        }
        for (member, query) in [(Int64(7), "fox -dog"), (8, "dog OR title:fox"), (1_000_000_007, "\"quick fox\"")] {
            let found = try store.hits(query).sorted()
            #expect(!found.isEmpty)
            try MemberTests.act(member, store) { () throws in
                #expect(try store.hits("is:starred").sorted() == found)
                #expect(try store.hits("is:read").sorted() == found)
            }
        }
        #expect(try store.hits("is:read").isEmpty && store.hits("is:starred").isEmpty)
        #expect(try store.check().problems == [])
    }

    @Test(
        "A member who gets another number keeps the rules, and the rules of a member who leaves are removed",
        arguments: StorageEngine.all)
    func leaving(_ engine: StorageEngine) throws {
        let (library, store) = try MemberTests.shared(engine)
        defer { _ = library.address }
        for member in [Int64(7), 8] {
            _ = try MemberTests.act(member, store) {
                try store.recording(.ownRule, subject: nil, now: testTime) {
                    try store.addRule("whale", .star, now: testTime)
                }
            }
        }
        #expect(try store.renumberMember(7, to: 70))
        #expect(try store.rules().map(\.member) == [70, 8])
        #expect(try store.removeMember(8))
        #expect(try store.rules().map(\.member) == [70])
        // The owner cannot restore the rule of the former member.
        #expect(try store.actions().isEmpty)
        #expect(throws: StorageError.self) {
            try MemberTests.act(8, store) { try store.addRule("whale", .star, now: testTime) }
        }
        try store.insert([draft("g1", "whale", "x")])
        #expect(try MemberTests.act(70, store) { try store.hits("is:starred") } == ["g1"])
        #expect(try store.check().problems == [])
    }
}
