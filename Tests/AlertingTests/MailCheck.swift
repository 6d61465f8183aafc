import Foundation

/// A mail as Python's email package reads it.
struct MailCheck: Decodable {
    var headers: [String]
    var subject: String
    var text: String
    var html: String

    /// - Parameter mail: with the envelope's line in front.
    static func parts(_ mail: String) throws -> MailCheck {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import sys, json, email, email.policy
            raw = sys.stdin.buffer.read().split(b"\\n", 1)[1]
            m = email.message_from_bytes(raw, policy=email.policy.default)
            assert not m.defects, m.defects
            print(json.dumps({"headers": m.keys(), "subject": m["subject"],
                "text": m.get_body(("plain",)).get_content(), "html": m.get_body(("html",)).get_content()}))
            """,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(mail.utf8))
        try input.fileHandleForWriting.close()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(MailCheck.self, from: bytes)
    }
}
