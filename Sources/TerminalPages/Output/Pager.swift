private import Glibc
package import System

/// The pager for output longer than the screen: the program in `PAGER`, or less.
///
/// As in git (<https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager>), unless LESS is set, less
/// exits at the end of short output, leaves it on the screen, and shows colours. Standard error is redirected to the
/// pager, so that messages do not disturb the page.
package struct Pager {
    package let input: FileDescriptor
    private let process: ChildProcess
    private let standardError: FileDescriptor?

    /// - Returns: nil if there is no pager or it cannot be started.
    package static func start(_ environment: (String) -> String?) -> Pager? {
        let name = environment("PAGER") ?? "less"
        if name.isEmpty || name == "cat" { return nil }
        var variables: [String] = []
        if environment("LESS") == nil { variables.append("LESS=FRX") }
        if environment("LV") == nil { variables.append("LV=-c") }
        guard let pipe = try? FileDescriptor.pipe() else { return nil }
        defer { pipe.reading.close() }
        // Run a pager with arguments through the shell, as other programs do.
        let words = name.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) } ? [name] : ["sh", "-c", name]
        do throws(SystemError) {
            let process = try ChildProcess(words, input: pipe.reading, keepsOutput: true, variables: variables)
            let isShown = FileDescriptor.standardError.isTerminal
            let standardError = isShown ? try? FileDescriptor.standardError.duplicate() : nil
            if standardError != nil { pipe.writing.replace(.standardError) }
            // Ignore Ctrl-C while the pager runs: the pager uses it to stop a search in the text, or to exit, which
            // also ends this program.
            _ = signal(SIGINT, SIG_IGN)
            return Pager(input: pipe.writing, process: process, standardError: standardError)
        } catch {
            pipe.writing.close()
            return nil
        }
    }

    /// Waits until the user closes the pager.
    package func finish() {
        standardError?.replace(.standardError)
        input.close()
        _ = try? process.wait()
    }
}
