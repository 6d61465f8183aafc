private import System

/// A program that receives notifications. It is started without a shell, and its arguments contain no part of an
/// article.
///
/// The program reads JSON from its standard input, which is a temporary file, so that a program that does not read it
/// cannot block. The program's output goes to standard error, since standard output is for results.
struct AlertCommand {
    var words: [String]
    var timeout: Duration

    /// - Throws: `AlertFailure` if the program cannot be started, exceeds the time limit, or exits with a status other
    ///   than 0.
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
