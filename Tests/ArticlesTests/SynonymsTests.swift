import Testing

@testable import Articles

@Suite struct SynonymsTests {
    @Test("All words of a line stand for each other, whatever their case, width and accents")
    func alternatives() {
        let synonyms = Synonyms(text: "car, Automobile ，轿车、汽车\n# cat, dog\n\r\n  café , coffee house")
        #expect(synonyms.alternatives(for: "CAR") == ["Automobile", "轿车", "汽车"])
        #expect(synonyms.alternatives(for: "ａｕｔｏｍｏｂｉｌｅ") == ["car", "轿车", "汽车"])
        #expect(synonyms.alternatives(for: "cafe") == ["coffee house"])
        #expect(synonyms.alternatives(for: "cat").isEmpty && synonyms.alternatives(for: "coffee").isEmpty)
        #expect(synonyms.warnings.isEmpty && !synonyms.isEmpty)
    }

    @Test("A word of several lines has what all of them say, each once")
    func severalLines() {
        let synonyms = Synonyms(text: "car, auto\ncar, auto, motor\ncar, van")
        #expect(synonyms.alternatives(for: "car") == ["auto", "motor", "van"])
        #expect(synonyms.alternatives(for: "van") == ["car"])
    }

    @Test("Lines beyond the limits are left out and named, those at the limits are read")
    func limits() {
        let long = String(repeating: "x", count: Synonyms.maxCharacters)
        let many = (0..<Synonyms.maxWords).map { "w\($0)" }
        let lines = [
            "alone", "a, \(long)", "a, \(long)x", many.joined(separator: ","), (many + ["w"]).joined(separator: ","),
            " , ,b, ",
        ]
        let synonyms = Synonyms(text: lines.joined(separator: "\n"))
        #expect(
            synonyms.warnings == [
                .init(line: 1, problem: .tooFew), .init(line: 3, problem: .tooMany), .init(line: 5, problem: .tooMany),
                .init(line: 6, problem: .tooFew),
            ])
        #expect(synonyms.alternatives(for: "a") == [long])
        #expect(synonyms.alternatives(for: "w0").count == Synonyms.maxWords - 1)
        let full = String(repeating: "\n", count: Synonyms.maxLines - 1) + "one, two\nthree, four"
        let last = Synonyms(text: full)
        #expect(last.alternatives(for: "one") == ["two"] && last.alternatives(for: "three").isEmpty)
        #expect(last.warnings == [.init(line: Synonyms.maxLines + 1, problem: .tooMany)])
    }
}
