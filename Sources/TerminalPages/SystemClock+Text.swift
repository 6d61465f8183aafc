internal import Formats
package import System

extension SystemClock {
    /// The time in the form `2024-05-06 07:08`, in the reader's time zone.
    package func minute(_ seconds: Int64) -> String { CivilTime.minute(seconds &+ Int64(secondsEastOfUTC(seconds))) }
}
