import Glibc
import HTTPServer
import System
import Testing

@Suite struct ConnectionSoakTests {
    @Test("Clients that stall, disconnect and flood leave no connection and no descriptor behind")
    func soak() async throws {
        try await withServer(EchoResponder(), configured { $0.maxConnectionsPerAddress = 10_000 }) { server, address in
            try await Self.round(address, clients: 50)
            #expect(await eventually { server.connectionCount == 0 })
            // Not more at once: with some 1,350 open files Foundation's `Process.run` of another test reads beyond the end of a
            // page of memory (it copies the whole `dirent` of each file).
            for _ in 0..<6 {
                try await Self.round(address, clients: 200)
                #expect(await eventually { server.connectionCount == 0 })
            }
            let text = try await onThread {
                let client = try RawClient(address)
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return client.receiveAll()
            }
            #expect(text.hasSuffix("hello\n"))
        }
    }

    private static func round(_ address: HTTPBoundAddress, clients: Int) async throws {
        try await onThread {
            var open: [RawClient] = []
            for number in 0..<clients {
                let client = try RawClient(address)
                switch number % 7 {
                case 0: client.send("GET / HTTP/1.1\r\nHost: loc")
                case 1: client.send("GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n")
                case 2: client.send("GET /follow HTTP/1.1\r\nHost: localhost\r\n\r\n")
                case 3: client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\nabc")
                case 4: client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 20))
                case 5: client.send([UInt8](repeating: 0x16, count: 1_000))
                default: break
                }
                open.append(client)
            }
            open.removeAll()
        }
    }
}
