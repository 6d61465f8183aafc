internal import FeedParsing
package import Formats
package import Messages

extension JSONWriter {
    /// The answer to a line `{"id","payload"}`: `{"id","output"}`, or `{"id","error"}` for a line that is no request.
    ///
    /// - Parameter number: of the line, from 1.
    /// - Returns: whether it was a request.
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
