import { execFile } from 'node:child_process'
import { link, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '@common/errors'
import type { Ids } from './ids'

/** Prevents two servers from writing the same profile. */
export interface ProfileLock {
  readonly release: () => Promise<void>
}

interface Holder {
  readonly pid: number
  /** Start time of that process from the operating system; empty if unavailable. */
  readonly processStart: string
  readonly host: string
  readonly lockedAt: string
  readonly nonce: string
}

const fileName = 'basalt.lock'
const signOfLifeEveryMs = 20_000
/** A holder on another machine is trusted while its heartbeat is recent. */
const lifeBelievedMs = 90_000
/** Removing a stale lock takes moments; a remover that takes longer has crashed. */
const turnAtMostMs = 10_000
const turnPollMs = 50
const attemptsAtMost = 300

/**
 * Takes the profile's lock. Detects stale locks of a crash: the process is gone, its number belongs to another process,
 * or the machine was restarted.
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
      // Creating a link is atomic and never replaces another file.
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
      // Removes only our own lock; another server may have replaced a stale one.
      if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true })
    },
  }
}

/** Removes a stale lock. Serialized, because another server could remove a lock that was just created. */
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

/** Distinguishes two processes with the same number. */
async function processStart(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8')
      // Field 22, start time in ticks since boot; the name in field 2 may hold blanks and brackets.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended; its parent just hasn't collected it.
      return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
    }
    if (process.platform === 'win32') return ''
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { timeout: 5_000 })
    return stdout.trim()
  } catch {
    return ''
  }
}
