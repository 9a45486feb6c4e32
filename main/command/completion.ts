/** Commands and their options. */
type Commands = Readonly<Record<string, { readonly options: readonly string[] }>>

const namesOf = (commands: Commands): string => [...Object.keys(commands), 'completion', 'help'].join(' ')
const optionsOf = (commands: Commands, indent: string): string =>
  Object.entries(commands)
    .map(([name, { options }]) => `${indent}${name}) words='--help ${options.map((each) => `--${each}`).join(' ')}' ;;`)
    .join('\n')

/** Names of tables, for commands that take one. The project is asked while the user types. */
const tables = "basalt ls --csv 2>/dev/null | sed -e 1d -e 's/,.*//' -e 's/\\r//'"

function bash(commands: Commands): string {
  return `_basalt() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words='' IFS=$' \\t\\n'
  if [ "$COMP_CWORD" -eq 1 ]; then words='${namesOf(commands)}'
  elif [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${optionsOf(commands, '      ')}
    esac
  else
    case "\${COMP_WORDS[1]}" in
      completion) words='bash zsh' ;;
      get|insert|export|open) IFS=$'\\n'; words="$(${tables})" ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _basalt basalt
`
}

/** Scripts that complete commands, options and tables. zsh runs that of bash. */
export const completions: Readonly<Record<'bash' | 'zsh', (commands: Commands) => string>> = {
  bash,
  zsh: (commands) =>
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
}
