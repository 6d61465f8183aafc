internal import FeedParsing
package import Formats
package import Messages

extension JSONWriter {
    /// Responds to a request line `{"id","payload"}` with `{"id","output"}`, or with `{"id","error"}` if the line is
    /// not a valid request.
    ///
    /// - Parameter number: the line number, from 1.
    /// - Returns: whether the line was a valid request.
    package mutating func payloadAnswer(
        to line: [UInt8], number: Int, _ language: Language, _ transform: (String) -> String
    ) -> Bool {
        let request = try? RequestLine.read(line)
        let payload = request?["payload"]?.string
        object { object in
            if let id = request?["id"] {
                object.key("id")
                object.value(id)
            }
            if let payload {
                object.member("output", transform(payload))
            } else {
                let message = request == nil ? Message.badRequestLine : .badRequestMember
                let what = [String(number), request == nil ? "" : "payload"]
                object.member("error", message.text(language, what))
            }
        }
        endLine()
        return payload != nil
    }
}
