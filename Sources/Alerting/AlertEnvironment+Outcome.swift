internal import Articles

extension AlertEnvironment {
    /// The outcome of a failed attempt.
    ///
    /// - Parameter attempts: the number of attempts, with this one.
    /// - Returns: the outcome, and the time until which the server asked for no further request, if it did.
    func outcome(of failure: AlertFailure, attempts: Int, now: Int64) -> (AlertOutcome, heldUntil: Int64?) {
        if failure.isGone { return (.gone(reason: failure.reason), nil) }
        guard attempts < backOff.maxAttempts, !failure.isRefused else { return (.dead(reason: failure.reason), nil) }
        let wait = backOff.wait(attempts: attempts, random: random())
        guard let asked = failure.retryAfter, asked > 0 else {
            return (.failed(reason: failure.reason, retryAt: now + wait), nil)
        }
        let allowed = min(asked, BackOff.longestAsked)
        return (.failed(reason: failure.reason, retryAt: now + max(wait, allowed)), now + allowed)
    }
}

extension AlertDeliverer.Report {
    /// Counts a failed attempt.
    mutating func count(_ outcome: AlertOutcome) {
        failed += 1
        switch outcome {
        case .gone, .dead: dead += 1
        case .failed, .delivered: break
        }
    }
}
