private import Glibc

/// Starts another program without a shell.
public struct ChildProcess: Sendable {
    /// The exit status of a program, or the signal that ended it.
    public enum Ending: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    private let identifier: pid_t

    /// Starts a program that is found in PATH.
    ///
    /// - Parameters:
    ///   - input: the program's standard input. If an input is given, the program's standard output is redirected to
    ///     standard error, unless `keepsOutput` is set.
    ///   - variables: environment variables as `NAME=value`, which override this process's own variables.
    ///   - isSilent: gives the program no input, discards its output, and detaches it from the terminal.
    /// - Throws: `SystemError` with the program's name.
    public init(
        _ words: [String], input: FileDescriptor? = nil, keepsOutput: Bool = false, variables: [String] = [],
        isSilent: Bool = false
    ) throws(SystemError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input.number, 0)
            if !keepsOutput { unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1) }
        }
        if isSilent {
            for number: Int32 in 0...2 {
                unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // This process ignores SIGPIPE, SIGXFSZ and, while a pager runs, SIGINT. Restore their defaults, because other
        // programs expect these signals to end them.
        var signals = SignalSet.of([SIGPIPE, SIGXFSZ, SIGINT])
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        var mask = SignalSet.of([])
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        var flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
        // POSIX_SPAWN_SETSID, which Swift does not import from <spawn.h>.
        if isSilent { flags |= 0x80 }
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe variables.map { unsafe strdup($0) }
        let own = unsafe variables.count
        defer { for index in 0..<own { unsafe free(variables[index]) } }
        var entry = unsafe environ
        while let variable = unsafe entry.pointee {
            unsafe variables.append(variable)
            unsafe entry += 1
        }
        unsafe variables.append(nil)
        var process: pid_t = 0
        let code = unsafe posix_spawnp(&process, words[0], &actions, &attributes, &arguments, &variables)
        if code != 0 { throw SystemError(number: code, path: words[0]) }
        identifier = process
    }

    /// Waits until the program ends.
    public func wait() throws(SystemError) -> Ending {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0 {
            if errno != EINTR { throw SystemError(number: errno, path: "") }
        }
        return Self.ending(status)
    }

    /// Waits until the program ends. Kills the program at the deadline.
    ///
    /// - Returns: nil if the program was killed.
    public func wait(until deadline: ContinuousClock.Instant) throws(SystemError) -> Ending? {
        var status: Int32 = 0
        var pause: UInt32 = 500
        while true {
            let ended = unsafe waitpid(identifier, &status, WNOHANG)
            if ended == identifier { return Self.ending(status) }
            if ended < 0, errno != EINTR { throw SystemError(number: errno, path: "") }
            if ContinuousClock.now > deadline {
                kill(identifier, SIGKILL)
                _ = try? wait()
                return nil
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
    }

    private static func ending(_ status: Int32) -> Ending {
        status & 0x7F != 0 ? .signalled(status & 0x7F) : .exited((status >> 8) & 0xFF)
    }
}
