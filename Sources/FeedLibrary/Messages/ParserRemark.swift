internal import Articles
internal import Markup
public import Messages
internal import SQLiteEngine

/// Translates the feed parser's remarks about a document: why it is not a feed, or what was repaired.
///
/// JSON output contains the remarks in English. This type recognises each remark by a pattern and translates it.
public enum ParserRemark {
    /// Translates a remark. An unknown remark is returned unchanged.
    public static func text(_ remark: String, _ language: Language) -> String {
        guard language == .simplifiedChinese else { return remark }
        for (english, chinese) in forms {
            guard let parts = match(remark, english) else { continue }
            return LocalizedText.fill(chinese, parts)
        }
        return remark
    }

    /// The texts that match `{1}` and `{2}` of a pattern; nil if the remark does not match.
    private static func match(_ remark: String, _ form: String) -> [String]? {
        var parts: [String] = []
        var rest = Substring(remark)
        var pattern = Substring(form)
        while let brace = pattern.firstIndex(of: "{") {
            let before = pattern[..<brace]
            guard rest.hasPrefix(before) else { return nil }
            rest = rest.dropFirst(before.count)
            pattern = pattern[brace...].dropFirst(3)
            let after = pattern.prefix { $0 != "{" }
            guard !after.isEmpty else {
                parts.append(String(rest))
                return parts
            }
            guard let end = rest.firstRange(of: after) else { return nil }
            parts.append(String(rest[..<end.lowerBound]))
            rest = rest[end.lowerBound...]
        }
        return rest == pattern ? parts : nil
    }

    // swift-format-ignore
    private static let forms: [(english: String, chinese: String)] = [
        ("The document is empty.", "文件是空的"),
        ("This is JSON, but not a JSON Feed.", "这是 JSON，但不是 JSON Feed"),
        ("This is plain text, not a feed.", "这是纯文本"),
        ("This is an HTML page, not a feed.", "这是 HTML 网页"),
        ("This is an OPML subscription list, not a feed.", "这是 OPML 订阅列表"),
        ("This is a sitemap, not a feed.", "这是网站地图"),
        ("This is an OpenSearch description, not a feed.", "这是 OpenSearch 描述文件"),
        ("This is an error message in XML, not a feed.", "这是 XML 形式的错误信息"),
        ("This is an SVG image, not a feed.", "这是 SVG 图片"),
        ("This is XML of another kind ({1}), not a feed.", "这是另一种 XML（{1}）"),
        ("This is {1}, not a feed.", "内容是 {1}"),
        ("charset is {1}, not the one declared", "字符集实为 {1}，与声明不符"),
        ("{1} bad byte sequences replaced", "替换了 {1} 处无效字节"),
        ("time zone \"{1}\" is unknown: dates with it are read as UTC", "时区“{1}”未知：其日期按 UTC 读取"),
        ("malformed XML repaired", "修复了不合规范的 XML"),
        ("malformed JSON repaired: {1}, at byte {2}", "修复了不合规范的 JSON：第 {2} 字节处 {1}"),
        ("items repeated under one guid were left out", "略去了同一 guid 的重复条目"),
        ("{1} items left out, which are no objects or cut short", "略去了 {1} 个不是对象或不完整的条目"),
        ("the version is not that of a JSON Feed", "version 不是 JSON Feed 的版本"),
        ("the feed has no list of items", "订阅源没有 items 列表"),
    ]
}
