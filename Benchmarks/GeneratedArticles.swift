import Foundation

/// Generates articles for `ingest --format jsonl`: any number, the same at every call, in constant memory.
///
/// Half are Chinese, half English, and some of each contain a sentence of the other language. Words follow Zipf's law:
/// the word of rank r has the weight 1/r, which `count^u` gives for a uniform u in 0..<1. An article has a subject: a
/// third of its words are from the subject's twenty words, so that words occur in bursts as in prose.
struct GeneratedArticles {
    /// Number of words in a language; most are rare, so that even after a million articles there are new ones.
    private static let vocabulary = 2_000_000.0
    private static let subjects = 5_000
    /// 2026-11-21, the day of the newest article.
    private static let newest = Date(timeIntervalSince1970: 1_795_219_200)

    private static let englishHead = """
        the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they \
        you were their one all we can her has there been if more when will would who so no open source search index feed \
        reader software archive library network city river winter kitchen garden music history letter market school
        """.split(separator: " ").map(String.init)
    private static let chineseHead = """
        的 是 在 了 和 有 我 不 这 人 也 就 都 说 上 年 到 大 要 中 我们 一个 他们 没有 可以 自己 问题 开源 软件 搜索 全文 关键词 \
        文章 订阅 网络 城市 图书馆 历史 音乐 厨房 花园 冬天 学校 市场 技术 工作 时间 中国 世界 生活
        """.split(separator: " ").map(String.init)
    private static let syllables = """
        ba be bo ca ce co da de di do el en fa fi fo ga ge go ha he in is ja ka ke ki la le li lo ma me mi mo na ne no or \
        pa pe po ra re ri ro sa se si so ta te ti to tra un va ve vi wa we za
        """.split(separator: " ").map(String.init)
    /// As many Han characters as a newspaper uses; the choice does not matter.
    private static let characters = (0..<2_500).compactMap { UnicodeScalar(0x4E00 + $0 * 8) }.map(Character.init)

    /// One line, without its line feed.
    func line(_ number: Int) -> String {
        var random = XorShift(seed: number)
        let chinese = random.next(below: 2) == 0
        let subject = random.next(below: Self.subjects)
        var paragraphs: [String] = []
        for _ in 0..<(3 + random.next(below: 9)) {
            let foreign = random.next(below: 12) == 0
            let sentences = (0..<(2 + random.next(below: 4))).map { _ in
                sentence(chinese: chinese != foreign, subject, &random)
            }
            paragraphs.append("<p>\(sentences.joined(separator: chinese ? "" : " "))</p>")
        }
        paragraphs.insert("<p><a href='https://example.org/of/\(number)'><em>\(number)</em></a></p>", at: 1)
        let feed = "https://example.org/\(random.next(below: 2_000))/feed"
        let title = sentence(chinese: chinese, subject, &random, words: 6)
        let published = Self.newest.addingTimeInterval(-60 * Double(number)).ISO8601Format()
        // The texts need no escaping: they have no quotation mark, backslash or control character.
        return """
            {"feed":"\(feed)","id":"\(number)","url":"https://example.org/\(number)","title":"\(title)",\
            "published":"\(published)","language":"\(chinese ? "zh" : "en")","html":"\(paragraphs.joined())"}
            """
    }

    private func sentence(chinese: Bool, _ subject: Int, _ random: inout XorShift, words: Int? = nil) -> String {
        let count = words ?? (8 + random.next(below: 16))
        var pieces: [String] = []
        for _ in 0..<count {
            let rank =
                random.next(below: 3) == 0
                ? Self.rank(ofSubject: subject, random.next(below: 20))
                : Int(pow(Self.vocabulary, random.nextFraction())) - 1
            pieces.append(chinese ? Self.chineseWord(rank) : Self.englishWord(rank))
        }
        guard chinese else { return pieces.joined(separator: " ") + "." }
        let comma = pieces.count / 2
        return pieces[..<comma].joined() + "，" + pieces[comma...].joined() + "。"
    }

    /// The rank of a subject's word: neither common nor rare, from 50 to 20,000, also by Zipf's law.
    private static func rank(ofSubject subject: Int, _ number: Int) -> Int {
        var random = XorShift(seed: subject * 20 + number + 1_000_003)
        return Int(50 * pow(400, random.nextFraction()))
    }

    /// The first ranks are real words, later ones are made of syllables; shorter words are more frequent.
    private static func englishWord(_ rank: Int) -> String {
        if rank < englishHead.count { return englishHead[rank] }
        var word = ""
        var rest = rank
        while rest > 0 || word.isEmpty {
            word += syllables[rest % syllables.count]
            rest /= syllables.count
        }
        return word
    }

    private static func chineseWord(_ rank: Int) -> String {
        if rank < chineseHead.count { return chineseHead[rank] }
        var word = ""
        var random = XorShift(seed: rank)
        for _ in 0..<(rank < 50_000 ? 2 : 3) {
            // Squared, so that some characters are in many words.
            let fraction = random.nextFraction()
            word.append(characters[Int(Double(characters.count) * fraction * fraction)])
        }
        return word
    }
}
