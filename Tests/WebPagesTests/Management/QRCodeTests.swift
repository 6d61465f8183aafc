import Testing

@testable import WebPages

@Suite struct QRCodeTests {
    private func rows(_ code: QRCode) -> [String] {
        (0..<code.size).map { y in (0..<code.size).map { code.isDark($0, y) ? "#" : "." }.joined() }
    }

    @Test("A code has the size of the smallest version that holds its bytes")
    func sizes() throws {
        // Table 7 of ISO/IEC 18004: bytes of versions 1 to 6 at level M.
        for (bytes, version) in [(14, 1), (15, 2), (26, 2), (42, 3), (62, 4), (84, 5), (85, 6), (106, 6)] {
            let code = try #require(QRCode(Array(repeating: 0x61, count: bytes)))
            #expect(code.size == 17 + 4 * version, "\(bytes)")
        }
        #expect(QRCode(Array(repeating: 0x61, count: QRCode.maxBytes + 1)) == nil)
    }

    @Test("Finders, timing and the dark module stand where the standard has them")
    func functions() throws {
        let code = try #require(QRCode(Array("https://feeds.example.org/api/greader.php".utf8)))
        let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
        let rows = rows(code)
        for (y, row) in finder.enumerated() {
            #expect(rows[y].hasPrefix(row + ".") && rows[y].hasSuffix("." + row))
            #expect(rows[code.size - 7 + y].hasPrefix(row + "."))
        }
        for index in 8..<(code.size - 8) {
            #expect(code.isDark(index, 6) == (index % 2 == 0) && code.isDark(6, index) == (index % 2 == 0))
        }
        #expect(code.isDark(8, code.size - 8))
    }

    @Test("Both copies of the format name level M and one mask")
    func format() throws {
        for text in ["a", "feedsearch", String(repeating: "x", count: 100)] {
            let code = try #require(QRCode(Array(text.utf8)))
            let first =
                (0..<6).map { code.isDark(8, $0) } + [code.isDark(8, 7), code.isDark(8, 8), code.isDark(7, 8)]
                + (9..<15).map { code.isDark(14 - $0, 8) }
            let second =
                (0..<8).map { code.isDark(code.size - 1 - $0, 8) }
                + (8..<15).map { code.isDark(8, code.size - 15 + $0) }
            #expect(first == second)
            let bits = first.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) } ^ 0x5412
            // BCH(15,5): what is left of the division by the generator is nothing.
            var rest = bits
            for bit in (10..<15).reversed() where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
            #expect(rest == 0 && bits >> 13 == 0b00)
        }
    }
}
