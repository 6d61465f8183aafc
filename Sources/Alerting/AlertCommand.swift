private import System

/// A program that is told of matches: started without a shell, with nothing of an article among its arguments.
///
/// It reads JSON from its standard input, a file of its own, so that a program that reads nothing blocks nobody. What it
/// prints goes to standard error: standard output is for results.
struct AlertCommand {
    var words: [String]
    var timeout: Duration

    /// - Throws: `AlertFailure` where it cannot be started, runs too long, or does not end with 0.
    func run(input: [UInt8], variables: [String]) throws {
        guard let file = try? FileDescriptor.temporary() else { throw AlertFailure("no room for the message") }
        defer { file.close() }
        do { try file.write(input) } catch { throw AlertFailure("no room for the message") }
        file.rewind()
        let process: ChildProcess
        do {
            process = try ChildProcess(words, input: file, variables: variables)
        } catch {
            throw AlertFailure("\(words[0]) cannot be started: \(error.words)")
        }
        let ending: ChildProcess.Ending?
        do {
            ending = try process.wait(until: .now + timeout)
        } catch {
            throw AlertFailure("the command cannot be waited for")
        }
        switch ending {
        case nil: throw AlertFailure("the command took longer than \(timeout.components.seconds) s")
        case .signalled(let signal): throw AlertFailure("the command was ended by signal \(signal)")
        case .exited(0): break
        case .exited(let code): throw AlertFailure("the command ended with \(code)")
        }
    }
}
