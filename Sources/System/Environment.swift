private import Glibc

/// The process's environment variables.
public enum Environment {
    /// The value of a variable; nil if it is not set.
    public static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
