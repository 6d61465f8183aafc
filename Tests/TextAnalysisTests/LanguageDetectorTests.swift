import Testing

@testable import TextAnalysis

@Suite struct LanguageDetectorTests {
    @Test(
        "One sentence tells its language",
        arguments: [
            ("de", "Die Regierung hat gestern ein neues Gesetz zum Schutz der Umwelt beschlossen."),
            ("fr", "Le gouvernement a adopté hier une nouvelle loi pour la protection de l'environnement."),
            ("es", "El gobierno aprobó ayer una nueva ley para la protección del medio ambiente."),
            ("it", "Il governo ha approvato ieri una nuova legge per la protezione dell'ambiente."),
            ("pt", "O governo aprovou ontem uma nova lei para a proteção do meio ambiente."),
            ("nl", "De regering heeft gisteren een nieuwe wet voor de bescherming van het milieu aangenomen."),
            ("ru", "Правительство вчера приняло новый закон об охране окружающей среды."),
            ("sv", "Regeringen antog igår en ny lag för att skydda miljön."),
            ("en", "Yesterday the government passed a new law to protect the environment."),
            ("zh", "政府昨天通过了一项保护环境的新法律。"), ("zh-Hant", "政府昨天通過了一項保護環境的新法律。"),
            ("ja", "政府は昨日、環境を守るための新しい法律を採択した。"), ("ko", "정부는 어제 환경 보호를 위한 새로운 법을 통과시켰다."),
            ("el", "Η κυβέρνηση ψήφισε χθες νέο νόμο."), ("he", "הממשלה אישרה אתמול חוק חדש."),
            ("ar", "أقرت الحكومة أمس قانونا جديدا لحماية البيئة."),
            ("hi", "सरकार ने कल पर्यावरण की सुरक्षा के लिए एक नया कानून पारित किया।"),
            ("th", "รัฐบาลผ่านกฎหมายใหม่เมื่อวานนี้"),
        ])
    func sentences(_ tag: String, _ text: String) {
        #expect(LanguageDetector.shared.language(title: "", text: text) == tag)
        #expect(LanguageDetector.shared.plausible(label: tag, for: text))
    }

    @Test("What tells too little has no language", arguments: ["", "OK", "12345 67890", "https://", "好", "v2.4.1 !!"])
    func uncertain(_ text: String) {
        #expect(LanguageDetector.shared.language(title: "", text: text) == nil)
        #expect(LanguageDetector.shared.plausible(label: "fi", for: text))
    }

    @Test("Latin names in a Chinese or Japanese text change nothing, nor does one of them in an English text")
    func mixed() {
        let detector = LanguageDetector.shared
        #expect(detector.language(title: "使用 Node.js 和 Docker 部署应用", text: "这篇文章介绍如何用 Docker Compose 部署") == "zh")
        #expect(detector.language(title: "React入門", text: "React の使い方を JavaScript で説明します") == "ja")
        let english = "The Chinese word for network is 网络 and it is written with two characters in most of the texts."
        #expect(detector.language(title: "Words", text: english) == "en")
    }

    @Test("Only the sample counts, wherever the text is cut")
    func sampling() {
        let sentence = "政府昨天通过了一项保护环境的新法律。"
        for count in [0, 1, 2, 3, 50] {
            let text = String(repeating: "x", count: count) + String(repeating: sentence, count: 200)
            #expect(LanguageDetector.shared.language(title: "", text: text) == "zh")
        }
        let broken: [UInt8] = [0xE4, 0xBD, 0xFF, 0xC0, 0x80] + Array(sentence.utf8) + [0xF0, 0x9F]
        let none: [UInt8] = []
        #expect(LanguageDetector.shared.language(title: none.span, text: broken.span) == "zh")
    }

    @Test(
        "A label is believed unless the text contradicts it",
        arguments: [
            ("en-US", "政府昨天通过了一项保护环境的新法律。", false), ("zh-TW", "政府昨天通过了一项保护环境的新法律。", true),
            ("ja", "政府昨天通过了一项保护环境的新法律。", false),
            ("nb", "Regjeringen vedtok i går en ny lov for å beskytte miljøet.", true),
            ("da", "Regjeringen vedtok i går en ny lov for å beskytte miljøet.", true),
            ("en", "Die Regierung hat gestern ein neues Gesetz zum Schutz der Umwelt beschlossen.", false),
            ("ru", "Die Regierung hat gestern ein neues Gesetz zum Schutz der Umwelt beschlossen.", false),
            ("not a tag", "Die Regierung", false), ("uk", "Уряд учора ухвалив новий закон про охорону довкілля.", true),
            ("ja", "東京都知事選挙開票速報", true), ("ja", "国会図書館蔵書検索", true), ("ja", "国务院关于网络安全的通知", false),
            ("ja", String(repeating: "政府公布新法保護環境資源", count: 8), false), ("en", "東京都知事選挙開票速報", false),
            ("iw", "הממשלה אישרה אתמול חוק חדש.", true),
        ])
    func labels(_ label: String, _ text: String, _ expected: Bool) {
        #expect(LanguageDetector.shared.plausible(label: label, for: text) == expected)
    }
}
