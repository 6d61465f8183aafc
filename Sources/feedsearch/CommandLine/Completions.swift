import FeedLibrary

/// Completion scripts of the shells, made from the tables.
struct Completions {
    let commands: [CommandSpec]
    let language: Language

    /// For bash 4 and its completion loader.
    func bash() -> String {
        let names = commands.map(\.name).joined(separator: " ")
        let everywhere = Flag.everywhere.map(\.spelling).joined(separator: " ")
        var script = """
            # bash completion of feedsearch, made by `feedsearch generate bash`
            _feedsearch() {
                local cur prev word command= i
                cur=${COMP_WORDS[COMP_CWORD]}
                prev=${COMP_WORDS[COMP_CWORD-1]}
                for ((i = 1; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    case $word in
                        \(commands.map(\.name).joined(separator: "|"))) command=$word; break ;;
                    esac
                done
                case $prev in

            """
        for flag in Flag.allCases {
            switch flag.spec.value {
            case .choice(let words):
                let list = words.joined(separator: " ")
                script += "        \(flag.spelling)) COMPREPLY=($(compgen -W '\(list)' -- \"$cur\")); return ;;\n"
            case .path: script += "        \(flag.spelling)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n"
            case .text, .number: script += "        \(flag.spelling)) return ;;\n"
            case .none: break
            }
        }
        script += "    esac\n    local flags='\(everywhere)'\n    case $command in\n"
        for command in commands {
            let flags = command.flags.map(\.spelling).joined(separator: " ")
            let files = command.operandKind == .files ? " files=1" : ""
            script += "        \(command.name)) flags=\"$flags \(flags)\";\(files) ;;\n"
        }
        let searchFlags = commands.first?.flags.map(\.spelling).joined(separator: " ") ?? ""
        script += """
                    '') flags="$flags \(searchFlags)" ;;
                esac
                if [[ $cur == -* ]]; then
                    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
                elif [[ -z $command ]]; then
                    COMPREPLY=($(compgen -W '\(names)' -- "$cur"))
                elif [[ -n $files ]]; then
                    COMPREPLY=($(compgen -f -- "$cur"))
                fi
            }
            complete -o filenames -F _feedsearch feedsearch

            """
        return script.replacing("local cur prev word command= i", with: "local cur prev word command= files= i")
    }

    func zsh() -> String {
        var script =
            "#compdef feedsearch\n# zsh completion of feedsearch, made by `feedsearch generate zsh`\n_feedsearch() {\n"
        script += "    local -a commands\n    commands=(\n"
        for command in commands {
            script += "        \(quote(colonSafe(command.name) + ":" + command.summary.text(language)))\n"
        }
        script += "    )\n    local command= word\n    for word in ${words[2,CURRENT-1]}; do\n"
        script += "        if [[ -n ${commands[(r)$word:*]} ]]; then command=$word; break; fi\n    done\n"
        script += "    local -a flags\n    flags=(\n"
        for flag in Flag.everywhere { script += "        \(zshFlag(flag))\n" }
        script += "    )\n    case ${command:-search} in\n"
        for command in commands {
            script += "        \(command.name))\n            flags+=(\n"
            for flag in command.flags { script += "                \(zshFlag(flag))\n" }
            script += "            )\n"
            if command.operandKind == .files { script += "            flags+=('*:file:_files')\n" }
            script += "            ;;\n"
        }
        script +=
            "    esac\n    if [[ -z $command && $PREFIX != -* ]]; then\n        _describe command commands\n        return\n    fi\n"
        script += "    _arguments -s : \"${flags[@]}\"\n}\n_feedsearch \"$@\"\n"
        return script
    }

    func fish() -> String {
        let names = commands.map(\.name).joined(separator: " ")
        var script = "# fish completion of feedsearch, made by `feedsearch generate fish`\ncomplete -c feedsearch -f\n"
        for command in commands {
            script += "complete -c feedsearch -n 'not __fish_seen_subcommand_from \(names)' -a \(command.name)"
            script += " -d \(quote(command.summary.text(language)))\n"
        }
        for flag in Flag.everywhere { script += "complete -c feedsearch \(fishFlag(flag))\n" }
        for command in commands {
            let condition =
                command.name == commands.first?.name
                ? "not __fish_seen_subcommand_from \(names.dropFirst(command.name.count + 1))"
                : "__fish_seen_subcommand_from \(command.name)"
            for flag in command.flags { script += "complete -c feedsearch -n '\(condition)' \(fishFlag(flag))\n" }
            if command.operandKind == .files { script += "complete -c feedsearch -n '\(condition)' -F\n" }
        }
        return script
    }

    private func zshFlag(_ flag: Flag) -> String {
        let help = flag.spec.help.text(language).replacing("[", with: "(").replacing("]", with: ")")
        let action =
            switch flag.spec.value {
            case .none: ""
            case .choice(let words): ":\(flag.rawValue):(\(words.joined(separator: " ")))"
            case .path(let name): ":\(name):_files"
            case .text(let name), .number(let name, _): ":\(name): "
            }
        return quote("\(flag.spelling)[\(help)]\(action)")
    }

    private func fishFlag(_ flag: Flag) -> String {
        let name = flag == .nul ? "-s 0" : flag == .help ? "-s h -l help" : "-l \(flag.rawValue)"
        let value =
            switch flag.spec.value {
            case .none: ""
            case .choice(let words): " -x -a \(quote(words.joined(separator: " ")))"
            case .path: " -r -F"
            case .text, .number: " -x"
            }
        return "\(name)\(value) -d \(quote(flag.spec.help.text(language)))"
    }

    private func colonSafe(_ text: String) -> String { text.replacing(":", with: "\\:") }

    /// In single quotes of a shell; fish and zsh and bash agree on `'\''`.
    private func quote(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
