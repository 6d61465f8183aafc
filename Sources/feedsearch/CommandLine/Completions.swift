/// Completion scripts for shells. Each script gets its candidates from `feedsearch complete --line`, so feeds, folders,
/// tags and saved searches are completed as well, and the scripts need no update when commands change.
enum Completions {
    /// bash 4 splits words at colons and equals signs, so the part up to the last of these signs is removed from the
    /// candidates.
    static let bash = """
        # bash completion of feedsearch, made by `feedsearch generate bash`
        _feedsearch() {
            local line=${COMP_LINE:0:COMP_POINT} IFS=$'\\n' reply word lead candidate
            mapfile -t reply < <("${COMP_WORDS[0]}" complete --line "$line" 2>/dev/null)
            COMPREPLY=()
            if [[ ${reply[0]} == :files ]]; then
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
                return
            fi
            word=${line##*[[:space:]]}
            lead=
            [[ $word == *[:=]* ]] && lead=${word%"${word##*[:=]}"}
            for candidate in "${reply[@]}"; do
                candidate=${candidate%%$'\\t'*}
                case $lead in
                    '') ;;
                    *) [[ $candidate == "$lead"* ]] || continue; candidate=${candidate#"$lead"} ;;
                esac
                case $word in
                    *[\\'\\"]*) COMPREPLY+=("$candidate") ;;
                    *) COMPREPLY+=("$(printf %q "$candidate")") ;;
                esac
            done
            [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
        }
        complete -F _feedsearch feedsearch

        """

    static let zsh = """
        #compdef feedsearch
        # zsh completion of feedsearch, made by `feedsearch generate zsh`
        _feedsearch() {
            local -a reply texts shown
            local line=${(j: :)words[1,CURRENT]} candidate text about
            reply=("${(@f)$(${words[1]} complete --line "$line" 2>/dev/null)}")
            if [[ $reply[1] == :files ]]; then _files; return; fi
            for candidate in $reply; do
                text=${candidate%%$'\\t'*} about=${candidate#*$'\\t'}
                [[ -n $text ]] || continue
                texts+=("$text")
                shown+=("$text${about:+  -- $about}")
            done
            (( $#texts )) || return 1
            compadd -Q -U -l -d shown -- "${(@q-)texts}"
        }
        if [[ $funcstack[1] == _feedsearch ]]; then _feedsearch "$@"; else compdef _feedsearch feedsearch; fi

        """

    static let fish = """
        # fish completion of feedsearch, made by `feedsearch generate fish`
        function __feedsearch_complete
            set -l reply (feedsearch complete --line (commandline -cp) 2>/dev/null)
            if test "$reply[1]" = :files
                __fish_complete_path (commandline -ct)
            else
                printf '%s\\n' $reply
            end
        end
        complete -c feedsearch -f -a '(__feedsearch_complete)'

        """
}
