import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadResult } from './load'

/** A role of this program in a process of its own. */
export function startRole(role: string, args: readonly string[] = []): ChildProcess {
  const program = process.argv[1] ?? fileURLToPath(import.meta.url)
  return fork(program, [`--role=${role}`, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Waits for the port that a bare server reports. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port))
    child.once('exit', (code) => reject(new Error(`A server of the bench ended with ${code}`)))
  })
}

/** Ends a process that we started and waits for it. */
export async function endRole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.removeAllListeners('message')
  child.disconnect()
  await ended
}

/** The load process and a way to give it orders, several at a time if need be. */
export interface LoadProcess {
  readonly run: (order: LoadOrder) => Promise<LoadResult>
  readonly end: () => Promise<void>
}

export function startLoad(): LoadProcess {
  const child = startRole('load')
  const waiting = new Map<number, { resolve: (result: LoadResult) => void; reject: (error: Error) => void }>()
  let last = 0
  child.on('message', (message) => {
    const { number, result, error } = message as { number: number; result?: LoadResult; error?: string }
    const waiter = waiting.get(number)
    waiting.delete(number)
    if (result === undefined) waiter?.reject(new Error(error))
    else waiter?.resolve(result)
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The load process has ended'))
  })
  return {
    run: (order) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        child.send({ number: last, order })
      }),
    end: () => endRole(child),
  }
}

/** Returns the resident memory of a process and its children in MiB; undefined if the system doesn't report it. */
export function residentMiB(pid: number | undefined): number | undefined {
  return sumOf(familyOf(pid).map((each) => statusMiB(each, 'VmRSS')))
}

/** Returns the peak memory of a process and its children; undefined if the system doesn't report it. */
export function mostResidentMiB(pid: number | undefined): number | undefined {
  return sumOf(familyOf(pid).map((each) => statusMiB(each, 'VmHWM')))
}

/** Returns a process and its children, which run our long queries. */
function familyOf(pid: number | undefined): (number | undefined)[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children]
  } catch {
    return [pid]
  }
}

function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  const [first, ...others] = amounts
  // The child may have ended in the meantime.
  return first === undefined ? undefined : others.reduce<number>((sum, amount) => sum + (amount ?? 0), first)
}

function statusMiB(pid: number | undefined, name: string): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(line)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

/**
 * Returns the processor time of a process, its threads and its running children, in microseconds; undefined if the
 * system doesn't report it.
 */
export function processorUs(pid: number | undefined): number | undefined {
  return sumOf(familyOf(pid).map(ownProcessorUs))
}

function ownProcessorUs(pid: number | undefined): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    // utime and stime (fields 14 and 15 of proc(5)), in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return undefined
  }
}
