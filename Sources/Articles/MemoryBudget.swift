private import System

/// Memory limits of caches, which do not affect results.
package enum MemoryBudget {
    /// Bytes: the machine's memory divided by `parts`, at most `limit`.
    package static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, Machine.memoryBytes / parts) }
}
