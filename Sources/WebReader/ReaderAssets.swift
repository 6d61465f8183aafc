/// The files that pages refer to; they stand in the program (`.embedInCode` of Package.swift).
package enum ReaderAssets {
    package static let style = PackageResources.reader_css
    package static let script = PackageResources.reader_js
    package static let icon = PackageResources.icon_svg
}
