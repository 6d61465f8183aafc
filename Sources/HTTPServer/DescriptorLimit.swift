private import Glibc

/// The limit on open descriptors of this process.
enum DescriptorLimit {
    /// The number of descriptors reserved for databases, fetches and all other parts of the program.
    private static let others = 1_024

    /// Raises the limit to allow this many connections, or as many as the system permits. The usual limit of shells and
    /// systemd is 1,024.
    static func raise(toAllow connections: Int) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(connections + others), limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
