private import System

/// What a cache that changes no answer may take.
enum MemoryBudget {
    /// Bytes: one part of so many of the machine's memory, up to a limit.
    static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, Machine.memoryBytes / parts) }
}
