import Messages
import Testing

@Suite struct MessageTests {
    @Test("Both languages of each message fill the same places", arguments: Message.allCases)
    func samePlaces(_ message: Message) {
        func places(_ text: String) -> Set<String> {
            Set((1...9).map { "{\($0)}" }.filter { text.contains($0) })
        }
        #expect(places(message.localized.english) == places(message.localized.simplifiedChinese))
        #expect(!message.localized.english.isEmpty && !message.localized.simplifiedChinese.isEmpty)
    }
}

@Suite struct LocalizedTextTests {
    @Test("A word for one or for several follows the number that it counts")
    func plurals() {
        let text = LocalizedText("{1} {1:article|articles} of {2} {2:feed|feeds}", "{2} 个订阅源的 {1} 篇文章")
        #expect(text.text(.english, ["1", "2"]) == "1 article of 2 feeds")
        #expect(text.text(.english, ["0", "1"]) == "0 articles of 1 feed")
        #expect(text.text(.simplifiedChinese, ["1", "2"]) == "2 个订阅源的 1 篇文章")
    }

    @Test("What is filled in is not filled again, and what is no place stays as it is")
    func harmless() {
        #expect(LocalizedText.fill("{1} {2}", ["{2:a|b}", "x"]) == "{2:a|b} x")
        for text in ["{", "{}", "{0}", "{x}", "{1:a}", "{1:a|b|c}", "{1x|y}", "{9}", "a{b{1"] {
            #expect(LocalizedText.fill(text, ["v"]) == text)
        }
    }

    @Test("Chinese has no words for one and for several", arguments: Message.allCases)
    func chinese(_ message: Message) {
        #expect(!message.localized.simplifiedChinese.contains(/\{\d:/))
    }
}
