import { lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseRequestFile, requestFileText } from '@common/api-client/request-file'
import { requestLimits, type ApiRequest } from '@common/api-client/request'
import { withoutSecrets } from '@common/api-client/secrets'
import { AppError } from '@common/errors'
import type { StoredRequest } from '@common/operations/api-client'
import { createKeyedQueue } from '@common/util/queue'
import { storageError, writeFileAtomic } from '@main/lib/files'

/** Stored requests of projects: one file each, in the folder `apis` of the project's workspace. */
export interface Collections {
  readonly read: (projectId: string) => Promise<StoredRequest[]>
  /** @returns the request that it replaced; undefined for a new one */
  readonly save: (
    projectId: string,
    stored: { readonly path: string; readonly request: ApiRequest; readonly formerly?: string | undefined },
  ) => Promise<{ readonly path: string; readonly replaced: ApiRequest | undefined }>
  /** @returns their paths, with a number for names that were taken */
  readonly add: (
    projectId: string,
    requests: readonly { readonly path: string; readonly request: ApiRequest }[],
  ) => Promise<string[]>
  /** Deletes a request or a folder. @returns the paths of the deleted requests */
  readonly remove: (projectId: string, path: string) => Promise<string[]>
  /** Deletes the folder of a project, and the workspace if nothing else is in it. */
  readonly removeAll: (projectId: string) => Promise<void>
}

const ending = '.http'
const depthMax = 6
const fileMaxBytes = 8 * 1024 * 1024

/** @param folderOf  returns the folder of a project's requests */
export function createCollections(folderOf: (projectId: string) => string): Collections {
  const inTurn = createKeyedQueue()
  const run = <T>(projectId: string, work: (root: string) => Promise<T>): Promise<T> =>
    inTurn
      .run(projectId, () => work(folderOf(projectId)))
      .catch((error: unknown) => {
        throw storageError(error)
      })
  return {
    read: (projectId) => run(projectId, readAll),

    save: (projectId, { path: given, request, formerly }) =>
      run(projectId, async (root) => {
        const path = checkedPath(given)
        const former = formerly === undefined ? undefined : checkedPath(formerly)
        const paths = await pathsIn(root)
        if (former !== undefined && !paths.includes(former))
          throw new AppError('API_REQUEST_NOT_FOUND', { path: former })
        const isTaken = paths.some((each) => each !== former && sameName(each, path))
        if (isTaken) throw new AppError('API_PATH_TAKEN', { path })
        if (former === undefined) checkRoom(paths.length + 1)
        const replaced = former === undefined ? undefined : await readRequest(join(root, former + ending))
        await writeRequest(root, path, request)
        if (former !== undefined && former !== path && !sameName(former, path)) await removeFile(root, former)
        return { path, replaced }
      }),

    add: (projectId, requests) =>
      run(projectId, async (root) => {
        const wanted = requests.map(({ path, request }) => ({ path: checkedPath(path), request }))
        const taken = new Set((await pathsIn(root)).map(nameKey))
        checkRoom(taken.size + wanted.length)
        const paths: string[] = []
        for (const { path, request } of wanted) {
          let free = path
          for (let number = 2; taken.has(nameKey(free)); number += 1) free = `${path} ${number}`
          taken.add(nameKey(free))
          await writeRequest(root, free, request)
          paths.push(free)
        }
        return paths
      }),

    remove: (projectId, given) =>
      run(projectId, async (root) => {
        const path = checkedPath(given)
        const deleted = (await pathsIn(root)).filter((each) => each === path || each.startsWith(`${path}/`))
        if (deleted.length === 0) throw new AppError('API_REQUEST_NOT_FOUND', { path })
        for (const each of deleted) await removeFile(root, each)
        return deleted
      }),

    removeAll: (projectId) =>
      run(projectId, async (root) => {
        // A link leads to files of the user.
        await rm(root, { recursive: !(await isLink(root)), force: true })
        await rmdir(dirname(root)).catch(() => undefined)
      }),
  }
}

/** Names that differ only in the case of letters are one file on some systems. */
const nameKey = (path: string): string => path.normalize('NFC').toLowerCase()
const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

function checkRoom(count: number): void {
  if (count > requestLimits.savedRequests)
    throw new AppError('API_COLLECTION_FULL', { limit: requestLimits.savedRequests })
}

const forbidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}"*:<>?\\|]/u
/** Names that Windows reserves. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Checks a path, so that it stays in the folder, and works on every system. @throws AppError API_PATH_INVALID */
function checkedPath(text: string): string {
  const names = text.normalize('NFC').split('/')
  const isValid =
    names.length <= depthMax &&
    names.every(
      (name) =>
        name !== '' &&
        name.length <= 120 &&
        name === name.trim() &&
        !name.startsWith('.') &&
        !name.endsWith('.') &&
        !forbidden.test(name) &&
        !reserved.test(name),
    )
  if (!isValid) throw new AppError('API_PATH_INVALID', { path: text.slice(0, 200) })
  return names.join('/')
}

/** Lists the paths of all requests. Ignores links, hidden folders and other files. */
async function pathsIn(root: string): Promise<string[]> {
  const paths: string[] = []
  const walk = async (folder: string, prefix: string, depth: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const isFile = entry.isFile() && entry.name.endsWith(ending)
      if (isFile) paths.push(prefix + entry.name.slice(0, -ending.length))
      else if (entry.isDirectory() && depth < depthMax)
        await walk(join(folder, entry.name), `${prefix}${entry.name}/`, depth + 1)
    }
  }
  if (!(await isLink(root))) await walk(root, '', 1)
  return paths.toSorted(byPath)
}

/** The order of everyone: folders and names, numbers by their value. */
const { compare: byPath } = new Intl.Collator('en', { numeric: true })

async function readAll(root: string): Promise<StoredRequest[]> {
  const paths = (await pathsIn(root)).slice(0, requestLimits.savedRequests)
  const list: StoredRequest[] = []
  for (const path of paths) list.push({ path, request: (await readRequest(join(root, path + ending))) ?? null })
  return list
}

async function readRequest(file: string): Promise<ApiRequest | undefined> {
  try {
    const { size } = await lstat(file)
    return size > fileMaxBytes ? undefined : parseRequestFile(await readFile(file, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function writeRequest(root: string, path: string, request: ApiRequest): Promise<void> {
  const file = join(root, path + ending)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // A folder that is a link would lead out of the workspace.
  for (let folder = dirname(file); folder.length >= root.length; folder = dirname(folder))
    if (await isLink(folder)) throw new AppError('API_PATH_INVALID', { path })
  await writeFileAtomic(file, requestFileText(withoutSecrets(request)))
}

/** Deletes a file, and the folders that it leaves empty. */
async function removeFile(root: string, path: string): Promise<void> {
  const file = join(root, path + ending)
  await rm(file, { force: true })
  for (let folder = dirname(file); folder.length > root.length; folder = dirname(folder)) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
