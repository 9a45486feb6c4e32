import type { StoredRequest } from '@common/operations/api-client'

/** A folder of stored requests. */
export interface Folder {
  readonly name: string
  readonly path: string
  readonly folders: readonly Folder[]
  readonly requests: readonly { readonly name: string; readonly stored: StoredRequest }[]
}

/** True if a path is in a folder, at any depth. Every path is in the empty one. */
export const inFolder = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`)

/** Returns the tree of stored requests, in the order of their paths. */
export function foldersOf(list: readonly StoredRequest[], path = '', name = ''): Folder {
  const prefix = path === '' ? '' : `${path}/`
  const inside = list.filter((stored) => inFolder(stored.path, path))
  const rest = inside.map((stored) => ({ stored, names: stored.path.slice(prefix.length).split('/') }))
  const names = new Set(rest.flatMap(({ names: [first = '', ...more] }) => (more.length > 0 ? [first] : [])))
  return {
    name,
    path,
    folders: Array.from(names, (each) => foldersOf(inside, prefix + each, each)),
    requests: rest.flatMap(({ stored, names: [first = '', ...more] }) =>
      more.length === 0 ? [{ name: first, stored }] : [],
    ),
  }
}
