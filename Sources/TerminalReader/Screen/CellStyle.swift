/// The style of a cell: its attributes, and one of the terminal's own 8 colours rather than an RGB colour.
struct CellStyle: Hashable, Sendable {
    struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let italic = Attributes(rawValue: 4)
        static let underline = Attributes(rawValue: 8)
        static let reverse = Attributes(rawValue: 16)
        static let struck = Attributes(rawValue: 32)

        /// The SGR parameter of each attribute.
        static let codes: [(attribute: Attributes, code: Int)] = [
            (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.struck, 9),
        ]
    }

    var attributes: Attributes = []
    /// The colour from 0 to 7, for SGR 30 to 37; nil for the default colour.
    var color: UInt8?

    static let plain = CellStyle()
    static let bold = CellStyle(attributes: .bold)
    static let dim = CellStyle(attributes: .dim)
    static let reverse = CellStyle(attributes: .reverse)
    static let bar = CellStyle(attributes: [.reverse, .bold])
    static let match = CellStyle(attributes: .bold, color: 1)
    static let number = CellStyle(color: 3)
    static let name = CellStyle(color: 6)
    static let bad = CellStyle(color: 1)

    /// The style after an SGR sequence.
    func applying(_ parameters: [Int]) -> CellStyle {
        var style = self
        for parameter in parameters.isEmpty ? [0] : parameters {
            switch parameter {
            case 0: style = .plain
            case 30...37: style.color = UInt8(parameter - 30)
            case 39: style.color = nil
            default:
                if let known = Attributes.codes.first(where: { $0.code == parameter }) {
                    style.attributes.insert(known.attribute)
                }
            }
        }
        return style
    }

    /// The style for a selected line, in reverse video. The style has no colour, since reverse video would make it the
    /// background.
    var selected: CellStyle {
        var style = self
        style.attributes.insert(.reverse)
        style.attributes.remove(.dim)
        style.color = nil
        return style
    }

    /// The SGR sequence that sets this style, regardless of the style set before.
    func sequence(usesColor: Bool) -> String {
        var codes = ["0"]
        for (attribute, code) in Attributes.codes where attributes.contains(attribute) { codes.append(String(code)) }
        if usesColor, let color { codes.append(String(30 + Int(color))) }
        return "\u{1B}[" + codes.joined(separator: ";") + "m"
    }
}
