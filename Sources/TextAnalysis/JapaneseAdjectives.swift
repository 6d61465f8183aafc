/// The inflections of Japanese adjectives that end in い: 美しかった, 美しく and 美しければ are forms of 美しい.
enum JapaneseAdjectives {
    /// The other forms of the adjective at the end of a run; empty if the run does not end with an adjective.
    ///
    /// The form ending in く also finds forms such as くて, くない and くなかった, because they begin with く.
    static func variants(of run: [Unicode.Scalar]) -> [String] {
        let text = run.text
        guard let ending = endings.first(where: { text.hasSuffix($0) }) else { return [] }
        let stem = run.dropLast(ending.unicodeScalars.count)
        guard isStem(stem) else { return [] }
        if let irregular = stem.last, irregular == "よ" || irregular == "良", stem.count == 1 {
            return ["いい", "よい", "良い", "よかった", "良かった", "よく"].filter { $0 != text }
        }
        return forms.filter { $0 != ending }.map { stem.text + $0 }
    }

    /// Whether a text consists of a single adjective with an ending other than い or く.
    static func isInflected(_ text: [Unicode.Scalar]) -> Bool {
        guard let last = text.last, let first = text.first, JapaneseSpelling.isHiragana(last), text.count <= 10,
            let ending = endings.first(where: { text.text.hasSuffix($0) }), ending.unicodeScalars.count > 1
        else { return false }
        let stem = text.dropLast(ending.unicodeScalars.count)
        return JapaneseSpelling.isHan(first) && !stem.dropFirst(2).contains(where: JapaneseSpelling.isHan)
            && isStem(stem)
    }

    /// The endings of the forms to search for. All other forms begin with one of these.
    private static let forms = ["い", "かった", "く", "ければ"]

    /// All endings of adjectives, longest first.
    private static let endings = ["くありません", "くなければ", "くなかった", "くない", "かった", "ければ", "くて", "い", "く"]

    private static func isStem(_ stem: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let last = stem.last else { return false }
        let before = stem.dropLast()
        if let kana = before.last {
            // Covers words such as 楽しい and おいしい, and wishes such as 読みたい.
            if last == "し", JapaneseSpelling.isHan(kana) || before.count > 1 || kana == "ほ" { return true }
            if last == "た", JapaneseSpelling.isHan(kana) && before.count == 1 || wishes.contains(kana) { return true }
        }
        for count in 1...maxStem where count <= stem.count {
            guard stems.contains(stem.suffix(count).text) else { continue }
            // A Han or hiragana character before the stem belongs to the same word, as in 最高.
            guard let previous = stem.dropLast(count).last else { return true }
            if !JapaneseSpelling.isHan(previous) && !JapaneseSpelling.isHiragana(previous)
                || count > 2 && !JapaneseSpelling.isHan(previous)
            {
                return true
            }
        }
        return false
    }

    /// The kana that can end a verb before たい.
    private static let wishes = Set("いきしちにみりぎびえけせてねめれげべ".unicodeScalars)

    private static let maxStem = 5

    /// Stems of adjectives that do not end in し.
    private static let stems = Set(
        """
        高 安 低 長 短 古 若 早 速 遅 強 弱 重 軽 太 細 厚 薄 深 浅 広 狭 遠 近 多 良 悪 よ 甘 辛 苦 酸 渋 硬 固 堅 柔らか 暑 熱 寒 冷た 暖か 温か 温 涼 ぬる \
        赤 青 白 黒 黄色 茶色 丸 四角 明る 暗 痛 痒 眠 怖 恐 凄 すご 酷 ひど 旨 うま 美味 上手 下手 まず 不味 臭 汚 きたな 若々 若 幼 賢 偉 えら 鋭 鈍 緩 ゆる きつ \
        少な 危な つまらな もったいな くだらな とんでもな 情けな 切な 儚 はかな 幅広 力強 粘り強 根強 心強 奥深 興味深 注意深 用心深 疑い深 青白 \
        大き 小さ ちいさ おおき 面白 おもしろ 可愛 かわい 可愛らし 有り難 ありがた 難 分かりやす わかりやす 使いやす 読みやす 見やす 書きやす 扱いやす 分かりづら \
        分かりにく わかりにく 使いにく 読みにく 見にく 醜 憎 にく やす たか なが みじか ふる わか はや おそ つよ よわ おも かる ふと ほそ あつ うす ふか あさ ひろ せま \
        とお ちか おお わる あま から にが あか あお しろ くろ まる くら いた ねむ こわ 尊 潔 快 心地よ 心地良 程よ 程良 手厚 根深 \
        末永 素早 すばや 手早 計り知れな 目覚まし 限りな 間違いな 間もな 何気な さりげな 欠かせな しかたな 仕方な 申し訳な 物足りな 頼りな 心許な
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
