import TestSupport
import Testing

@testable import ArticleSearch

@Suite struct EditDistanceTests {
    /// The definition, without memory of what was computed.
    private static func distance(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
        guard let x = a.last, let y = b.last else { return max(a.count, b.count) }
        var best = min(
            distance(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1), distance(a.dropLast(), b) + 1,
            distance(a, b.dropLast()) + 1)
        if a.count > 1, b.count > 1, x == b[b.endIndex - 2], y == a[a.endIndex - 2] {
            best = min(best, distance(a.dropLast(2), b.dropLast(2)) + 1)
        }
        return best
    }

    private static func word(_ random: inout Lehmer, _ longest: Int) -> [UInt8] {
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in UInt8.random(in: 0x61...0x64, using: &random) }
    }

    @Test("The distance is that of its definition, or none beyond the limit")
    func definition() {
        var random = Lehmer(state: 6)
        for _ in 0..<600 {
            let (a, b) = (Self.word(&random, 5), Self.word(&random, 5))
            let distance = Self.distance(a[...], b[...])
            for limit in 0...5 {
                #expect(EditDistance.between(a, b, limit: limit) == (distance <= limit ? distance : nil))
            }
        }
    }

    @Test("The edits of a word are all words at distance 1, and no other")
    func singleEdits() {
        var random = Lehmer(state: 61)
        for _ in 0..<40 {
            let word = Self.word(&random, 6)
            let edits = EditDistance.singleEdits(of: word, within: word.count)
            for edit in edits { #expect(EditDistance.between(word, edit, limit: 2) == 1) }
            let n = word.count
            let swaps = zip(word, word.dropFirst()).filter { $0 != $1 }.count
            let deletions = Set(word.indices.map { index in Array(word[..<index] + word[(index + 1)...]) }).count
            // A letter inserted beside its equal gives the same word twice; so it is 26 (n + 1) - n words.
            #expect(Set(edits).count == deletions + swaps + 25 * n + 26 * (n + 1) - n)
        }
    }

    @Test("An error of typing is an edit at distance 1, the same in words of all scripts")
    func slips() {
        var random = Lehmer(state: 62)
        for _ in 0..<3_000 {
            let (a, b) = (Self.word(&random, 7), Self.word(&random, 7))
            let slip = TypingSlip.between(typed: a.map(UInt32.init), meant: b.map(UInt32.init))
            let distance = EditDistance.between(a, b, limit: 7) ?? 8
            if slip != nil { #expect(distance == 1) }
            // Another first letter makes another word of a short one.
            if distance == 1, a.first == b.first { #expect(slip != nil) }
            if distance == 1, max(a.count, b.count) > 4 { #expect(slip != nil) }
        }
        #expect(TypingSlip.between(typed: [0x43F], meant: [0x43F]) == nil)
        #expect(
            TypingSlip.between(typed: [0x43F, 0x440, 0x432], meant: [0x43F, 0x440, 0x438, 0x432])?.isTypical == true)
    }

    @Test("Adjacent letters of the keyboard, letters that sound alike and doubled ones are likelier than others")
    func likelihood() throws {
        func weight(_ typed: String, _ meant: String) throws -> Double {
            let slip = TypingSlip.between(
                typed: typed.unicodeScalars.map(\.value), meant: meant.unicodeScalars.map(\.value))
            return try #require(slip).weight
        }
        let any = try weight("swipt", "swift")
        #expect(try weight("swidt", "swift") > any && weight("swivt", "swift") > any)
        #expect(try weight("swiift", "swift") > weight("swimft", "swift"))
        #expect(try weight("swfit", "swift") > any && weight("swif", "swift") > any)
        #expect(try weight("zwift", "swift") < weight("swiff", "swift") + 1 && any > TypingSlip.two.weight)
    }
}
