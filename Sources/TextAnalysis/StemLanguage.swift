public enum StemLanguage: UInt8, CaseIterable, Sendable {
    case english
    case german
    public init(tag: String?) { self = tag?.lowercased().hasPrefix("de") == true ? .german : .english }
    public init?(code: UInt8) { self.init(rawValue: code &- 0x61) }
    public var code: UInt8 { rawValue + 0x61 }
    public var tag: String { self == .german ? "de" : "en" }
}

extension Analyzer {
    public func analyze(
        _ text: Span<UInt8>, language: StemLanguage, emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) { analyze(text, emit: emit) }
}
