private import Glibc
package import System

/// The program that shows output longer than the screen: `PAGER`, or less.
///
/// As git does it (<https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager>): less ends by itself at the end
/// of short output, keeps it on the screen, and shows colours, unless LESS says otherwise. What goes to standard error goes
/// into the pager meanwhile, so that it does not stand across the page.
package struct Pager {
    package let input: FileDescriptor
    private let process: ChildProcess
    private let standardError: FileDescriptor?

    /// - Returns: nil where there is none, or it cannot be started.
    package static func start(_ environment: (String) -> String?) -> Pager? {
        let name = environment("PAGER") ?? "less"
        if name.isEmpty || name == "cat" { return nil }
        var variables: [String] = []
        if environment("LESS") == nil { variables.append("LESS=FRX") }
        if environment("LV") == nil { variables.append("LV=-c") }
        guard let pipe = try? FileDescriptor.pipe() else { return nil }
        defer { pipe.reading.close() }
        // A pager with arguments is a line for the shell, as elsewhere.
        let words = name.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) } ? [name] : ["sh", "-c", name]
        do throws(SystemError) {
            let process = try ChildProcess(words, input: pipe.reading, keepsOutput: true, variables: variables)
            let isShown = FileDescriptor.standardError.isTerminal
            let standardError = isShown ? try? FileDescriptor.standardError.duplicate() : nil
            if standardError != nil { pipe.writing.replace(.standardError) }
            // Ctrl-C is the pager's: it ends a search in the text, or the pager, and then this program.
            _ = signal(SIGINT, SIG_IGN)
            return Pager(input: pipe.writing, process: process, standardError: standardError)
        } catch {
            pipe.writing.close()
            return nil
        }
    }

    /// Waits until the reader has closed it.
    package func finish() {
        standardError?.replace(.standardError)
        input.close()
        _ = try? process.wait()
    }
}
