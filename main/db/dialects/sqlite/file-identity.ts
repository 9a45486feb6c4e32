import { rmSync, statSync, type BigIntStats } from 'node:fs'

/**
 * Returns device and inode of the file at a path; undefined if there is none. Changes when a program replaces the file
 * by renaming (sync tools, git, editors). The system doesn't reuse an inode while a connection holds the file open.
 */
export function fileIdentity(path: string): string | undefined {
  const facts = factsOf(path)
  return facts && `${facts.dev}:${facts.ino}`
}

/** Returns time and size of a file. Differs after every write, within the resolution of the clock. */
export function fileStamp(path: string): string | undefined {
  const facts = factsOf(path)
  return facts && `${facts.mtimeNs}:${facts.size}`
}

/** Returns the size of a file in bytes, 0 if it doesn't exist. */
export const fileBytes = (path: string): number => Number(factsOf(path)?.size ?? 0)

/** Identities of the WAL files that connections share, by name. */
export type LogFiles = ReadonlyMap<string, string>

/** Returns the identities of the existing log and its index. */
export function logFilesOf(filename: string): LogFiles {
  const found = ['-wal', '-shm'].flatMap((end) => {
    const facts = factsOf(`${filename}${end}`)
    // The system may reuse an inode after the file is deleted, but not with the same birth time.
    return facts ? [[`${filename}${end}`, `${facts.dev}:${facts.ino}:${facts.birthtimeNs}`] as const] : []
  })
  return new Map(found)
}

/**
 * Removes the log of a database that has been replaced: SQLite would apply it to the new one. A log that was written
 * after that is in use by another program, which has opened the new file with it.
 */
export function removeLogFiles(filename: string, stale: LogFiles): void {
  const replacedAt = factsOf(filename)?.ctimeNs
  const writtenAt = factsOf(`${filename}-wal`)?.mtimeNs
  if (replacedAt === undefined || writtenAt === undefined || writtenAt > replacedAt) return
  for (const [path, identity] of logFilesOf(filename)) if (stale.get(path) === identity) rmSync(path, { force: true })
}

function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })
  } catch {
    // A folder in the path is missing or forbidden, so the file can't be reached either.
    return undefined
  }
}
