import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
/** `f_type` of a file system in memory. */
const tmpfs = 0x01_02_19_94
/** The tests use a tenth of it. Containers often have a small one. */
const leastFreeBytes = 4 * 1024 ** 3
const prefix = 'basalt-tests-'

/**
 * Puts the temporary files of this process and its children into memory, where Linux has a file system for it. Databases
 * of tests wait for the disk otherwise. Tests kill processes, never the machine: what was written is there afterwards.
 */
export function putTemporaryFilesInMemory(): void {
  const own = join(memory, `${prefix}${process.pid}-`)
  // vitest loads its configuration once for each project.
  if (process.env['TMPDIR']?.startsWith(own) === true || !hasRoom()) return
  removeLeftovers()
  const folder = mkdtempSync(own)
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    return type === tmpfs && bavail * bsize >= leastFreeBytes
  } catch {
    return false
  }
}

/** Removes the folders of killed runs. */
function removeLeftovers(): void {
  for (const name of readdirSync(memory)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
