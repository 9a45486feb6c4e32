/** Commands and their options. */
type Commands = Readonly<Record<string, { readonly options: readonly string[] }>>

const lines = (words: readonly string[]): string => words.join('\n')
const optionsOf = (commands: Commands): string =>
  Object.entries(commands)
    .map(
      ([name, { options }]) => `      ${name}) words='${lines(['--help', ...options.map((each) => `--${each}`)])}' ;;`,
    )
    .join('\n')

/**
 * Returns the completion function. `words` has a choice on each line: anybody who may create a table chooses its title, so
 * the shell must never expand one, as `compgen -W` would. zsh quotes the replies itself.
 */
function bash(commands: Commands): string {
  return `_basalt() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words='' each quoted
  if [ "$COMP_CWORD" -eq 1 ]; then words='${lines([...Object.keys(commands), 'completion', 'help'])}'
  elif [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${optionsOf(commands)}
    esac
  else
    case "\${COMP_WORDS[1]}" in
      completion) words='${lines(['bash', 'zsh'])}' ;;
      get|insert|export|open) words="$(basalt ls --names 2>/dev/null)" ;;
    esac
  fi
  COMPREPLY=()
  while IFS= read -r each; do
    printf -v quoted %q "$each"
    if [ -n "$each" ] && [[ "$quoted" == "$word"* ]]; then
      if [ -n "\${BASH_VERSION:-}" ]; then COMPREPLY+=("$quoted"); else COMPREPLY+=("$each"); fi
    fi
  done <<< "$words"
}
complete -o default -F _basalt basalt
`
}

/**
 * Scripts that complete commands, options and tables. zsh runs that of bash.
 *
 * zsh asks a question at each start if another account can change a folder of its functions. `-i` skips such folders
 * instead.
 */
export const completions: Readonly<Record<'bash' | 'zsh', (commands: Commands) => string>> = {
  bash,
  zsh: (commands) =>
    `autoload -U +X compinit && compinit -i\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`,
}
