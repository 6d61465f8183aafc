private import System

/// Memory limits for caches. They do not affect results.
package enum MemoryBudget {
    /// The machine's memory in bytes divided by `parts`, at most `limit`.
    package static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, Machine.memoryBytes / parts) }
}
