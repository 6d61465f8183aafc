import Testing

@testable import DesktopSearch

@Suite struct BusAddressTests {
    @Test(
        "Only sockets of this machine are a session bus",
        arguments: [
            ("unix:path=/run/user/1000/bus", "unix:path=/run/user/1000/bus"),
            ("unix:abstract=/tmp/dbus-x,guid=1", "unix:abstract=/tmp/dbus-x,guid=1"),
            ("tcp:host=example.org,port=1", nil), ("unixexec:path=/bin/sh", nil), ("autolaunch:", nil),
            ("tcp:host=a,port=1;unix:path=/b", "unix:path=/b"),
        ] as [(String, String?)])
    func addresses(_ named: String, _ expected: String?) {
        #expect(BusAddress.ofSession { $0 == "DBUS_SESSION_BUS_ADDRESS" ? named : nil } == expected)
    }

    @Test("Without an address the bus of the user's runtime folder is taken, its path escaped")
    func runtimeFolder() {
        #expect(BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? "/run/a b;c" : nil } == "unix:path=/run/a%20b%3bc/bus")
        #expect(BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? "relative" : nil } == nil)
        #expect(BusAddress.ofSession { _ in nil } == nil)
    }
}
