import Foundation
import System
import Testing

@Suite struct ChildProcessTests {
    @Test("The ending tells status and signal")
    func ending() throws {
        #expect(try ChildProcess(["true"]).wait() == .exited(0))
        #expect(try ChildProcess(["sh", "-c", "exit 3"]).wait() == .exited(3))
        #expect(try ChildProcess(["sh", "-c", "kill -9 $$"]).wait() == .signalled(9))
    }

    @Test("It reads its input and its variables")
    func input() throws {
        let file = try FileDescriptor.temporary()
        defer { file.close() }
        try file.write(Array("word\n".utf8))
        file.rewind()
        let words = ["sh", "-c", "read line; test \"$line $GIVEN\" = 'word here'"]
        #expect(try ChildProcess(words, input: file, variables: ["GIVEN=here"]).wait() == .exited(0))
    }

    @Test("What takes longer than the deadline is ended")
    func deadline() throws {
        #expect(try ChildProcess(["sleep", "60"]).wait(until: .now + .milliseconds(20)) == nil)
        #expect(try ChildProcess(["true"]).wait(until: .now + .seconds(60)) == .exited(0))
    }

    @Test("A program that is not there cannot be started")
    func absent() {
        #expect(throws: SystemError(number: ENOENT, path: "no-such-program")) { try ChildProcess(["no-such-program"]) }
    }
}
