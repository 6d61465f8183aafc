import DesktopSearch
import Foundation
import Testing

/// The files that make a desktop find the program, as `make install` installs them.
@Suite(.offPool) struct DesktopFileTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func has(_ tool: String) -> Bool {
        (try? BuiltProgram().shell("command -v \(tool)").status) == 0
    }

    private func installed(_ program: BuiltProgram) throws -> String {
        let target = program.path("root")
        let line = "make -s -C '\(Self.root.path)' install-desktop DESTDIR='\(target)' PREFIX=/usr"
        let outcome = try program.shell(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return target + "/usr/share"
    }

    @Test("All files name the bus name and paths that the program answers at")
    func names() throws {
        let program = try BuiltProgram()
        let share = try installed(program)
        func text(_ path: String) throws -> String { try String(contentsOfFile: share + "/" + path, encoding: .utf8) }
        let provider = try text("gnome-shell/search-providers/\(DesktopService.name).search-provider.ini")
        #expect(
            provider.contains("BusName=\(DesktopService.name)\nObjectPath=\(DesktopService.shellPath)\nVersion=2\n"))
        #expect(provider.contains("DesktopId=\(DesktopService.name).desktop"))
        let runner = try text("krunner/dbusplugins/plasma-runner-feedsearch.desktop")
        #expect(runner.contains("X-Plasma-API=DBus\n"))
        #expect(runner.contains("X-Plasma-DBusRunner-Service=\(DesktopService.name)\n"))
        #expect(runner.contains("X-Plasma-DBusRunner-Path=\(DesktopService.runnerPath)\n"))
        let service = try text("dbus-1/services/\(DesktopService.name).service")
        #expect(service.contains("Name=\(DesktopService.name)\nExec=/usr/bin/feedsearch desktop\n"))
        // GNOME Shell leaves out providers whose application is not shown.
        #expect(try !text("applications/\(DesktopService.name).desktop").contains("NoDisplay"))
        #expect(
            FileManager.default.fileExists(atPath: share + "/icons/hicolor/scalable/apps/\(DesktopService.name).svg"))
    }

    @Test("desktop-file-validate finds nothing", .enabled(if: has("desktop-file-validate"), "needs desktop-file-utils"))
    func desktopFiles() throws {
        let program = try BuiltProgram()
        let share = try installed(program)
        let outcome = try program.shell(
            "desktop-file-validate '\(share)'/applications/*.desktop '\(share)'/krunner/dbusplugins/*.desktop")
        #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
    }

    @Test("appstreamcli finds nothing", .enabled(if: has("appstreamcli"), "needs appstream"))
    func metainfo() throws {
        let program = try BuiltProgram()
        let share = try installed(program)
        let outcome = try program.shell("appstreamcli validate --no-net '\(share)'/metainfo/*.xml")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test("make uninstall takes all of them away")
    func uninstall() throws {
        let program = try BuiltProgram()
        _ = try installed(program)
        let line = "make -s -C '\(Self.root.path)' uninstall-desktop DESTDIR='\(program.path("root"))' PREFIX=/usr"
        #expect(try program.shell(line).status == 0)
        #expect(try program.shell("find root -type f").output == "")
    }
}
