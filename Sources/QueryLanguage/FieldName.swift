/// The names of the fields and filters.
enum FieldName: String, CaseIterable {
    case title, body, author, url
    case feed, folder, tag, lang, `is`, has, date, received, opened, after, before, search, parent
    case re

    /// Finds the field for a name in lower case, which is English or the Chinese alias.
    init?(typed: String) {
        guard let name = FieldName(rawValue: typed) ?? Self.aliases[typed] else { return nil }
        self = name
    }

    private static let aliases: [String: FieldName] = [
        "标题": .title, "標題": .title, "正文": .body, "作者": .author, "网址": .url, "網址": .url, "日期": .date,
        "标签": .tag, "標籤": .tag, "文件夹": .folder, "文件夾": .folder, "订阅源": .feed, "訂閱源": .feed, "语言": .lang,
        "語言": .lang, "主题": .parent, "主題": .parent,
    ]

    /// The indexed field with this name; nil for the names of filters.
    var searched: QueryField? { QueryField(rawValue: rawValue) }

    /// The most similar field name; nil if no field name is similar.
    static func suggestion(for typed: String) -> FieldName? {
        if let other = otherNames[typed] { return other }
        var best: (name: FieldName, distance: Int)?
        for name in allCases {
            let distance = editDistance(Array(typed.utf8), Array(name.rawValue.utf8))
            if distance <= (name.rawValue.utf8.count > 4 ? 2 : 1), distance < best?.distance ?? .max {
                best = (name, distance)
            }
        }
        return best?.name
    }

    /// Whether a name differs from a field name by at most one typing error.
    static func isMistyped(_ typed: String) -> Bool {
        let typed = Array(typed.utf8)
        return allCases.contains { name in
            abs(name.rawValue.utf8.count - typed.count) <= 1
                && editDistance(typed, Array(name.rawValue.utf8)) <= 1
        }
    }

    /// The names that other readers and search tools use for these fields.
    private static let otherNames: [String: FieldName] = [
        "in": .folder, "intitle": .title, "subject": .title, "headline": .title, "name": .title,
        "text": .body, "content": .body, "intext": .body, "from": .author, "by": .author, "creator": .author,
        "site": .url, "link": .url, "inurl": .url, "domain": .url, "source": .feed, "channel": .feed,
        "label": .tag, "category": .tag, "tags": .tag, "language": .lang, "since": .after, "until": .before,
        "newer": .after, "older": .before, "published": .date, "time": .date, "saved": .search, "regex": .re,
        "regexp": .re, "state": .is, "attachment": .has, "topic": .parent, "thread": .parent,
    ]

    /// The edit distance of two short names. Swapping adjacent letters counts as one edit. Returns `Int.max` if `left`
    /// has more than 16 bytes.
    private static func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard left.count <= 16 else { return .max }
        var rows = [Array(0...right.count)]
        for i in 1..<(left.count + 1) {
            var row = [i]
            for j in 1..<(right.count + 1) {
                let cost = left[i - 1] == right[j - 1] ? 0 : 1
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + cost)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
