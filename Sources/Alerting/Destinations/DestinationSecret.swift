internal import Formats

/// The secret of a service: a token, or lines of the form `name: value`.
public struct DestinationSecret: Sendable {
    let token: String
    let fields: [String: String]

    /// - Throws: `AlertFailure` if a field is missing, or if a value has characters that no header can contain.
    init(_ text: String, _ kind: DestinationAddress.Kind) throws(AlertFailure) {
        var fields: [String: String] = [:]
        if !kind.secretFields.isEmpty {
            for line in text.split(whereSeparator: \.isNewline) {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let name = line[..<colon].filter { $0 != " " && $0 != "\t" }
                var value = line[line.index(after: colon)...]
                while value.first == " " || value.first == "\t" { value.removeFirst() }
                fields[name.lowercased()] = String(value)
            }
            // An Instapaper account may have no password.
            if kind == .instapaper { fields["password"] = fields["password"] ?? "" }
            for name in kind.secretFields where fields[name] == nil {
                throw AlertFailure("the secret of \(kind.rawValue) needs a line \"\(name): …\"")
            }
        }
        let values = fields.isEmpty ? [text] : Array(fields.values)
        guard values.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
            throw AlertFailure("the secret of \(kind.rawValue) has control characters")
        }
        token = text
        self.fields = fields
    }

    subscript(_ name: String) -> String { fields[name] ?? "" }

    /// The values that must not appear in messages.
    var values: [String] {
        fields.isEmpty ? [token] : ["client_id", "client_secret", "password"].compactMap { fields[$0] }
    }

    /// The header of basic authentication (RFC 7617).
    var basic: String { "Basic " + Base64.encode(Array("\(self["username"]):\(self["password"])".utf8)) }

    /// The text of a secret with these fields.
    public static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}
