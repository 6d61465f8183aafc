import Foundation
import Pipelines
import Testing

@testable import HTTPServer

/// Forms with a file, read while they come.
@Suite struct MultipartFormTests {
    /// A body that comes in chunks of one size.
    private final class Chunks: HTTPBodySource, @unchecked Sendable {
        private var rest: ArraySlice<UInt8>
        private let size: Int

        init(_ bytes: [UInt8], _ size: Int) {
            rest = bytes[...]
            self.size = size
        }

        func next() async throws(HTTPError) -> [UInt8]? {
            if rest.isEmpty { return nil }
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }

    private static let type = "multipart/form-data; boundary=----x"

    private func form(_ text: String, size: Int, type: String = type) async throws -> MultipartForm {
        let plain = try HTTPRequest(.post, "/actions/import", headers: ["Content-Type": type])
        let body = HTTPBody(source: Chunks(Array(text.utf8), size))
        return try await MultipartForm(
            HTTPRequest(head: plain.head, body: body, deadline: .never, onAuthenticated: nil))
    }

    private func body(_ file: String) -> String {
        "------x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\ntoken\r\n"
            + "------x\r\nContent-Disposition: form-data; name=\"next\"\r\n\r\nimport\r\n"
            + "------x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;b.opml\"\r\nContent-Type: text/xml\r\n\r\n"
            + file + "\r\n------x--\r\n"
    }

    @Test("Fields and file are the same however the body is cut", arguments: [1, 2, 3, 7, 64, 100_000])
    func chunks(_ size: Int) async throws {
        for file in ["", "<opml/>", "a\r\n-----x\r\n--b\r\n", String(repeating: "\r\n------", count: 40)] {
            var form = try await form(body(file), size: size)
            #expect(form.fields.map(\.name) == ["csrf", "next"] && form.fields.map(\.value) == ["token", "import"])
            #expect(form.fileName == "a;b.opml")
            var bytes: [UInt8] = []
            while let chunk = try await form.nextOfFile() { bytes += chunk }
            #expect(String(decoding: bytes, as: UTF8.self) == file)
            #expect(try await form.nextOfFile() == nil)
        }
    }

    @Test("A form without a file has its fields")
    func fieldsAlone() async throws {
        let text = "------x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\ntoken\r\n------x--\r\n"
        var form = try await form(text, size: 10)
        #expect(form.fields.count == 1 && form.fileName == nil)
        #expect(try await form.nextOfFile() == nil)
    }

    @Test("A body that ends early, or is of another form, is refused")
    func refused() async throws {
        for text in ["", "------x\r\n", "------x\r\nContent-Disposition: form-data\r\n\r\na\r\n------x--\r\n"] {
            await #expect(throws: HTTPError.self) { try await form(text, size: 10) }
        }
        for type in ["text/plain", "multipart/form-data", "multipart/form-data; boundary="] {
            await #expect(throws: HTTPError.self) { try await form(body("a"), size: 10, type: type) }
        }
        var cut = try await form(String(body("a long file").dropLast(12)), size: 10)
        await #expect(throws: HTTPError.self) { while try await cut.nextOfFile() != nil {} }
    }

    @Test("Fields take no more memory than their limit")
    func large() async throws {
        let text =
            "------x\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n" + String(repeating: "a", count: 70_000)
        await #expect(throws: HTTPError.bodyTooLarge(limit: 64 << 10)) { try await form(text, size: 4_096) }
    }
}
