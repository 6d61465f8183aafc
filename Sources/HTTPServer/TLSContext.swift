private import COpenSSL

/// A certificate and its key, shared by any number of sessions.
@safe final class TLSContext: @unchecked Sendable {
    // Not modified after `init`; OpenSSL's reference counting is atomic.
    private let context: OpaquePointer

    /// Reads the files of a certificate and its key.
    ///
    /// - Throws: `HTTPServerError.certificate`, with OpenSSL's reason.
    init(_ certificate: HTTPCertificate) throws(HTTPServerError) {
        cERR_clear_error()
        guard let context = unsafe copenssl_new_context() else { throw .system("TLS", number: 0) }
        unsafe self.context = unsafe context
        guard unsafe cSSL_CTX_use_certificate_chain_file(context, certificate.certificatePath) == 1 else {
            throw .certificate(path: certificate.certificatePath, reason: Self.reason)
        }
        guard unsafe cSSL_CTX_use_PrivateKey_file(context, certificate.keyPath, SSL_FILETYPE_PEM) == 1,
            unsafe cSSL_CTX_check_private_key(context) == 1
        else { throw .certificate(path: certificate.keyPath, reason: Self.reason) }
    }

    deinit { unsafe cSSL_CTX_free(context) }

    /// Creates the server side of a connection; nil if memory cannot be allocated.
    func session(_ socket: Socket) -> TLSSession? {
        guard let session = unsafe cSSL_new(context) else { return nil }
        guard unsafe cSSL_set_fd(session, socket.descriptor) == 1 else {
            unsafe cSSL_free(session)
            return nil
        }
        unsafe cSSL_set_accept_state(session)
        return unsafe TLSSession(session)
    }

    private static var reason: String {
        guard let text = unsafe cERR_reason_error_string(cERR_peek_last_error()) else { return "cannot be read" }
        return unsafe String(cString: text)
    }
}

/// The TLS session of one connection. The first reads perform the handshake.
@safe final class TLSSession {
    private let session: OpaquePointer
    /// Whether a read has to wait until the socket is writable. This can happen during a handshake.
    private(set) var wantsWrite = false

    fileprivate init(_ session: OpaquePointer) { unsafe self.session = unsafe session }

    deinit { unsafe cSSL_free(session) }

    /// Reads bytes into the start of `room`, which must have space for a whole record (16 KB), because the poller
    /// cannot detect bytes that remain in the session. `.end` means that the client has shut down its sending side,
    /// with or without `close_notify`.
    func read(into room: inout [UInt8]) -> TransferResult {
        var count = 0
        cERR_clear_error()
        let result = unsafe room.withUnsafeMutableBytes {
            unsafe cSSL_read_ex(session, $0.baseAddress, $0.count, &count)
        }
        return outcome(result, count)
    }

    func write(_ bytes: [UInt8], from start: Int) -> TransferResult {
        var count = 0
        cERR_clear_error()
        let result = unsafe bytes.withUnsafeBytes {
            unsafe cSSL_write_ex(session, $0.baseAddress! + start, $0.count - start, &count)
        }
        return outcome(result, count)
    }

    /// Sends `close_notify`, so that the client knows that the data is complete.
    func finishSending() {
        cERR_clear_error()
        if unsafe cSSL_is_init_finished(session) != 0 { _ = unsafe cSSL_shutdown(session) }
    }

    private func outcome(_ result: Int32, _ count: Int) -> TransferResult {
        wantsWrite = false
        if result == 1 { return .bytes(count) }
        switch unsafe cSSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .wouldBlock
        case SSL_ERROR_WANT_WRITE:
            wantsWrite = true
            return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .end
        default: return .failed
        }
    }
}
