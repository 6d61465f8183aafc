/// Removes characters that reorder text. With U+202E, for example, a name that ends in `gnp.exe` is shown as if it
/// ended in `exe.png` (CVE-2021-42574).
///
/// Names are shown next to other text, so an embedding, override or isolate in a name would also reorder the text
/// around it. Letters with their own direction and the marks U+200E, U+200F and U+061C are sufficient for names.
public enum BidiControls {
    /// The text without embeddings, overrides and isolates.
    public static func removed(from text: String) -> String {
        guard text.utf8.contains(firstByte), text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !isControl($0) })
        return String(scalars)
    }

    /// The first byte of all of these controls in UTF-8.
    private static let firstByte: UInt8 = 0xE2

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
