import Articles
import Foundation
import Testing

@testable import Alerting

/// Digests as books.
@Suite struct BookTests {
    @Test(
        "Digests of two searches become one book in a folder, with the whole texts, and the file is replaced as a whole"
    )
    func folder() throws {
        let outbox = try Outbox()
        let folder = outbox.path("books")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, query) in [("tea/../x", "tea"), ("milk", "milk")] {
            try outbox.save(name, query, "epub:\(folder)") { $0.digest = "daily 08:00" }
        }
        try outbox.insert([("1", "green tea", "a cup of <tea>"), ("2", "milk", "goat milk")])
        outbox.clock.pass(86_400)
        let report = try outbox.deliver()
        #expect(report.delivered == 2 && report.failures == [])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 1 && files[0].hasPrefix("tea----x-20") && files[0].hasSuffix(".epub"), "\(files)")
        let text = try Python.run(
            """
            import sys, zipfile
            book = zipfile.ZipFile(sys.argv[1])
            assert book.testzip() is None and book.namelist()[0] == 'mimetype'
            print(''.join(book.read(name).decode() for name in book.namelist() if name.endswith('.xhtml')))
            """, [folder + "/" + files[0]])
        #expect(text.contains("a cup of &lt;tea&gt;") && text.contains("goat milk"))
        #expect(text.contains("<h2>tea/../x</h2>") && text.contains("<h2>milk</h2>"))
    }

    @Test("A folder that is not there is a failure, and the book is written once it is") func missing() throws {
        let outbox = try Outbox()
        let folder = outbox.path("books")
        try outbox.save("tea", "tea", "epub:\(folder)")
        try outbox.insert([("1", "tea", "")])
        #expect(try outbox.deliver().failed == 1)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        outbox.clock.pass(3_600)
        #expect(try outbox.deliver().delivered == 1)
    }

    @Test("A mail with a book has text, HTML and the attachment") func attachment() throws {
        let receiver = try Receiver()
        let outbox = try Outbox()
        outbox.environment.mail.server = "smtp://127.0.0.1:\(receiver.smtpPort)"
        try outbox.save("茶", "tea", "mail+epub:me@example.org")
        try outbox.insert([("1", "green tea", "a cup of tea")])
        #expect(try outbox.deliver().failures == [])
        let path = outbox.path("mail")
        try Data(receiver.mail(1).utf8).write(to: URL(fileURLWithPath: path))
        let text = try Python.run(
            """
            import sys, io, zipfile, email, email.policy
            raw = open(sys.argv[1], 'rb').read().split(b'\\n', 1)[1]
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            assert not mail.defects and mail.get_content_type() == 'multipart/mixed', mail.defects
            assert 'green tea' in mail.get_body(('plain',)).get_content()
            assert '<h3' in mail.get_body(('html',)).get_content()
            part, = mail.iter_attachments()
            assert part.get_content_type() == 'application/epub+zip' and part.get_filename().endswith('.epub')
            book = zipfile.ZipFile(io.BytesIO(part.get_content()))
            assert book.testzip() is None
            print(book.read('EPUB/a2.xhtml').decode())
            """, [path])
        #expect(text.contains("a cup of tea"), "\(text)")
    }

    @Test("Channels of books are read") func channels() throws {
        #expect(try AlertChannel("mail+epub:a@example.org") == .mail(["a@example.org"], hasBook: true))
        #expect(try AlertChannel("mail:a@example.org") == .mail(["a@example.org"], hasBook: false))
        #expect(try AlertChannel("epub:/srv/books") == .book(folder: "/srv/books"))
        #expect(throws: AlertSettingError.channel("epub:")) { _ = try AlertChannel("epub:") }
    }
}

private enum Python {
    static func run(_ script: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }
}
