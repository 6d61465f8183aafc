import Testing

@testable import TextAnalysis

@Suite struct SpellingVariantsTests {
    @Test(
        "Verbs, loan words and particles have their other spellings",
        arguments: [
            ("検索する", "検索した"), ("検索した", "検索する"), ("検索して", "検索しました"), ("クリックする", "クリックした"),
            ("読む", "読んだ"), ("読んだ", "読む"), ("本を読んで", "本を読む"), ("読んでいる", "読む"), ("食べます", "食べた"),
            ("行って", "行く"), ("買った", "買います"), ("話して", "話す"), ("サーバー", "サーバ"), ("サーバ", "サーバー"),
            ("サーバー管理", "サーバ管理"), ("ｻｰﾊﾞｰ", "サーバ"), ("ヴァイオリン", "バイオリン"), ("バイオリン", "ヴァイオリン"),
            ("ヴォルガ", "ボルガ"), ("申込", "申し込み"), ("申し込み方法", "申込方法"), ("インターフェイス", "インターフェース"),
            ("美しかった", "美しい"), ("美しい", "美しかった"), ("美しくない", "美しい"), ("高かった", "高い"), ("楽しく", "楽しい"), ("おいしかった", "おいしい"),
            ("食べたかった", "食べたい"), ("良かった", "よい"), ("とても美しかった", "とても美しい"), ("ボルガ", "ヴォルガ"), ("バイオレット", "ヴァイオレット"),
            ("インタビュー", "インタヴュー"), ("インタヴュー", "インタビュー"), ("デヴュー", "デビュー"),
            ("サーバーエラー", "サーバエラー"), ("ユーザインタフェース", "ユーザーインタフェース"), ("エレベーター", "エレベータ"),
            ("검색을", "검색"), ("검색이", "검색"), ("정부에서는", "정부"), ("컴퓨터로", "컴퓨터"), ("서울로", "서울"), ("국회의", "국회"),
        ])
    func variants(_ run: String, _ expected: String) {
        #expect(SpellingVariants.variants(of: run).contains(expected))
    }

    @Test(
        "Words that only look like an inflection have none",
        arguments: [
            "カバー", "バター", "コーヒー", "ビール", "キー", "スター", "食堂", "全文搜索", "中国", "大した", "対した", "熟読む", "する", "読",
            "最高", "多い日", "いくら", "センター", "バス", "もしく", "話し", "写しい絵",
            "고양이", "전문가", "민주주의", "국무회의", "경기도", "나라", "종이", "아이", "온도", "가을", "새마을", "고속도로", "연구결과", "학교",
            "hello", "C言語", "", "ー",
        ])
    func none(_ run: String) { #expect(SpellingVariants.variants(of: run) == []) }

    @Test("There are at most eight, none twice, and never the run itself")
    func bounds() {
        for run in ["検索する", "読んでいる", "サーバー読む", "申込サーバー読んだ", "ヴァイオリンユーザーサーバー"] {
            let variants = SpellingVariants.variants(of: run)
            #expect((1...SpellingVariants.maxVariants).contains(variants.count), "\(run)")
            #expect(Set(variants).count == variants.count && !variants.contains(run), "\(run)")
        }
        #expect(SpellingVariants.variants(of: String(repeating: "読む", count: 1000)) == [])
    }
}
