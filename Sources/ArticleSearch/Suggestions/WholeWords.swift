internal import TextAnalysis

/// Whether completions of scripts without spaces end at the end of a term. 数据库的 and 数据分 are fragments: the first ends
/// in a function word, the second inside 数据分析.
enum WholeWords {
    /// Function words. They join two terms or follow a term, so no completion ends with one.
    private static let connectives = Set(
        """
        的 地 得 了 着 过 是 在 有 被 由 于 与 和 及 以 或 而 且 并 但 则 却 才 只 也 都 就 还 又 再 到 从 为 对 将 把 给 让 使 向 \
        跟 随 已 曾 会 能 可 不 没 未 若 因 其 之 此 该 某 每 各 这 那 些 第 中 里 内 上 下 前 后 吗 呢 吧 啊 呀 嘛 等 所 \
        後 裡 與 對 會 從 為 將 給 讓 這 還 於 沒 過 內 並 個 个 們 们 \
        以及 或者 并且 而且 但是 因为 所以 可以 如果 虽然 是否 如何 什么 怎么 \
        は が の を に へ と で も や か から まで より など です ます した して する され では には とは への との での する な た て だ
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Characters that end compound nouns, such as 库: the segmenter splits 数据库 into 数据 and 库.
    private static let nounEndings = Set(
        """
        库 机 器 车 船 部 家 者 员 师 生 性 化 率 法 学 业 界 局 院 厂 站 店 室 厅 校 区 市 县 省 国 人 网 线 路 片 版 级 型 式 类 量 值 \
        度 额 费 价 币 股 债 款 险 税 奖 赛 队 团 组 党 军 案 书 报 刊 剧 歌 曲 画 图 表 卡 票 证 码 号 语 病 药 馆 城 镇 村 街 桥 山 河 湖 岛
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Whether a folded text ends with a whole word that is not a connective.
    ///
    /// - Parameter minLast: the minimum number of characters of the last word, unless it is one that ends compound
    ///   nouns. It excludes single characters that are the beginning of a longer word.
    /// - Complexity: one pass of the segmenter, a few microseconds.
    static func end(_ text: String, minLast: Int = 1) -> Bool {
        guard let range = WordSegmenter.shared.words(in: text).last, range.upperBound == text.utf8.count else {
            return true
        }
        let last = String(decoding: text.utf8.dropFirst(range.lowerBound), as: UTF8.self)
        return (last.unicodeScalars.count >= minLast || nounEndings.contains(last)) && !connectives.contains(last)
    }
}
