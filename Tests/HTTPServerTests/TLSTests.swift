import Foundation
import HTTPServer
import Testing

@Suite struct TLSTests {
    /// Makes a certificate for localhost; the name of its subject tells it from others.
    private static func certificate(_ name: String) throws -> HTTPCertificate {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let certificate = HTTPCertificate(
            certificatePath: folder.appendingPathComponent("cert.pem").path,
            keyPath: folder.appendingPathComponent("key.pem").path)
        _ = try run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2",
            "-subj", "/CN=\(name)", "-out", certificate.certificatePath, "-keyout", certificate.keyPath)
        return certificate
    }

    private static func run(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A client in Python: `talk(version, protocols)` gives the protocol that was agreed on, the certificate's size and text.
    private static let client = """
        import hashlib, socket, ssl, sys
        port = int(sys.argv[1])
        def talk(send, newest=None, protocols=("h2", "http/1.1")):
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            if newest: context.maximum_version = newest
            context.set_alpn_protocols(list(protocols))
            try:
                with context.wrap_socket(socket.create_connection(("127.0.0.1", port), 10)) as s:
                    s.sendall(send)
                    text = b""
                    while True:
                        data = s.recv(65536)
                        if not data: break
                        text += data
                    return s.selected_alpn_protocol(), s.version(), text
            except (ssl.SSLError, ConnectionError) as error:
                return None, None, b""
        get = b"GET %s HTTP/1.1\\r\\nHost: localhost\\r\\n%s\\r\\n"
        last = b"Connection: close\\r\\n"
        """

    private static func ask(_ address: HTTPBoundAddress, _ script: String) async throws -> String {
        let port = address.description.split(separator: ":").last ?? ""
        return try await onThread { try run("python3", "-c", client + "\n" + script, String(port)) }
    }

    @Test(
        "Over TLS, too, a client that has ended its direction is answered, with close_notify before the end or without")
    func halfClose() async throws {
        let certificate = try Self.certificate("localhost")
        try await withServer(EchoResponder(), configured { $0.certificate = certificate }) { _, address in
            let output = try await Self.ask(
                address,
                """
                def half(newest, notify):
                    context = ssl.create_default_context(); context.check_hostname = False; context.verify_mode = ssl.CERT_NONE
                    context.maximum_version = newest
                    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
                    session = context.wrap_bio(incoming, outgoing)
                    s = socket.create_connection(("127.0.0.1", port), 60)
                    def step(call):
                        while True:
                            try: return call()
                            except ssl.SSLWantReadError:
                                s.sendall(outgoing.read())
                                data = s.recv(65536)
                                if data: incoming.write(data)
                                else: incoming.write_eof()
                    step(session.do_handshake)
                    session.write((get % (b"/large", b"")) + (get % (b"/", b"")))
                    s.sendall(outgoing.read())
                    if notify:
                        # Sends close_notify, and has no answer to it yet.
                        try: session.unwrap()
                        except ssl.SSLError: pass
                        s.sendall(outgoing.read())
                    s.shutdown(socket.SHUT_WR)
                    raw = b""
                    while True:
                        data = s.recv(65536)
                        if not data: break
                        raw += data
                    return len(raw) > 1048576 + 12
                for newest in ssl.TLSVersion.TLSv1_3, ssl.TLSVersion.TLSv1_2:
                    print(half(newest, False), half(newest, True))
                """)
            #expect(output == "True True\nTrue True\n")
        }
    }

    @Test("TLS 1.2 and 1.3, http/1.1 by ALPN, large answers and bodies; nothing older, no plain text")
    func versions() async throws {
        let certificate = try Self.certificate("localhost")
        try await withServer(EchoResponder(), configured { $0.certificate = certificate }) { server, address in
            let output = try await Self.ask(
                address,
                """
                for newest in None, ssl.TLSVersion.TLSv1_2:
                    name, version, text = talk(get % (b"/large", b"") + get % (b"/", last), newest)
                    print(name, version, text.count(b"0123456789abcde"), text.count(b"200 OK"), text.endswith(b"hello\\n"))
                body = b"x" * 900000
                name, version, text = talk(b"POST /echo HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 900000\\r\\n\\r\\n".replace(b"Host: a", b"Host: localhost\\r\\nConnection: close") + body)
                print(text.endswith(body))
                print(talk(get % (b"/", last), None, ["h2"])[2], talk(get % (b"/", last), ssl.TLSVersion.TLSv1_1)[2])
                with socket.create_connection(("127.0.0.1", port), 10) as s:
                    s.sendall(get % (b"/", last))
                    try: print(b"HTTP" in s.recv(1000))
                    except ConnectionError: print(False)
                """)
            #expect(
                output == """
                    http/1.1 TLSv1.3 65536 2 True
                    http/1.1 TLSv1.2 65536 2 True
                    True
                    b'' b''
                    False

                    """)
            #expect(await eventually { server.connectionCount == 0 })
        }
    }

    @Test("A stream arrives whole")
    func streams() async throws {
        let certificate = try Self.certificate("localhost")
        try await withServer(EchoResponder(), configured { $0.certificate = certificate }) { _, address in
            let output = try await Self.ask(
                address,
                "print(talk(get % (b'/stream?n=20000', last))[2].endswith(b'{\"n\":19999}\\n\\r\\n0\\r\\n\\r\\n'))")
            #expect(output == "True\n")
        }
    }

    @Test("A new certificate is used from now on; a wrong one changes nothing")
    func reload() async throws {
        let certificate = try Self.certificate("first")
        let other = try Self.certificate("second")
        try await withServer(EchoResponder(), configured { $0.certificate = certificate }) { server, address in
            let script = """
                pem = ssl.get_server_certificate(("127.0.0.1", port))
                print(b"second" in ssl.PEM_cert_to_DER_cert(pem))
                """
            #expect(try await Self.ask(address, script) == "False\n")
            // The key of the other certificate, for a moment.
            try FileManager.default.removeItem(atPath: certificate.certificatePath)
            try FileManager.default.copyItem(atPath: other.certificatePath, toPath: certificate.certificatePath)
            #expect(throws: HTTPServerError.self) { try server.reloadCertificate() }
            #expect(try await Self.ask(address, script) == "False\n")
            try FileManager.default.removeItem(atPath: certificate.keyPath)
            try FileManager.default.copyItem(atPath: other.keyPath, toPath: certificate.keyPath)
            try server.reloadCertificate()
            #expect(try await Self.ask(address, script) == "True\n")
        }
    }

    @Test("A server without a usable certificate does not start")
    func missing() {
        let limits = configured { $0.certificate = HTTPCertificate(certificatePath: "/nowhere", keyPath: "/nowhere") }
        #expect(throws: HTTPServerError.self) {
            try HTTPServer(configuration: limits, responder: EchoResponder()).start()
        }
    }
}
