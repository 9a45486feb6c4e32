import { parseArgs } from 'node:util'
import { defaultPort, terminalPort as defaultTerminalPort } from '@common/constants'
import { logLevels, type LogLevel } from './log'
import { serverSentence } from './messages'
import { defaultProfileFolder } from './profile'

/** What the server without a window was started with: each as an argument or as an environment variable. */
export interface ServeArguments {
  readonly port: number
  readonly terminalPort: number
  /** Undefined when nobody names one: the usual one, or any beside a free `port`. */
  readonly grpcPort: number | undefined
  readonly profile: string
  readonly host: string
  readonly allowedHosts: readonly string[]
  /** From the environment only: it may hold a password, and arguments can be seen by everybody on the machine. */
  readonly metaUrl: string | undefined
  readonly signInAttempts: number | undefined
  readonly logLevel: LogLevel | undefined
  readonly open: boolean
  readonly help: boolean
}

/** Arguments that cannot be understood; the message is the sentence for people. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const known = {
  port: { type: 'string' },
  'terminal-port': { type: 'string' },
  'grpc-port': { type: 'string' },
  profile: { type: 'string' },
  host: { type: 'string' },
  'allowed-host': { type: 'string', multiple: true },
  'sign-in-attempts': { type: 'string' },
  open: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

const portMax = 65_535
const attemptsMax = 1_000_000

/** @throws ArgumentError */
export function readArguments(args: readonly string[], environment: NodeJS.ProcessEnv): ServeArguments {
  const values = parse(args)
  const port = wholeNumber('--port', values.port ?? environment['BASALT_PORT'], portMax)
  const terminalPort = wholeNumber(
    '--terminal-port',
    values['terminal-port'] ?? environment['BASALT_TERMINAL_PORT'],
    portMax,
  )
  return {
    port: port ?? defaultPort,
    terminalPort: terminalPort ?? defaultTerminalPort,
    grpcPort: wholeNumber('--grpc-port', values['grpc-port'] ?? environment['BASALT_GRPC_PORT'], portMax),
    profile: nonEmpty('--profile', values.profile ?? environment['BASALT_PROFILE']) ?? defaultProfileFolder(),
    host: nonEmpty('--host', values.host ?? environment['BASALT_HOST']) ?? '127.0.0.1',
    allowedHosts: values['allowed-host'] ?? environment['BASALT_ALLOWED_HOSTS']?.split(',') ?? [],
    metaUrl: nonEmpty('BASALT_META_URL', environment['BASALT_META_URL']),
    signInAttempts: wholeNumber(
      '--sign-in-attempts',
      values['sign-in-attempts'] ?? environment['BASALT_SIGN_IN_ATTEMPTS'],
      attemptsMax,
    ),
    logLevel: logLevel(environment['BASALT_LOG_LEVEL']),
    open: values.open ?? false,
    help: values.help ?? false,
  }
}

type Values = ReturnType<typeof parseArgs<{ readonly options: typeof known }>>['values']

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values
  } catch (error) {
    const named = /'(-[^']*?)(?: <value>)?'/.exec((error as Error).message)?.[1]
    const argument = named ?? args.find((text) => !text.startsWith('-')) ?? ''
    if (Object.keys(known).includes(argument.replace(/^--/, '')))
      throw new ArgumentError(serverSentence('argumentValue', { argument, expected: 'a value', value: '' }))
    throw new ArgumentError(
      serverSentence('argumentUnknown', { argument, known: Object.keys(known).map((name) => `--${name}`) }),
    )
  }
}

function wholeNumber(argument: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw new ArgumentError(
    serverSentence('argumentValue', { argument, expected: `a whole number from 0 to ${max}`, value: text }),
  )
}

function nonEmpty(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text.trim() !== '') return text
  if (argument.startsWith('--'))
    throw new ArgumentError(serverSentence('argumentValue', { argument, expected: 'a value', value: text }))
  return undefined
}

function logLevel(text: string | undefined): LogLevel | undefined {
  if (text === undefined || text === '') return undefined
  const level = logLevels.find((name) => name === text)
  if (level !== undefined) return level
  throw new ArgumentError(
    serverSentence('argumentValue', { argument: 'BASALT_LOG_LEVEL', expected: logLevels.join(', '), value: text }),
  )
}
