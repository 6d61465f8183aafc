/// Parses charset labels in documents and headers.
enum CharsetLabel {
    /// The name of the charset to decode with; nil if ICU has no converter for it.
    ///
    /// According to the WHATWG Encoding Standard, some labels mean a larger charset: ISO-8859-1 and ASCII mean
    /// Windows-1252, GB2312 and GBK mean GB18030, and Shift_JIS and EUC-KR include vendors' additions.
    static func canonical(_ label: String) -> String? {
        let trimmed = label.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.+".contains($0)) }
        guard !trimmed.isEmpty, trimmed.utf8.count <= 40 else { return nil }
        if let known = aliases[trimmed] { return known }
        if trimmed.hasPrefix("utf8") { return "utf-8" }
        return CharsetConverter.knows(trimmed) ? trimmed : nil
    }

    /// Whether a label means ASCII.
    static func isASCII(_ label: String) -> Bool {
        let lower = label.lowercased()
        return lower == "us-ascii" || lower == "ascii" || lower == "ansi_x3.4-1968"
    }

    /// The charset parameter of a Content-Type header; nil if the header has none.
    static func inContentType(_ header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            let name = pair[0].filter { !$0.isWhitespace }.lowercased()
            if name == "charset" {
                let value = pair[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
                return value.isEmpty ? nil : value
            }
        }
        return nil
    }

    private static let aliases: [String: String] = [
        "utf-8": "utf-8", "utf8": "utf-8", "unicode-1-1-utf-8": "utf-8", "unicode": "utf-8", "u8": "utf-8",
        "us-ascii": "windows-1252", "ascii": "windows-1252", "iso-8859-1": "windows-1252",
        "iso8859-1": "windows-1252", "latin1": "windows-1252", "latin-1": "windows-1252", "l1": "windows-1252",
        "iso_8859-1": "windows-1252", "iso88591": "windows-1252", "cp1252": "windows-1252",
        "x-cp1252": "windows-1252", "windows-1252": "windows-1252", "ansi": "windows-1252",
        "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "x-gbk": "gb18030", "cp936": "gb18030",
        "gb_2312-80": "gb18030", "gb_2312": "gb18030", "chinese": "gb18030", "euc-cn": "gb18030",
        "euccn": "gb18030", "csgb2312": "gb18030", "windows-936": "gb18030", "ms936": "gb18030",
        "big5": "big5-hkscs", "big-5": "big5-hkscs", "cn-big5": "big5-hkscs", "x-x-big5": "big5-hkscs",
        "csbig5": "big5-hkscs", "cp950": "big5-hkscs", "big5-hkscs": "big5-hkscs", "big5hkscs": "big5-hkscs",
        "shift_jis": "windows-31j", "shift-jis": "windows-31j", "sjis": "windows-31j", "x-sjis": "windows-31j",
        "ms_kanji": "windows-31j", "cp932": "windows-31j", "ms932": "windows-31j", "windows-31j": "windows-31j",
        "csshiftjis": "windows-31j",
        "euc-jp": "euc-jp", "x-euc-jp": "euc-jp", "eucjp": "euc-jp", "ujis": "euc-jp",
        "euc-kr": "windows-949", "euckr": "windows-949", "ks_c_5601-1987": "windows-949", "korean": "windows-949",
        "ksc5601": "windows-949", "ksc_5601": "windows-949", "windows-949": "windows-949", "cp949": "windows-949",
        "uhc": "windows-949",
        "iso-8859-9": "windows-1254", "latin5": "windows-1254", "iso-8859-11": "windows-874",
        "tis-620": "windows-874", "cp874": "windows-874", "dos-874": "windows-874",
        "cp1250": "windows-1250", "cp1251": "windows-1251", "win-1251": "windows-1251",
        "x-cp1251": "windows-1251", "cp1253": "windows-1253", "cp1254": "windows-1254", "cp1255": "windows-1255",
        "cp1256": "windows-1256", "koi8-r": "koi8-r", "koi8r": "koi8-r", "koi": "koi8-r", "koi8": "koi8-r",
        "koi8-u": "koi8-u", "macgreek": "x-mac-greek", "mac-greek": "x-mac-greek", "maciceland": "macintosh",
        "maclatin2": "x-mac-centraleurroman",
        "maccentraleurope": "x-mac-centraleurroman", "macturkish": "x-mac-turkish",
        "maccroatian": "macintosh", "macromania": "macintosh", "macintosh": "macintosh", "mac": "macintosh",
        "x-mac-roman": "macintosh",
        "iso-8859-8-i": "iso-8859-8", "utf-16": "utf-16", "utf16": "utf-16", "utf-32": "utf-32",
        "iso-10646-ucs-2": "utf-16", "iso-10646-ucs-4": "utf-32", "ucs-2": "utf-16",
        "u16": "utf-16", "csunicode": "utf-16",
    ]
}
