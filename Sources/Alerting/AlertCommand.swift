private import Glibc

/// A program that is told of matches: started without a shell, with nothing of an article among its arguments.
///
/// It reads JSON from its standard input, a file of its own, so that a program that reads nothing blocks nobody. What it
/// prints goes to standard error: standard output is for results.
struct AlertCommand {
    var words: [String]
    var timeout: Duration

    /// - Throws: `AlertFailure` where it cannot be started, runs too long, or does not end with 0.
    func run(input: [UInt8], variables: [String]) throws {
        // Without a name, and gone with its last descriptor.
        guard let file = unsafe tmpfile() else { throw AlertFailure("no room for the message") }
        defer { unsafe fclose(file) }
        let descriptor = unsafe fileno(file)
        try fill(descriptor, input)
        let process = try start(descriptor, variables)
        let clock = ContinuousClock()
        let deadline = clock.now + timeout
        var status: Int32 = 0
        var pause: UInt32 = 500
        while true {
            let ended = unsafe waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { throw AlertFailure("the command cannot be waited for") }
            if clock.now > deadline {
                kill(process, SIGKILL)
                while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
                throw AlertFailure("the command took longer than \(timeout.components.seconds) s")
            }
            usleep(pause)
            pause = min(pause * 2, 20_000)
        }
        if status & 0x7F != 0 { throw AlertFailure("the command was ended by signal \(status & 0x7F)") }
        let code = (status >> 8) & 0xFF
        if code != 0 { throw AlertFailure("the command ended with \(code)") }
    }

    private func fill(_ descriptor: Int32, _ input: [UInt8]) throws {
        var done = 0
        while done < input.count {
            let count = unsafe input.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress.unsafelyUnwrapped + done, input.count - done)
            }
            guard count > 0 else { throw AlertFailure("no room for the message") }
            done += count
        }
        lseek(descriptor, 0, SEEK_SET)
    }

    private func start(_ descriptor: Int32, _ variables: [String]) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // This program ignores broken pipes and files that reach their limit; others expect to be ended by them.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe sigaddset(&signals, SIGXFSZ)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

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
        guard code == 0 else {
            let reason = unsafe String(cString: strerror(code))
            throw AlertFailure("\(words[0]) cannot be started: \(reason)")
        }
        return process
    }
}
