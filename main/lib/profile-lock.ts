import { execFile } from 'node:child_process'
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '@common/errors'
import type { Ids } from './ids'

/** Keeps two servers from writing the same profile. */
export interface ProfileLock {
  readonly release: () => Promise<void>
}

interface Holder {
  readonly pid: number
  /** When that process began, as the operating system says; empty where it does not say. */
  readonly processStart: string
  readonly host: string
  readonly lockedAt: string
  readonly nonce: string
}

const fileName = 'basalt.lock'
const signOfLifeEveryMs = 20_000
/** A holder on another machine cannot be asked; it is believed while its sign of life is fresh. */
const lifeBelievedMs = 90_000
/** Removing a leftover takes moments; who has been at it for longer has crashed. */
const turnAtMostMs = 10_000
const turnPollMs = 50
const attemptsAtMost = 300

/**
 * Takes the profile's lock. What a crash left behind is recognised: the process is gone, or another one has
 * its number since, or the machine was started anew.
 *
 * @throws AppError PROFILE_IN_USE
 */
export async function lockProfile(folder: string, ids: Ids): Promise<ProfileLock> {
  const path = join(folder, fileName)
  const holder: Holder = {
    pid: process.pid,
    processStart: await processStart(process.pid),
    host: hostname(),
    lockedAt: new Date().toISOString(),
    nonce: ids.hex(8),
  }
  const text = JSON.stringify(holder)
  const proposal = join(folder, `.${fileName}.${holder.nonce}`)
  await writeFile(proposal, text, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
      // A link either appears whole or not at all, and never replaces another.
      if (await linked(proposal, path)) return held(path, text)
      await removeLeftover(path)
    }
    throw new AppError('PROFILE_IN_USE')
  } finally {
    await rm(proposal, { force: true })
  }
}

async function linked(proposal: string, path: string): Promise<boolean> {
  try {
    await link(proposal, path)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    // Some file systems have no hard links: an exclusive file does nearly as well.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    return writeFile(path, await readFile(proposal), { flag: 'wx', mode: 0o600 }).then(
      () => true,
      () => false,
    )
  }
}

function held(path: string, text: string): ProfileLock {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, signOfLifeEveryMs)
  timer.unref()
  return {
    release: async () => {
      clearInterval(timer)
      // Only our own: whoever believed us dead may hold it now.
      if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
    },
  }
}

/** Removes the lock if nobody holds it. One starter at a time: else one could remove what another has just put there. */
async function removeLeftover(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return
  const holder = parseHolder(text)
  if (holder !== undefined && (await isAlive(holder, path))) throw new AppError('PROFILE_IN_USE', { pid: holder.pid })
  const turn = `${path}.turn`
  try {
    await writeFile(turn, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const taken = await stat(turn).catch(() => undefined)
    if (taken !== undefined && Date.now() - taken.mtimeMs > turnAtMostMs) await rm(turn, { force: true })
    else await delay(turnPollMs)
    return
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) await rm(path, { force: true })
  } finally {
    await rm(turn, { force: true })
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, processStart: start, host, lockedAt, nonce } = value as Record<string, unknown>
    if (typeof pid !== 'number' || typeof host !== 'string' || typeof lockedAt !== 'string') return undefined
    return { pid, host, lockedAt, processStart: textOf(start), nonce: textOf(nonce) }
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    const { mtimeMs } = await stat(path)
    return Date.now() - mtimeMs < lifeBelievedMs
  }
  const machineStartedAt = Date.now() - uptime() * 1_000
  // A minute of tolerance: clocks are set while machines start.
  if (Date.parse(holder.lockedAt) < machineStartedAt - 60_000) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const start = await processStart(holder.pid)
  return start === '' || holder.processStart === '' || start === holder.processStart
}

const run = promisify(execFile)

/** Tells two processes with the same number apart. */
async function processStart(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8')
      // Field 22, start time in ticks since boot; the name in field 2 may hold blanks and brackets.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended: only its parent has not looked yet.
      return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
    }
    if (process.platform === 'win32') return ''
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 5_000 })
    return stdout.trim()
  } catch {
    return ''
  }
}
