private import Glibc

/// What this machine has.
public enum Machine {
    public static let processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    public static let memoryBytes = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
}
