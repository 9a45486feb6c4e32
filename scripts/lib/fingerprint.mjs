/** Detects whether sources changed since their build, by a hash of their contents stored with the result. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from './process.mjs'

function* filesUnder(path) {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) yield* filesUnder(join(path, entry.name))
}

/** Returns the hash of names and contents of files and folders, given relative to the repository. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths)
    for (const file of filesUnder(inRoot(path))) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const stampFile = (part) => inRoot('.cache', 'build', `${part}.stamp`)

export function isFresh(part, print) {
  return existsSync(stampFile(part)) && readFileSync(stampFile(part), 'utf8') === print
}

export function remember(part, print) {
  mkdirSync(dirname(stampFile(part)), { recursive: true })
  writeFileSync(stampFile(part), print)
}
