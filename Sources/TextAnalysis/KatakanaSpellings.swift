/// Japanese words with several spellings.
enum KatakanaSpellings {
    /// The other spellings of each listed word.
    static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for word in words(withLongVowel) {
            let shorter = String(word.unicodeScalars.dropLast())
            table[word, default: []].append(shorter)
            table[shorter, default: []].append(word)
        }
        for group in groups(others) {
            for word in group { table[word, default: []] += group.filter { $0 != word } }
        }
        return table
    }()

    /// Groups of spellings of the same word with kana between or after Han characters, longest first.
    static let okurigana: [[String]] = groups(okuriganaGroups).map { group in
        group.sorted { $0.unicodeScalars.count > $1.unicodeScalars.count }
    }

    /// The word spelled without ヴ; nil if the word does not contain ヴ.
    static func withoutV(_ word: String) -> String? {
        guard word.unicodeScalars.contains("ヴ") else { return nil }
        var result = String.UnicodeScalarView()
        var scalars = Array(word.unicodeScalars)[...]
        while let first = scalars.popFirst() {
            guard first == "ヴ" else {
                result.append(first)
                continue
            }
            let plain: [Unicode.Scalar: Unicode.Scalar] = ["ァ": "バ", "ィ": "ビ", "ェ": "ベ", "ォ": "ボ"]
            if let vowel = scalars.first, let kana = plain[vowel] {
                scalars.removeFirst()
                result.append(kana)
            } else if let next = scalars.first, next == "ュ" || next == "ャ" || next == "ョ" {
                result.append("ビ")
            } else {
                result.append("ブ")
            }
        }
        return String(result)
    }

    /// The word with each of バ, ビ, ブ, ベ and ボ spelled with ヴ; nil if the word contains none of these, is short, or
    /// already contains ヴ.
    ///
    /// Short words such as ビール are common and are never written with ヴ.
    static func withV(_ word: String) -> String? {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count > 3 || scalars.count == 3 && !scalars.contains("ー"), !scalars.contains("ヴ") else {
            return nil
        }
        var result = ""
        var hasChanged = false
        for (index, scalar) in scalars.enumerated() {
            let small = index + 1 < scalars.count && "ァィゥェォャュョ".unicodeScalars.contains(scalars[index + 1])
            if scalar == "ビ", small, "ャュョ".unicodeScalars.contains(scalars[index + 1]) {
                result += "ヴ"
                hasChanged = true
                continue
            }
            guard let other = withV[scalar], !small else {
                result.unicodeScalars.append(scalar)
                continue
            }
            result += other
            hasChanged = true
        }
        return hasChanged ? result : nil
    }

    private static let withV: [Unicode.Scalar: String] = ["バ": "ヴァ", "ビ": "ヴィ", "ブ": "ヴ", "ベ": "ヴェ", "ボ": "ヴォ"]

    /// The maximum length of a listed word in kana.
    static let maxListed = 6

    /// The variants of a long word that contains a listed word other than at its end: サーバエラー for サーバーエラー.
    static func withListedWord(_ word: String) -> [String] {
        let bytes = Array(word.utf8)
        for short in withoutLongVowel {
            guard let range = word.firstRange(ofWord: short), range.upperBound < bytes.count else { continue }
            let rest = bytes[range.upperBound...]
            let mark = Array("ー".utf8)
            let other = rest.starts(with: mark) ? Array(rest.dropFirst(mark.count)) : mark + rest
            // If only the mark ー follows, the listed word is at the end, and the mark belongs to it.
            if other.isEmpty { continue }
            return [String(decoding: bytes[..<range.upperBound] + other, as: UTF8.self)]
        }
        return []
    }

    /// The words of `withLongVowel` without their final ー.
    private static let withoutLongVowel = words(withLongVowel).map { String($0.unicodeScalars.dropLast()) }

    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    private static func groups(_ text: String) -> [[String]] {
        words(text).map { $0.unicodeScalars.split(separator: "/").map(String.init) }
    }

    /// Words of up to six kana whose final ー is optional. Longer words are recognised by their endings.
    private static let withLongVowel = """
        サーバー ユーザー プリンター エディター ブラウザー フォルダー ドライバー プロバイダー カテゴリー メモリー ライブラリー センサー モニター ルーター フィルター \
        スキャナー アダプター コネクター コンテナー デコーダー エンコーダー ハンドラー レンダラー デバッガー ローダー バッファー ポインター クエリー バイナリー デザイナー \
        プログラマー ヘッダー フッター レイヤー トリガー マーカー スライダー ベンダー クラスター バッテリー カウンター タイマー コンピューター パラメーター \
        コントローラー プロセッサー マネージャー アーキテクチャー インストーラー スケジューラー イテレーター オペレーター シミュレーター エミュレーター ジェネレーター \
        セキュリティー プロパティー コミュニティー アクティビティー ユーティリティー エンティティー ファクトリー リポジトリー ディレクトリー エントリー パーサー データー \
        マスター モーター ヒーター リーダー ライター メーター ビューアー ビューワー レコーダー シェーダー ハッカー クローラー コンパイラー リンカー ランナー
        """

    private static let others = """
        インターフェース/インターフェイス/インタフェース/インタフェイス ディスプレイ/ディスプレー バイオリン/ヴァイオリン ビジョン/ヴィジョン バージョン/ヴァージョン \
        バーチャル/ヴァーチャル ベートーベン/ベートーヴェン/ヴェートーヴェン ボーカル/ヴォーカル ビーナス/ヴィーナス ベネチア/ヴェネツィア/ヴェネチア ビクトリア/ヴィクトリア \
        バレンタイン/ヴァレンタイン バンパイア/ヴァンパイア バリエーション/ヴァリエーション ビジュアル/ヴィジュアル ビオラ/ヴィオラ ボーカリスト/ヴォーカリスト \
        ベルサイユ/ヴェルサイユ ビバルディ/ヴィヴァルディ モーツァルト/モーツアルト ワーグナー/ヴァーグナー エバンゲリオン/エヴァンゲリオン レビュー/レヴュー ビンテージ/ヴィンテージ \
        バイキング/ヴァイキング ボキャブラリー/ヴォキャブラリー ダビンチ/ダヴィンチ ジュネーブ/ジュネーヴ ドボルザーク/ドヴォルザーク ライブ/ライヴ \
        スムーズ/スムース シミュレーション/シュミレーション コミュニケーション/コミニュケーション アクセサリー/アクセサリ ウイルス/ウィルス ウイスキー/ウィスキー ウインドウ/ウィンドウ \
        ソフトウェア/ソフトウエア ハードウェア/ハードウエア メイン/メーン ティーシャツ/テイーシャツ ダイアモンド/ダイヤモンド ギリシャ/ギリシア ペルシャ/ペルシア \
        イタリア/イタリヤ ベトナム/ヴェトナム スウェーデン/スエーデン ボランティア/ヴォランティア クオリティ/クォリティ ウェブ/ウエブ
        """

    private static let okuriganaGroups = """
        申し込み/申込み/申込 取り扱い/取扱い/取扱 問い合わせ/問合わせ/問合せ/問い合せ 受け付け/受付け/受付 引っ越し/引越し/引越 打ち合わせ/打合わせ/打合せ/打ち合せ 売り上げ/売上げ/売上 \
        見積もり/見積り/見積 組み合わせ/組合わせ/組合せ/組み合せ 手続き/手続 締め切り/締切り/締切 割り引き/割引き/割引 支払い/支払 振り込み/振込み/振込 払い戻し/払戻し 乗り換え/乗換え/乗換 \
        書き込み/書込み 読み込み/読込み 貸し出し/貸出し/貸出 買い物/買物 繰り返し/繰返し 切り替え/切替え/切替 立ち上げ/立上げ 取り消し/取消し/取消 呼び出し/呼出し/呼出 \
        並べ替え/並べかえ/並替え 入れ替え/入替え/入替 置き換え/置換え 売り場/売場 乗り物/乗物 飲み物/飲物 落とし物/落し物 建て物/建物 忘れ物/忘れもの 行なう/行う 表わす/表す \
        現われる/現れる 終わり/終り 始め方/はじめ方 子ども/子供/こども 引き継ぎ/引継ぎ/引継 書き換え/書換え/書換 差し替え/差替え 打ち消し/打消し 取り組み/取組み/取組 見直し/見なおし
        """
}
