/// Ruby annotations (<https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-ruby-element>). The base
/// characters stay together, so that a search finds the word that they form. The readings are written in parentheses at
/// the end of the line, so that a search finds them as separate words.
extension HTMLTextExtractor {
    struct Ruby {
        /// The role of the current characters inside the annotation.
        fileprivate enum Part {
            case base, reading, parenthesis
        }

        /// Whether the line contains annotations.
        fileprivate(set) var isUsed = false
        fileprivate var depth = 0
        fileprivate var part = Part.base
        /// The offset in the output at which the current reading or parenthesis begins. At its end, the output is
        /// truncated to this offset.
        fileprivate var partStart = 0
        /// The white space before the current reading.
        fileprivate var outerGap = Gap.none
        /// The readings of the current line. The readings of adjacent characters are joined; other readings are
        /// separated by spaces.
        fileprivate var readings: [UInt8] = []
        /// The end of the base text that the last reading belongs to; nil if the next base text is not adjacent to it.
        fileprivate var lastEnd: Int?
        /// The length of the output at the last tag of the annotation, and the white space after that tag.
        fileprivate var mark = 0
        fileprivate var markGap = Gap.none
    }

    mutating func openRuby(_ tag: HTMLTag) {
        if tag == .ruby {
            endPart()
            ruby.isUsed = true
            ruby.depth += 1
            if gap != .none || ruby.lastEnd != count { ruby.lastEnd = nil }
            (ruby.mark, ruby.markGap) = (count, gap)
            return
        }
        guard ruby.depth > 0 else { return }
        endPart()
        dropInnerSpace()
        switch tag {
        case .rt, .rtc: beginPart(.reading)
        case .rp: beginPart(.parenthesis)
        default: break
        }
    }

    mutating func closeRuby(_ tag: HTMLTag) {
        guard ruby.depth > 0 else { return }
        endPart()
        dropInnerSpace()
        if tag == .ruby { ruby.depth -= 1 }
    }

    /// Ends open annotations, and writes the readings of the line.
    mutating func endRuby() {
        guard ruby.isUsed else { return }
        endPart()
        let readings = ruby.readings
        ruby = Ruby()
        if readings.isEmpty { return }
        if count > 0 { put(0x20) }
        put(0x28)
        for byte in readings { put(byte) }
        put(0x29)
    }

    // MARK: - Parts

    private mutating func beginPart(_ part: Ruby.Part) {
        (ruby.part, ruby.partStart, ruby.outerGap) = (part, count, gap)
        gap = .none
    }

    private mutating func endPart() {
        guard ruby.part != .base else { return }
        if ruby.part == .reading {
            let text = output[min(ruby.partStart, count)..<count]
            if let first = text.firstIndex(where: { $0 > 0x20 }) { add(reading: text[first...]) }
        }
        count = min(ruby.partStart, count)
        gap = ruby.outerGap
        ruby.part = .base
    }

    private mutating func add(reading: ArraySlice<UInt8>) {
        let joins = ruby.lastEnd != nil && Self.isEastern(reading)
        if !ruby.readings.isEmpty, !joins { ruby.readings.append(0x20) }
        ruby.readings += reading.map { $0 < 0x20 ? 0x20 : $0 }
        ruby.lastEnd = min(ruby.partStart, count)
    }

    /// Whether a text begins with a character of the CJK scripts (U+3000 or above).
    private static func isEastern(_ text: ArraySlice<UInt8>) -> Bool { (text.first ?? 0) >= 0xE3 }

    /// Drops white space directly before a tag of an annotation, since it only formats the markup. After an ASCII
    /// character, white space separates words and is kept.
    private mutating func dropInnerSpace() {
        if count == ruby.mark {
            gap = ruby.markGap
        } else if count > 0, output[count - 1] >= 0x80, gap == .space {
            gap = .none
        }
        (ruby.mark, ruby.markGap) = (count, gap)
    }
}
