/** The commands, as the help and the completion list them. */
export const commandNames = ['ls', 'get', 'query', 'insert', 'export', 'import', 'open'] as const
export type CommandName = (typeof commandNames)[number]

/** Words that also run the command `basalt`. */
const otherWords = ['completion', 'help', '--help', '-h', '--version']

/** True if a program started as `basalt WORD …` is the command, and not the window with a file to open. */
export const isCommandWord = (word: string | undefined): boolean =>
  word !== undefined && [...commandNames, ...otherWords].includes(word)
