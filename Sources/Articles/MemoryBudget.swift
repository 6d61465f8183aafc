private import System

/// The memory limit of a cache that does not change answers.
package enum MemoryBudget {
    /// Bytes: the machine's memory divided by `parts`, at most `limit`.
    package static func oneOf(_ parts: Int, atMost limit: Int) -> Int { min(limit, Machine.memoryBytes / parts) }
}
