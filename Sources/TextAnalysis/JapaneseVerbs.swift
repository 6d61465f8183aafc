/// The forms of common Japanese verbs, made by the rules of conjugation.
enum JapaneseVerbs {
    /// For each form of a listed verb, all forms of that verb; the dictionary form comes first.
    static let forms: [String: [String]] = {
        var table: [String: [String]] = [:]
        func add(_ forms: [String]) { for form in forms where table[form] == nil { table[form] = forms } }
        for verb in words(strong) { add(strongForms(verb)) }
        for verb in words(weak) { add(weakEndings.map { verb.dropLast() + $0 }) }
        return table
    }()

    /// する after a noun.
    static let nounEndings = ["する", "した", "して", "します", "しました", "しない", "される", "された", "すれば"]

    /// Endings after the -て form in the progressive.
    static let continuations = ["いました", "いない", "います", "いる", "いた"]

    private static let weakEndings = ["る", "た", "て", "ます", "ました", "ない", "れば", "よう", "ません"]

    /// Final kana of the dictionary form; the kana before ない, ます, ば and う; the endings with て and た.
    private static let rows: [Character: [String]] = [
        "う": ["わ", "い", "え", "お", "って", "った"], "く": ["か", "き", "け", "こ", "いて", "いた"],
        "ぐ": ["が", "ぎ", "げ", "ご", "いで", "いだ"], "す": ["さ", "し", "せ", "そ", "して", "した"],
        "つ": ["た", "ち", "て", "と", "って", "った"], "ぬ": ["な", "に", "ね", "の", "んで", "んだ"],
        "ぶ": ["ば", "び", "べ", "ぼ", "んで", "んだ"], "む": ["ま", "み", "め", "も", "んで", "んだ"],
        "る": ["ら", "り", "れ", "ろ", "って", "った"],
    ]

    private static func strongForms(_ verb: String) -> [String] {
        guard let last = verb.last, var row = rows[last] else { return [verb] }
        if verb == "行く" { (row[4], row[5]) = ("って", "った") }
        let stem = verb.dropLast()
        return [
            verb, stem + row[5], stem + row[4], stem + row[1] + "ます", stem + row[1] + "ました", stem + row[0] + "ない",
            stem + row[2] + "ば", stem + row[3] + "う", stem + row[1] + "ません",
        ]
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    /// A form shared by two verbs (行った of 行く and 行う) belongs to the first.
    private static let strong = """
        読む 書く 聞く 聴く 話す 行く 買う 売る 使う 作る 造る 会う 言う 思う 知る 分かる 待つ 持つ 立つ 打つ 勝つ 飲む 住む 休む 進む 選ぶ 遊ぶ 呼ぶ \
        飛ぶ 学ぶ 運ぶ 並ぶ 死ぬ 泳ぐ 急ぐ 脱ぐ 騒ぐ 防ぐ 注ぐ 歩く 働く 動く 着く 置く 開く 引く 弾く 描く 届く 続く 泣く 磨く 驚く 導く 築く \
        出す 話す 貸す 返す 消す 押す 直す 治す 探す 渡す 示す 残す 試す 許す 起こす 落とす 動かす 繰り返す 指す 増やす 減らす 表す 伸ばす 壊す 戻す 回す \
        帰る 入る 走る 切る 取る 撮る 乗る 送る 終わる 始まる 変わる 代わる 止まる 泊まる 集まる 決まる 上がる 下がる 曲がる 困る 座る 触る 登る 降る 残る \
        戻る 回る 移る 写る 光る 怒る 守る 祈る 踊る 減る 贈る 語る 図る 測る 振る 掘る 釣る 黙る 謝る 高まる 広がる 繋がる つながる 見つかる 助かる \
        洗う 歌う 習う 払う 笑う 違う 合う 手伝う 向かう 扱う 行う 戦う 失う 願う 疑う 養う 伴う 従う 狙う 吸う 拾う 誘う 争う 祝う 補う 味わう \
        頼む 読み込む 申し込む 積む 込む 済む 噛む 踏む 望む 悩む 含む 囲む 盗む 包む 編む 痛む 沈む 楽しむ 取り組む 結ぶ 喜ぶ 叫ぶ 学ぶ 育つ 保つ 役立つ 放つ \
        書き込む 取り出す 呼び出す 見直す 引き出す 組み込む 書き出す 立ち上がる 取り扱う 支払う 取り除く 見抜く 抜く 解く 説く 除く 招く 焼く 働く 輝く 気づく 近づく
        """

    private static let weak = """
        食べる 見る 出る 寝る 起きる 着る 借りる 降りる 落ちる 生きる 足りる 信じる 感じる 閉じる 生じる 用いる 過ぎる 伸びる 延びる 浴びる 老いる 悔いる 報いる \
        教える 考える 答える 覚える 迎える 伝える 与える 超える 越える 増える 変える 換える 替える 支える 加える 備える 抑える 数える 終える 見える 聞こえる 超える \
        開ける 閉める 始める 決める 止める 辞める 集める 進める 求める 認める 高める 広める 深める 定める 含める 勧める 極める 強める 確かめる まとめる \
        入れる 忘れる 別れる 離れる 流れる 壊れる 生まれる 現れる 遅れる 触れる 疲れる 慣れる 売れる 切れる 訪れる 恐れる 汚れる 倒れる 揺れる 優れる 取り入れる \
        受ける 付ける 続ける 助ける 避ける 届ける 預ける 避ける 設ける 抜ける 負ける 向ける 分ける 掛ける 欠ける 溶ける 見つける 出かける 受け付ける 片付ける \
        上げる 下げる 投げる 逃げる 曲げる 告げる 広げる 妨げる 掲げる 挙げる 仕上げる 立ち上げる 取り上げる 引き上げる 見上げる \
        捨てる 育てる 建てる 立てる 当てる 慌てる 隔てる 企てる 出来る 試みる 並べる 調べる 比べる 述べる 食べ過ぎる 浮かべる 任せる 見せる 乗せる 載せる 寄せる \
        任せる 済ませる 知らせる 合わせる 組み合わせる 問い合わせる 切り替える 入れ替える 書き換える 置き換える 見分ける 尋ねる 訪ねる 重ねる 兼ねる 真似る 求める 得る 経る 似る 煮る
        """
}
