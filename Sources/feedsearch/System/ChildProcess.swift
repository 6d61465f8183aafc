import Glibc

/// Starting of other programs, without a shell.
enum ChildProcess {
    /// Starts a program found on the path with these arguments and waits for its end.
    static func start(_ words: [String]) throws(SystemError) {
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
        var process: pid_t = 0
        let code = unsafe posix_spawnp(&process, words[0], nil, nil, &arguments, environ)
        if code != 0 { throw SystemError(number: code, path: words[0]) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
