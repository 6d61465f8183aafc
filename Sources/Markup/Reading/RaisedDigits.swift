/// Converts the text of `sup` and `sub` to Unicode superscripts and subscripts, as in `10⁶` and `H₂O`, if all of its
/// characters have such a form.
enum RaisedDigits {
    static func of(_ text: String, _ tag: HTMLTag) -> String {
        let (zero, others): (UInt32, [Character: Character]) =
            tag == .sup
            ? (0x2070, ["1": "¹", "2": "²", "3": "³", "+": "⁺", "-": "⁻", "−": "⁻", "n": "ⁿ"])
            : (0x2080, ["+": "₊", "-": "₋", "−": "₋"])
        var result = ""
        for character in text {
            if let other = others[character] {
                result.append(other)
            } else if let digit = character.wholeNumberValue, character.isASCII,
                let scalar = Unicode.Scalar(zero + UInt32(digit))
            {
                result.unicodeScalars.append(scalar)
            } else {
                return text
            }
        }
        return result
    }
}
