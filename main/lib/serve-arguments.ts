import { parseArgs } from 'node:util'
import { message, type Message, type MessageParam } from '@common/messages'
import type { MailSettings } from '@common/model/mail'
import type { InterfaceRules } from '@common/model/interface-rules'
import type { ProviderSettings } from '@common/model/provider'
import { defaultPort, historyDaysMax, terminalPort as defaultTerminalPort } from '@common/constants'
import { baseAddress } from './base-address'
import { authTypes, masterKeyMinLength, type AuthType } from '@common/model/auth-type'
import { logLevels, type LogLevel } from './log-levels'
import { interfaceFromEnvironment } from './interface-environment'
import { mailFromEnvironment } from './mail-environment'
import { providersFromEnvironment } from './provider-environment'
import { telemetryFromEnvironment, type TelemetrySettings } from './telemetry-environment'
import { updatesFromEnvironment, type UpdateFeed } from './update-environment'
import { defaultProfileFolder } from './profile'
import { webOrigin } from './web-origin'
import { yesOrNo } from './yes-or-no'

/** Start options of the server, from arguments or environment variables. */
export interface ServeArguments {
  readonly port: number
  readonly terminalPort: number
  /** Undefined: the default, or any free one with `port` 0. */
  readonly grpcPort: number | undefined
  /** Port of shares on the network. Undefined: any free one. */
  readonly pocketPort: number | undefined
  readonly profile: string
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** From the environment only: it may hold a password, and arguments can be seen by everybody on the machine. */
  readonly metaUrl: string | undefined
  /** Where other servers of the same meta store reach this one, from the environment only. */
  readonly peerUrl: string | undefined
  readonly signInAttempts: number | undefined
  readonly signUpAttempts: number | undefined
  readonly closeSignUp: boolean
  /** Address in links. */
  readonly baseUrl: string | undefined
  /** Age limits of the change log, in days. */
  readonly historyDays: number | undefined
  readonly historyThinDays: number | undefined
  /** Age limit of audit lines, in days. */
  readonly auditDays: number | undefined
  /** From the environment only: it holds a password. */
  readonly mail: MailSettings | undefined
  readonly providers: readonly ProviderSettings[]
  /** Rules of the page, from the environment only. */
  readonly interfaceRules: InterfaceRules
  /** Returns API documents without a token. */
  readonly openSchema: boolean
  /** From the environment only, like every secret. */
  readonly setupCode: string | undefined
  readonly authType: AuthType
  /** From the environment only, like every secret. Present for the auth type `masterKey`. */
  readonly masterKey: string | undefined
  readonly logLevel: LogLevel | undefined
  readonly telemetry: TelemetrySettings
  /** Feed of a server without a window, from the environment only. Undefined: it sends no request. */
  readonly updates: UpdateFeed | undefined
  /** Folder whose translations the owner of the installation can change, from the environment only. */
  readonly localesFolder: string | undefined
  readonly open: boolean
  readonly help: boolean
}

/** An argument that the program doesn't understand. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'

  constructor(readonly text: Message) {
    super(text.key)
  }
}

const wrongValue = (argument: string, expected: MessageParam, value: string): ArgumentError =>
  new ArgumentError(message('server.argumentValue', { argument, expected, value }))

const known = {
  port: { type: 'string' },
  'terminal-port': { type: 'string' },
  'grpc-port': { type: 'string' },
  'pocket-port': { type: 'string' },
  profile: { type: 'string' },
  host: { type: 'string' },
  'allowed-host': { type: 'string', multiple: true },
  'allowed-origin': { type: 'string', multiple: true },
  'sign-in-attempts': { type: 'string' },
  'sign-up-attempts': { type: 'string' },
  'close-sign-up': { type: 'boolean' },
  'base-url': { type: 'string' },
  'history-days': { type: 'string' },
  'history-thin-days': { type: 'string' },
  'audit-days': { type: 'string' },
  'auth-type': { type: 'string' },
  'open-schema': { type: 'boolean' },
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
    pocketPort: wholeNumber('--pocket-port', values['pocket-port'] ?? environment['BASALT_POCKET_PORT'], portMax),
    profile: nonEmpty('--profile', values.profile ?? environment['BASALT_PROFILE']) ?? defaultProfileFolder(),
    host: nonEmpty('--host', values.host ?? environment['BASALT_HOST']) ?? '127.0.0.1',
    allowedHosts: values['allowed-host'] ?? environment['BASALT_ALLOWED_HOSTS']?.split(',') ?? [],
    allowedOrigins: originsOf(values['allowed-origin'] ?? environment['BASALT_ALLOWED_ORIGINS']?.split(',') ?? []),
    metaUrl: nonEmpty('BASALT_META_URL', environment['BASALT_META_URL']),
    peerUrl: peerUrlOf(environment['BASALT_PEER_URL']),
    signInAttempts: wholeNumber(
      '--sign-in-attempts',
      values['sign-in-attempts'] ?? environment['BASALT_SIGN_IN_ATTEMPTS'],
      attemptsMax,
    ),
    signUpAttempts: wholeNumber(
      '--sign-up-attempts',
      values['sign-up-attempts'] ?? environment['BASALT_SIGN_UP_ATTEMPTS'],
      attemptsMax,
    ),
    closeSignUp: values['close-sign-up'] ?? yesOrNo('BASALT_CLOSE_SIGN_UP', environment, false, wrongValue),
    baseUrl: addressOf('--base-url', nonEmpty('--base-url', values['base-url'] ?? environment['BASALT_BASE_URL'])),
    historyDays: wholeNumber(
      '--history-days',
      values['history-days'] ?? environment['BASALT_HISTORY_DAYS'],
      historyDaysMax,
    ),
    historyThinDays: wholeNumber(
      '--history-thin-days',
      values['history-thin-days'] ?? environment['BASALT_HISTORY_THIN_DAYS'],
      historyDaysMax,
    ),
    auditDays: wholeNumber('--audit-days', values['audit-days'] ?? environment['BASALT_AUDIT_DAYS'], historyDaysMax),
    mail: mailFromEnvironment(environment, wrongValue),
    providers: providersFromEnvironment(environment, wrongValue),
    interfaceRules: interfaceFromEnvironment(environment, wrongValue),
    openSchema: values['open-schema'] ?? yesOrNo('BASALT_OPEN_SCHEMA', environment, false, wrongValue),
    setupCode: nonEmpty('BASALT_SETUP_CODE', environment['BASALT_SETUP_CODE']),
    ...authOf(values['auth-type'] ?? environment['BASALT_AUTH_TYPE'], environment['BASALT_MASTER_KEY'] ?? ''),
    logLevel: logLevel(environment['BASALT_LOG_LEVEL']),
    telemetry: telemetryFromEnvironment(environment, wrongValue),
    updates: updatesFromEnvironment(environment, wrongValue),
    localesFolder: environment['BASALT_LOCALES'] || undefined,
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
      throw wrongValue(argument, message('errorWords.value'), '')
    throw new ArgumentError(
      message('server.argumentUnknown', { argument, known: Object.keys(known).map((name) => `--${name}`) }),
    )
  }
}

function wholeNumber(argument: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw wrongValue(argument, message('server.wholeNumber', { max }), text)
}

/** Parses an origin as browsers send it: scheme, host and port only. */
function originsOf(given: readonly string[]): string[] {
  return given
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const origin = webOrigin(text)
      if (origin !== undefined) return origin
      throw wrongValue('--allowed-origin', message('server.origin'), text.trim())
    })
}

/** Parses the address of this Basalt in links. */
function addressOf(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const address = baseAddress(text)
  if (address === undefined) throw wrongValue(argument, message('server.address'), text)
  return address
}

/** Servers speak http to each other. */
function peerUrlOf(text: string | undefined): string | undefined {
  const argument = 'BASALT_PEER_URL'
  const address = addressOf(argument, nonEmpty(argument, text))
  if (address?.startsWith('https:') === true) throw wrongValue(argument, message('server.peerAddress'), address)
  return address
}

function nonEmpty(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text.trim() !== '') return text
  if (argument.startsWith('--')) throw wrongValue(argument, message('errorWords.value'), text)
  return undefined
}

function authOf(text: string | undefined, key: string): Pick<ServeArguments, 'authType' | 'masterKey'> {
  const authType = text === undefined || text === '' ? 'jwt' : authTypes.find((name) => name === text)
  if (authType === undefined) throw wrongValue('--auth-type', authTypes, text ?? '')
  if (authType !== 'masterKey') {
    // Otherwise its owner could think that the key protects the server.
    if (key !== '') throw wrongValue('--auth-type', 'masterKey', authType)
    return { authType, masterKey: undefined }
  }
  // The message doesn't repeat a secret.
  if (key.length < masterKeyMinLength || key !== key.trim() || !/^[\x20-\x7e]*$/.test(key))
    throw wrongValue('BASALT_MASTER_KEY', message('server.masterKey', { min: masterKeyMinLength }), '')
  return { authType, masterKey: key }
}

function logLevel(text: string | undefined): LogLevel | undefined {
  if (text === undefined || text === '') return undefined
  const level = logLevels.find((name) => name === text)
  if (level !== undefined) return level
  throw wrongValue('BASALT_LOG_LEVEL', logLevels, text)
}
