private import Glibc

/// What a cache that changes no answer may take.
enum MemoryBudget {
    private static let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))

    /// Bytes: one part of so many of the machine's memory, up to a limit.
    static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, machine / parts) }
}
