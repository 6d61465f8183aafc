/// An unfolded word of Latin script. Combining accents are composed with their letters; other marks are dropped.
struct OriginalSpelling {
    private var scalars: [UInt32] = []

    init(_ source: [UInt8]) {
        for scalar in String(decoding: source, as: UTF8.self).unicodeScalars {
            let value = scalar.value
            if 0x300...0x36F ~= value {
                guard let last = scalars.last, let whole = Self.compositions[UInt64(last) << 32 | UInt64(value)] else {
                    continue
                }
                scalars[scalars.count - 1] = whole
                continue
            }
            let entry = FoldingTable.entry(value)
            if entry.characterClass == .ignorable { continue }
            let isCompatible = value >= 0x2000
            if isCompatible, entry.expands {
                scalars += FoldingTable.expansion(entry)
            } else {
                scalars.append(isCompatible ? entry.folded(value) : value)
            }
        }
    }

    /// The word in lower case by the rules of the language. For example, the lower case of a Turkish I has no dot.
    func lowercased(in language: StemLanguage) -> [UInt8] {
        var result: [UInt8] = []
        for value in scalars {
            if language == .turkish, value == 0x49 || value == 0x130 {
                result.append(scalar: value == 0x49 ? 0x131 : 0x69)
                continue
            }
            guard let scalar = Unicode.Scalar(value) else { continue }
            if value < 0x80 {
                result.append(UInt8(0x41...0x5A ~= value ? value + 0x20 : value))
            } else {
                result.append(contentsOf: scalar.properties.lowercaseMapping.utf8)
            }
        }
        return result
    }

    /// Maps a letter and a combining accent to the composed letter. Contains the letters of all languages with
    /// stemmers.
    private static let compositions: [UInt64: UInt32] = {
        let marks: [(UInt32, String)] = [
            (0x300, "aàeèiìoòuù"), (0x301, "aáeéiíoóuúyýcćnńsśzź"), (0x302, "aâeêiîoôuû"), (0x303, "aãnñoõ"),
            (0x304, "uū"), (0x306, "aăgğ"), (0x307, "eėzżIİ"), (0x308, "aäeëiïoöuüyÿ"), (0x30A, "aåuů"),
            (0x30B, "oőuű"), (0x30C, "cčsšzž"), (0x326, "sștț"), (0x327, "cçsştţ"), (0x328, "aąeęiįuų"),
        ]
        var table: [UInt64: UInt32] = [:]
        for (mark, pairs) in marks {
            let letters = pairs.unicodeScalars.flatMap { [$0, Self.uppercase($0)] }
            for index in stride(from: 0, to: letters.count - 3, by: 4) {
                table[UInt64(letters[index].value) << 32 | UInt64(mark)] = letters[index + 2].value
                table[UInt64(letters[index + 1].value) << 32 | UInt64(mark)] = letters[index + 3].value
            }
        }
        return table
    }()

    private static func uppercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? upper.first ?? scalar : scalar
    }
}
