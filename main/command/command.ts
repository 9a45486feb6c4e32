import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { CommandName } from '@common/constants/command-names'
import { CommandError, createApi, exitCodes } from './api'
import { completions } from './completion'
import { exportTable, getRows, importFile, insertRows, listTables, openPage, runQuery } from './commands'
import type { CommandIo, Run } from './run'
import { words } from './words'

interface Command {
  /** Number of arguments, at least and at most. */
  readonly takes: readonly [number, number]
  readonly options: readonly OptionName[]
  readonly run: (run: Run) => Promise<void>
}

const optionTypes = {
  json: 'boolean',
  csv: 'boolean',
  where: 'string',
  sort: 'string',
  fields: 'string',
  limit: 'string',
  format: 'string',
  output: 'string',
  into: 'string',
  title: 'string',
  print: 'boolean',
  names: 'boolean',
} as const
type OptionName = keyof typeof optionTypes

const shapes: readonly OptionName[] = ['json', 'csv']
const filters: readonly OptionName[] = ['where', 'sort', 'fields', 'limit']

const commands = {
  ls: { takes: [0, 0], options: [...shapes, 'names'], run: listTables },
  get: { takes: [1, 2], options: [...shapes, ...filters], run: getRows },
  query: { takes: [1, 1], options: shapes, run: runQuery },
  insert: { takes: [1, 2], options: ['json'], run: insertRows },
  export: { takes: [1, 1], options: ['format', 'output', ...filters], run: exportTable },
  import: { takes: [1, 1], options: ['into', 'title', 'json'], run: importFile },
  open: { takes: [0, 2], options: ['print'], run: openPage },
} as const satisfies Readonly<Record<CommandName, Command>>

/**
 * Runs `basalt`: reads its address, project and token from the environment.
 *
 * @returns the exit code
 */
export async function runCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  try {
    await dispatch(argv, io)
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    io.complain(`basalt: ${error.message}\n`)
    return error.exitCode
  }
}

async function dispatch([name, ...rest]: readonly string[], io: CommandIo): Promise<void> {
  if (name === undefined) {
    io.complain(`${words('help')}\n`)
    throw new CommandError(words('noCommand'), exitCodes.usage)
  }
  if (name === '--help' || name === '-h' || name === 'help') return io.write(`${words('help')}\n`)
  if (name === '--version') return io.write(`${io.version}\n`)
  if (name === 'completion') return io.write(completionFor(rest))
  if (!isCommand(name)) throw new CommandError(words('unknownCommand', { name }), exitCodes.usage)
  const command: Command = commands[name]
  const { positionals, values } = parsed(rest, command)
  if (values['help'] === true) return io.write(`${words(`helpOf.${name}`)}\n`)
  const [least, most] = command.takes
  if (positionals.length < least || positionals.length > most)
    throw new CommandError(words('usage', { usage: words(`helpOf.${name}`).split('\n', 1)[0] ?? '' }), exitCodes.usage)
  await command.run({ api: createApi(io.env), io, args: positionals, options: values })
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name)

function parsed(args: readonly string[], { options: names }: Command) {
  const options: ParseArgsOptionsConfig = {
    help: { type: 'boolean', short: 'h' },
    ...Object.fromEntries(names.map((name) => [name, { type: optionTypes[name] }])),
  }
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { positionals, values: values as Run['options'] }
  } catch (error) {
    const [, option] = /'(-[^']*)'/.exec(error instanceof Error ? error.message : '') ?? []
    throw new CommandError(words('badOption', { option: option ?? '' }), exitCodes.usage)
  }
}

function completionFor([shell = '']: readonly string[]): string {
  if (shell !== 'bash' && shell !== 'zsh') throw new CommandError(words('completionShell'), exitCodes.usage)
  return completions[shell](commands)
}
