import { constants } from 'node:fs'
import { access, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { Project } from '@common/model'
import { syncFile, syncFolder } from '@main/lib/files'

/** Files beside a database that belong to it. */
const companions = ['-wal', '-shm', '-journal']

/** Suffix of an unfinished file, which the next start completes or removes. */
export const partialSuffix = '.partial'

/** Returns the code of a file system error. */
const fileCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * Checks a project's file before it is opened. An empty file isn't an empty project: another program has emptied it.
 *
 * @throws AppError DATABASE_UNAVAILABLE, DATABASE_DAMAGED
 */
export async function checkProjectFile(project: Project): Promise<void> {
  const facts = await stat(project.filename).catch((error: unknown) => {
    throw new AppError('DATABASE_UNAVAILABLE', { name: project.title }, { cause: error })
  })
  if (facts.size === 0) throw new AppError('DATABASE_DAMAGED', { name: project.title })
}

/** Base name and size in bytes; null when the file cannot be read, or there is none. */
export async function fileFacts(project: Project): Promise<{ fileName: string; fileBytes: number | null }> {
  if (project.source === 'server') return { fileName: '', fileBytes: null }
  const fileName = basename(project.filename)
  try {
    const { size } = await stat(project.filename)
    return { fileName, fileBytes: size }
  } catch {
    return { fileName, fileBytes: null }
  }
}

/**
 * Resolves an absolute path or one below `~`. Opening the file shows if it is a database.
 *
 * @param profile  whose own files are rejected
 * @throws AppError DATABASE_FILE_NOT_FOUND, DATABASE_FILE_INVALID, DATABASE_FILE_FORBIDDEN, INPUT_INVALID
 */
export async function locateDatabaseFile(given: string, profile: string): Promise<string> {
  const named = given.trim()
  const path = named === '~' || /^~[/\\]/.test(named) ? join(homedir(), named.slice(1)) : named
  const details = { fileName: basename(path) }
  if (!isAbsolute(path)) throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.notWholePath')] })
  if (path.includes('\0')) throw new AppError('DATABASE_FILE_NOT_FOUND')
  try {
    const real = await realpath(resolve(path))
    const facts = await stat(real)
    if (!facts.isFile() || facts.size === 0) throw new AppError('DATABASE_FILE_INVALID', details)
    if (await isInside(real, profile)) throw new AppError('DATABASE_FILE_FORBIDDEN', details)
    await access(real, constants.R_OK)
    return real
  } catch (error) {
    if (error instanceof AppError) throw error
    const code = fileCode(error)
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('DATABASE_FILE_FORBIDDEN', details, { cause: error })
    throw new AppError('DATABASE_FILE_NOT_FOUND', details, { cause: error })
  }
}

async function isInside(path: string, folder: string): Promise<boolean> {
  const root = await realpath(folder).catch(() => resolve(folder))
  const way = relative(root, path)
  if (way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true
  // Detects hard links to our own file.
  const ours = await stat(join(root, 'meta.sqlite')).catch(() => undefined)
  const theirs = await stat(path)
  return ours !== undefined && ours.dev === theirs.dev && ours.ino === theirs.ino
}

/** True if two paths lead to one file. */
export async function isSameFile(left: string, right: string): Promise<boolean> {
  if (left === right) return true
  const [one, other] = await Promise.all([left, right].map((path) => stat(path).catch(() => undefined)))
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino
}

/** Renames a complete file to its final name. */
export async function finishFile(filename: string): Promise<void> {
  await rename(`${filename}${partialSuffix}`, filename)
  await syncFolder(dirname(filename))
}

/** Syncs a closed, unfinished file to disk. */
export async function settlePartial(filename: string): Promise<void> {
  await syncFile(`${filename}${partialSuffix}`)
}

export async function removePartial(filename: string): Promise<void> {
  for (const end of ['', ...companions]) await rm(`${filename}${partialSuffix}${end}`, { force: true })
}

/** Names (without folder and `.partial`) of files whose construction was cut short. */
export async function partialFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith(partialSuffix)).map((name) => name.slice(0, -partialSuffix.length))
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Moves a closed database file and its companions to the backups.
 *
 * @returns its new base name, or undefined if it was missing
 */
export async function moveToBackups(filename: string, backups: string, now: Date): Promise<string | undefined> {
  if (!(await exists(filename))) return undefined
  await mkdir(backups, { recursive: true, mode: 0o700 })
  const base = basename(filename, '.sqlite')
  const date = now.toISOString().slice(0, 19).replaceAll(':', '-')
  let target = join(backups, `${base}-${date}.sqlite`)
  for (let n = 2; await exists(target); n += 1) target = join(backups, `${base}-${date}-${n}.sqlite`)
  for (const end of companions)
    if (await exists(`${filename}${end}`)) await rename(`${filename}${end}`, `${target}${end}`)
  await rename(filename, target)
  await Promise.all([syncFolder(backups), syncFolder(dirname(filename))])
  return basename(target)
}
