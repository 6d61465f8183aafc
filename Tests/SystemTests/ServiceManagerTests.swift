import Glibc
import Testing

@testable import System

@Suite struct ServiceManagerTests {
    @Test("Sockets that are handed over have their names; those of another process are not taken")
    func sockets() {
        let values = ["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "http::unknown"]
        let manager = ServiceManager(values, process: 7)
        #expect(manager.sockets.map(\.descriptor) == [3, 4, 5] && manager.sockets.map(\.name) == ["http", "", ""])
        #expect(ServiceManager(values, process: 8).sockets.isEmpty)
        #expect(ServiceManager(["LISTEN_FDS": "1"], process: 7).sockets.isEmpty)
        for count in ["0", "-1", "65", "x", "99999999999999999999"] {
            #expect(ServiceManager(["LISTEN_PID": "7", "LISTEN_FDS": count], process: 7).sockets.isEmpty)
        }
    }

    @Test("A watchdog is for the process that it names")
    func watchdog() {
        #expect(ServiceManager(["WATCHDOG_USEC": "3000000"], process: 7).watchdogSeconds == 3)
        #expect(ServiceManager(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], process: 7).watchdogSeconds == 3)
        #expect(ServiceManager(["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], process: 7).watchdogSeconds == nil)
        #expect(ServiceManager(["WATCHDOG_USEC": "0"], process: 7).watchdogSeconds == nil)
        #expect(ServiceManager([:], process: 7).watchdogSeconds == nil)
    }

    @Test("What was taken from the environment is not there for children")
    func environment() {
        unsafe setenv("WATCHDOG_USEC", "5000000", 1)
        unsafe setenv("LISTEN_FDS", "1", 1)
        #expect(ServiceManager.take().watchdogSeconds == 5)
        #expect(Environment.value("WATCHDOG_USEC") == nil && Environment.value("LISTEN_FDS") == nil)
    }
}
