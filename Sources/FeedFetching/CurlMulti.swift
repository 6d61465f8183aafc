private import CCurl
private import System

/// A libcurl multi handle, which runs many transfers on one thread.
@safe final class CurlMulti {
    private let handle: UnsafeMutableRawPointer
    let waker = LoopWaker()

    /// Whether libcurl is installed and has been set up.
    static let isReady = isInstalled && ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    static var isInstalled: Bool { unsafe ccurl_symbol_library() != nil }

    /// The reason why no handle could be created.
    static var failure: String { isInstalled ? "out of memory" : "libcurl cannot be opened: install libcurl4" }

    /// Returns nil if libcurl is not installed or cannot create a handle.
    ///
    /// - Parameter connections: the number of idle connections to keep open.
    init?(connections: Int) {
        guard Self.isReady, let handle = unsafe ccurl_multi_init() else { return nil }
        unsafe self.handle = handle
        unsafe ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, connections)
        // Use each connection for one transfer at a time, even over HTTP/2. With multiplexing, transfers would wait for
        // the first response on a connection, and a hanging connection would delay all of them.
        unsafe ccurl_multi_set_long(handle, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        unsafe waker.open(handle)
    }

    deinit {
        waker.close()
        unsafe ccurl_multi_cleanup(handle)
    }

    func add(_ transfer: CurlTransfer) -> Bool { unsafe ccurl_multi_add_handle(handle, transfer.handle) == CURLM_OK }

    func remove(_ transfer: CurlTransfer) { unsafe ccurl_multi_remove_handle(handle, transfer.handle) }

    func perform() {
        var running: Int32 = 0
        unsafe ccurl_multi_perform(handle, &running)
    }

    /// Waits for network activity, a wake-up, or the time-out.
    func wait(milliseconds: Int32) { unsafe ccurl_multi_poll(handle, nil, 0, milliseconds, nil) }

    /// Removes the next finished transfer from the handle and returns it with its result code; nil if no transfer has
    /// finished.
    func nextDone() -> (transfer: CurlTransfer, code: UInt32)? {
        var left: Int32 = 0
        while let message = unsafe ccurl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle else {
                continue
            }
            let code = unsafe message.pointee.data.result.rawValue
            var box: UnsafeMutableRawPointer?
            unsafe ccurl_get_pointer(easy, CURLINFO_PRIVATE, &box)
            unsafe ccurl_multi_remove_handle(handle, easy)
            if let transfer = unsafe CurlTransfer.from(box) { return (transfer, code) }
        }
        return nil
    }
}

/// Wakes the loop from other threads. Has no effect after the loop has ended.
final class LoopWaker: Sendable {
    @safe private struct Target: @unchecked Sendable {
        // Guarded by the mutex. curl_multi_wakeup is the only call on a multi handle that other threads may make.
        var handle: UnsafeMutableRawPointer?
    }

    private let target = Locked(Target())

    func open(_ handle: UnsafeMutableRawPointer) { target.withLock { unsafe $0.handle = handle } }

    func close() { target.withLock { unsafe $0.handle = nil } }

    func wake() {
        target.withLock { target in
            if let handle = unsafe target.handle { unsafe ccurl_multi_wakeup(handle) }
        }
    }
}
