/// Texts that storage may change by mistake: short and long ones, all planes of Unicode, NUL, and the first bytes of a
/// Zstandard frame as characters.
public enum UnusualTexts {
    /// - Parameter ordinary: returns an ordinary text for a number.
    public static func all(_ ordinary: (Int) -> String) -> [String] {
        var texts = ["", "a", String(repeating: "a", count: 255), String(repeating: "b", count: 256)]
        for plane: UInt32 in 0...16 {
            var scalars = String.UnicodeScalarView()
            for step: UInt32 in 0..<300 {
                if let scalar = Unicode.Scalar(plane << 16 | 0x400 + step * 37) { scalars.append(scalar) }
            }
            texts.append(String(scalars))
        }
        texts.append("NUL \0 inside " + ordinary(1) + "\0")
        texts.append("(\u{B5}/" + String(repeating: "x", count: 100_000))
        texts.append((0..<2_000).map(ordinary).joined())
        texts.append(String(repeating: "0123456789", count: 7_000))
        texts.append(ordinary(3) + "\u{1F}a\u{1F}" + ordinary(4))
        texts.append("\u{1F}" + ordinary(5))
        return texts
    }
}
