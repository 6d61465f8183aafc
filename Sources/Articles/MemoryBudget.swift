private import System

/// What a cache that changes no answer may take.
package enum MemoryBudget {
    /// Bytes: one part of so many of the machine's memory, up to a limit.
    package static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, Machine.memoryBytes / parts) }
}
