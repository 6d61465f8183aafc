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
