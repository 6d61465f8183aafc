package import FeedParsing
package import Messages

/// A search request from a query string, from a JSON object, or from a line of `search --jsonl`.
///
/// `SearchParameter` declares the parameters and reads their values.
package struct SearchInput: Sendable {
    /// The reason why an input is not a valid search.
    package struct Mistake: Error {
        let message: Message
        let what: String
        let at: Range<Int>

        static func value(of parameter: SearchParameter) -> Mistake {
            Mistake(message: .badRequestMember, what: parameter.name, at: 0..<0)
        }

        /// - Parameter line: the line number of the input, from 1.
        package func userFacing(line: Int, _ language: Language) -> UserFacingError {
            var userError = UserFacingError(message, [String(line), what], language: language)
            userError.hint = Message.batchRequestHint.text(language)
            return userError
        }
    }

    /// The id of the request, which can be any JSON value and is returned in the response.
    package private(set) var id: JSONValue?
    package var query = ""
    package var options: SearchOptions

    /// - Parameter options: the values of parameters that the input does not set.
    package init(options: SearchOptions = SearchOptions()) { self.options = options }

    /// Reads a query string.
    ///
    /// - Parameter value: returns the value of a name in the query string; nil if the name is missing.
    /// - Throws: `Mistake` if there is no query or a value has the wrong type.
    package mutating func read(queryString value: (String) -> SearchParameter.Value?) throws(Mistake) {
        for parameter in SearchParameter.inQueryString { try set(parameter, value(parameter.queryName)) }
    }

    /// Reads a JSON object. `null` is treated like a missing member, and unknown members are ignored. `id` and the
    /// query are read first, so that an error response can contain them.
    ///
    /// - Throws: `Mistake` if `line` is not a JSON object, the query is missing, or a value has the wrong type.
    package mutating func read(_ line: [UInt8]) throws(Mistake) {
        let object: JSONValue
        do {
            object = try RequestLine.read(line)
        } catch {
            throw Mistake(message: .badRequestLine, what: "", at: error.byteOffset..<error.byteOffset)
        }
        guard object.members != nil else { throw Mistake(message: .badRequestLine, what: "", at: 0..<line.count) }
        id = object["id"]
        for parameter in SearchParameter.inJSON {
            let member = object[parameter.name]
            try set(parameter, member.flatMap { $0 == .null ? nil : SearchParameter.Value($0) })
        }
    }

    private mutating func set(_ parameter: SearchParameter, _ value: SearchParameter.Value?) throws(Mistake) {
        guard let value else {
            if parameter.isRequired { throw .value(of: parameter) }
            return
        }
        if !parameter.set(value, in: &self) { throw .value(of: parameter) }
    }
}
