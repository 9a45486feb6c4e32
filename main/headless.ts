import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError, errorMessage } from '@common/errors'
import { channelOf } from '@common/model/release'
import { message, type Message, type MessageKey, type MessageParams } from '@common/messages'
import type { SqliteThread } from '@main/db/dialects/sqlite/carrier'
import { deleteOtherCompiledCode } from '@main/lib/compiled-code'
import { languageOfConsole, loadTexts } from '@main/lib/languages'
import { textIn } from '@main/lib/messages'
import { endNow } from '@main/lib/parent-process'
import { ArgumentError, readArguments, type ServeArguments } from '@main/lib/serve-arguments'
import { readSettings, withSettings, type SettingsRead } from '@main/lib/settings-file'
import { createServer, type NewestRelease, type Server } from './server'

/*
 * The server without a window: `serve --port 8080 --profile DIR`. It prints one line when it is ready, or one sentence
 * if it can't start. Everything else goes to the profile's log.
 */

/** People read the console in their language; scripts read English. */
const consoleLanguage = languageOfConsole(process.env, process.stdout.isTTY)

/** Lines for people: beside the log if that is on the standard output. */
let console = process.stdout as NodeJS.WritableStream

/** The server, once it runs. */
let running: Server | undefined

const here = (path: string): URL => new URL(path, import.meta.url)

function version(): string {
  // Next to the bundle's folder, in the repository and in a package.
  const file = here('../../package.json')
  if (!existsSync(file)) return '0.0.0'
  const { version: found } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }
  return found ?? '0.0.0'
}

/**
 * Runs the server until it gets a signal.
 *
 * @param sqliteThread  started earlier, for the first reads
 */
export async function serve(sqliteThread: SqliteThread | undefined): Promise<void> {
  await loadTexts(consoleLanguage)
  let given: ServeArguments
  try {
    given = readGiven(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error
    end(error.text, 2)
  }
  if (given.help) {
    process.stdout.write(`${text('usage')}\n`)
    return
  }

  if (given.telemetry.logTo === 'stdout') console = process.stderr
  const server = await start(given, sqliteThread).catch((error: unknown) => end(startProblem(error, given), 1))
  running = server
  stopOnSignals(server)
  // An unhandled error belongs to one request or task; others continue.
  process.on('unhandledRejection', (error) => server.log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => server.log.error({ err: error }, 'uncaught exception'))
  console.write(`${text(server.portWasTaken ? 'readyElsewhere' : 'ready', { url: server.url, port: given.port })}\n`)
  if (given.open) openInBrowser(server.url)
  void deleteOtherCompiledCode(resolve(given.profile), new URL(import.meta.url))
  await sayGrpc(server)
}

/** The address of gRPC is printed when the first project uses it. */
async function sayGrpc(server: Server): Promise<void> {
  const grpc = await server.grpc()
  if (grpc === undefined) return
  const { address, takenPort } = grpc
  console.write(`${text(takenPort === undefined ? 'grpcReady' : 'grpcReadyElsewhere', { address, port: takenPort })}\n`)
}

/** Arguments take precedence over the environment, and both over the settings in the profile. */
function readGiven(args: readonly string[]): ServeArguments {
  const given = readArguments(args, process.env)
  if (given.help) return given
  let read: SettingsRead
  try {
    read = readSettings(resolve(given.profile), new Date())
  } catch {
    // Opening the profile reports its problems.
    return given
  }
  if (read.movedTo !== undefined) process.stderr.write(`${text('settingsMoved', { file: read.movedTo })}\n`)
  return readArguments(args, withSettings(process.env, read.settings))
}

function start(given: ServeArguments, sqliteThread: SqliteThread | undefined): Promise<Server> {
  return createServer({
    profileFolder: resolve(given.profile),
    port: given.port,
    grpcPort: given.grpcPort,
    pocketPort: given.pocketPort,
    host: given.host,
    metaUrl: given.metaUrl,
    peerUrl: given.peerUrl,
    allowedHosts: given.allowedHosts,
    signInAttempts: given.signInAttempts,
    allowedOrigins: given.allowedOrigins,
    openSchema: given.openSchema,
    signUpAttempts: given.signUpAttempts,
    closeSignUp: given.closeSignUp,
    baseUrl: given.baseUrl,
    historyDays: given.historyDays,
    historyThinDays: given.historyThinDays,
    auditDays: given.auditDays,
    mail: given.mail,
    providers: given.providers,
    interfaceRules: given.interfaceRules,
    setupCode: given.setupCode,
    authType: given.authType,
    masterKey: given.masterKey,
    announceSetupCode: (code) => void console.write(`${text('setupCode', { code })}\n`),
    logLevel: given.logLevel,
    telemetry: given.telemetry,
    version: version(),
    newestRelease: newestRelease(given),
    localesFolder: given.localesFolder,
    rendererFolder: fileURLToPath(here('../renderer')),
    sqliteWorkerUrl: here('./sqlite-worker.js'),
    sqliteThread,
    validateOutput: process.env['NODE_ENV'] === 'development',
  })
}

/** Loads the code of the feed with the first request. */
function newestRelease({ updates }: ServeArguments): NewestRelease | undefined {
  if (updates === undefined) return undefined
  let releases: Promise<NewestRelease> | undefined
  return async () => {
    releases ??= import('@main/updater/feed-release').then(({ feedReleases }) =>
      feedReleases({
        url: updates.url,
        channel: channelOf(updates.channel, version()),
        platform: process.platform,
        arch: process.arch,
        nowMs: () => performance.now(),
        onFault: (error) => running?.log.warn({ err: error }, 'the feed of updates did not answer'),
      }),
    )
    return (await releases)()
  }
}

function startProblem(error: unknown, given: ServeArguments): Message {
  if (error instanceof AppError) return errorMessage(error.code, error.details)
  const { code, message: reason } = error as NodeJS.ErrnoException
  const { port, host, profile } = given
  if (code === 'EADDRINUSE') return message('server.portsTaken', { port })
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return message('server.hostUnusable', { host })
  if (code === 'EACCES' && port !== 0 && port < 1024) return message('server.portForbidden', { port })
  if (code !== undefined && ['EACCES', 'EPERM', 'ENOTDIR', 'EROFS', 'EEXIST', 'ENOSPC'].includes(code))
    return message('server.profileUnusable', { folder: profile, reason: code })
  return message('server.startFailed', { reason })
}

/** Returns a line for the console. */
const text = (name: ServerText, params?: MessageParams): string =>
  textIn(consoleLanguage, message(`server.${name}`, params))
type ServerText = Extract<MessageKey, `server.${string}`> extends `server.${infer Name}` ? Name : never

/** Prints why, then ends the process. */
function end(why: Message, code: number): never {
  process.stderr.write(`${textIn(consoleLanguage, why)}\n`)
  process.exit(code)
}

function stopOnSignals(server: Server): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A second Ctrl+C ends the process at once.
      if (stopping) {
        if (signal === 'SIGINT') process.exit(130)
        return
      }
      stopping = true
      server.close().then(
        // A thread stuck in a statement would block `process.exit` forever.
        (isClosed) => (isClosed ? process.exit(0) : endNow()),
        () => process.exit(1),
      )
    })
}

/** Opens the page in a browser, if there is one. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '', url]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', url]
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined }
  const child = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true, env })
  child.on('error', () => undefined)
  child.unref()
}
