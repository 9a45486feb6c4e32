import { rmSync, statSync, type BigIntStats } from 'node:fs'

/**
 * Device and number of the file at a path; undefined if there is none. Another one after a program has replaced the
 * file by renaming (sync tools, git, editors). A number isn't given again while a connection holds the file open.
 */
export function fileIdentity(path: string): string | undefined {
  const facts = factsOf(path)
  return facts && `${facts.dev}:${facts.ino}`
}

/** Time and size of a file: another one after every write that took a moment. */
export function fileStamp(path: string): string | undefined {
  const facts = factsOf(path)
  return facts && `${facts.mtimeNs}:${facts.size}`
}

/** Bytes of a file, 0 if there is none. */
export const fileBytes = (path: string): number => Number(factsOf(path)?.size ?? 0)

/** The files beside a database in WAL mode that connections share, by name. */
export type LogFiles = ReadonlyMap<string, string>

/** The log and its index that are there now. */
export function logFilesOf(filename: string): LogFiles {
  const found = ['-wal', '-shm'].flatMap((end) => {
    const facts = factsOf(`${filename}${end}`)
    // A number may be given again after the file is deleted, but not together with its time of birth.
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
    // A folder on the way is gone, or may not be entered: the file can't be reached either.
    return undefined
  }
}
