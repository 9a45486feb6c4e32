/** Finds central lists: files that name things of several modules one after the other, so that each new one adds a line. */
import { globSync, readFileSync } from 'node:fs'
import { inRoot } from './process.mjs'

/** Names that stand in an array, a union, a comparison or as a key of a record. Arguments of calls are no lists. */
const listed = /(?:[[,|{]|=== |case )\s*'(\w+)'|[{,]\s*(\w+):\s/g

/** Names of a list from fewer modules belong to these modules. */
const modulesAtLeast = 3

/** Names further apart than this many characters, or with a declaration between them, are of different lists. */
const listGap = 160

/** @returns {ReadonlyMap<string, string>} each operation, with the file that declares it */
export function operationsByFile() {
  const files = globSync('common/operations/*.ts', { cwd: inRoot() })
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(inRoot(file), 'utf8').matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => [name, file]),
    ),
  )
}

/** @returns {ReadonlyMap<string, string>} id of each kind of tab, with the folder of its file */
export function tabKindsByFolder() {
  const files = globSync('renderer/features/*/tab.tsx', { cwd: inRoot() })
  return new Map(
    files.map((file) => [
      /^ {2}id: '?(\w+)/m.exec(readFileSync(inRoot(file), 'utf8'))?.[1] ?? '',
      file.slice(0, file.lastIndexOf('/') + 1),
    ]),
  )
}

/**
 * True if a text lists names of several modules.
 *
 * @param {ReadonlyMap<string, string>} modules  each name, with its module
 */
export function listsNames(text, modules) {
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')
  /** @type {Set<string>} */
  let inList = new Set()
  let end = 0
  for (const { 0: all, 1: quoted, 2: key, index } of code.matchAll(listed)) {
    const module = modules.get(quoted ?? key)
    if (module === undefined) continue
    if (index - end > listGap || /\bconst\b/.test(code.slice(end, index))) inList = new Set()
    inList.add(module)
    end = index + all.length
    if (inList.size >= modulesAtLeast) return true
  }
  return false
}
