import Foundation

/// A certificate for 127.0.0.1 and feeds.example, made once a test run.
struct TestCertificate: Sendable {
    let cert: String
    let key: String

    static var shared: TestCertificate { get throws { try made.get() } }
    private static let made = Result { try TestCertificate() }

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        cert = folder.appendingPathComponent("cert.pem").path
        key = folder.appendingPathComponent("key.pem").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=feeds.example", "-addext", "subjectAltName=DNS:feeds.example,IP:127.0.0.1", "-out",
            cert, "-keyout", key,
        ]
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw UnexpectedOutcome(what: "openssl made no certificate") }
    }
}
