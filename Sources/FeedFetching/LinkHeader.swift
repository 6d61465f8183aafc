/// A link in `Link` header fields (RFC 8288), such as `<https://hub.example>; rel="hub", <…>; rel=self`.
public struct LinkHeader: Sendable, Equatable {
    /// The target as written in the header; may be relative.
    public var target: String
    /// The relation types in lower case.
    public var relations: [String]
    /// The media type in lower case, without parameters; empty if the link has no media type.
    public var type = ""
    /// The value of the `title` parameter; empty if the link has no title.
    public var title = ""

    private static let maxLinks = 64

    /// Parses header fields. If a link is malformed, the rest of its field is ignored.
    public static func read(_ fields: [String]) -> [LinkHeader] {
        var links: [LinkHeader] = []
        for field in fields {
            var rest = Substring(field)
            while links.count < maxLinks, let link = next(&rest) { links.append(link) }
        }
        return links
    }

    /// The target of the first link with this relation; nil if no link has the relation.
    public static func target(_ relation: String, of links: [LinkHeader]) -> String? {
        links.first { $0.relations.contains(relation) }?.target
    }

    private static func next(_ rest: inout Substring) -> LinkHeader? {
        rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "," }
        guard rest.first == "<", let end = rest.firstIndex(of: ">") else { return nil }
        let target = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        var link = LinkHeader(target: target.filter { $0 != " " }, relations: [])
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard rest.first == ";" else { break }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
            rest = rest[name.endIndex...].drop { $0 == " " }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " }
            let value = value(&rest)
            switch name.lowercased() {
            // If a parameter is repeated, only the first occurrence is used (sections 3.3, 3.4.1).
            case "rel":
                if link.relations.isEmpty { link.relations = value.lowercased().split { $0 == " " }.map(String.init) }
            case "type": if link.type.isEmpty { link.type = String(value.lowercased().prefix { !"; ".contains($0) }) }
            case "title": if link.title.isEmpty { link.title = value }
            default: break
            }
        }
        return link
    }

    /// Parses the value of a parameter, which is a token or a quoted string.
    private static func value(_ rest: inout Substring) -> String {
        guard rest.first == "\"" else {
            let token = rest.prefix { $0 != ";" && $0 != "," && $0 != " " }
            rest = rest[token.endIndex...]
            return String(token)
        }
        var text = ""
        var isEscaped = false
        rest = rest.dropFirst()
        while let character = rest.popFirst() {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                break
            } else {
                text.append(character)
            }
        }
        return text
    }
}
