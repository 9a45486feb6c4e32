import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import type { LogLevel } from './log-levels'

export type Log = Logger

/** Values of keys with these names never reach the log, at any depth. */
const secretNames = [
  'token',
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'cookie',
  'authorization',
  'xc-auth',
  'xc-token',
  'xc-master-key',
  'masterKey',
  'refresh_token',
  'connectionString',
]
const redact = {
  paths: secretNames.flatMap((name) => {
    const key = /^\w+$/.test(name) ? `.${name}` : `["${name}"]`
    return [name.includes('-') ? `["${name}"]` : name, `*${key}`, `*.*${key}`, `*.*.*${key}`]
  }),
  censor: '[hidden]',
}

const fileBytesMax = 5 * 1024 * 1024
const filesMax = 4
/** Polling interval of the file size. In between, a file can grow a little beyond its limit. */
const sizeCheckMs = 1_000

/** The server's log in `logs/server.log` of the profile; earlier files are `server.1.log` and so on. */
export interface ServerLog {
  readonly log: Log
  /** Writes the buffered lines. */
  readonly close: () => Promise<void>
}

/** @param bytesMax  size at which a file is rotated. Deletes the oldest file, so that the total stays bounded. */
export function createFileLog(profileFolder: string, level: LogLevel, bytesMax: number = fileBytesMax): ServerLog {
  const folder = join(profileFolder, 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'server.log')
  makeRoom(folder, file, bytesMax)
  const destination = pino.destination({ dest: file, sync: false, minLength: 4096, mode: 0o600 })
  // A full disk must not end the server; these lines are lost.
  destination.on('error', () => undefined)
  const rotate = (): void => {
    try {
      if (makeRoom(folder, file, bytesMax)) destination.reopen(file)
    } catch {
      // Continues writing if the rotation fails.
    }
  }
  const timer = setInterval(() => destination.flush(rotate), sizeCheckMs)
  timer.unref()
  return {
    log: createLog(level, destination),
    close: () =>
      new Promise((resolve) => {
        clearInterval(timer)
        destination.flush(() => {
          destination.once('close', resolve)
          destination.end()
        })
      }),
  }
}

/** Writes the log as JSON lines to the standard output, for containers. */
export function createConsoleLog(level: LogLevel): ServerLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 0 })
  destination.on('error', () => undefined)
  return {
    log: createLog(level, destination),
    close: () => new Promise((resolve) => destination.flush(() => resolve())),
  }
}

/** Creates a log for any stream; tests read it. */
export function createLog(level: LogLevel, destination?: pino.DestinationStream): Log {
  const options = { level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return destination === undefined ? pino({ ...options, enabled: false }) : pino(options, destination)
}

/** @returns true if the file was rotated */
function makeRoom(folder: string, file: string, bytesMax: number): boolean {
  if (!existsSync(file) || statSync(file).size < bytesMax) return false
  const nth = (n: number): string => join(folder, `server.${n}.log`)
  rmSync(nth(filesMax), { force: true })
  for (let n = filesMax - 1; n >= 1; n -= 1) if (existsSync(nth(n))) renameSync(nth(n), nth(n + 1))
  renameSync(file, nth(1))
  return true
}
