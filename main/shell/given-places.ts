import { statSync, type Stats } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Opening } from '@common/bridge'
import { looksLikeDatabaseFile } from '@common/dialects'
import { isMetadataFile, looksLikeRows } from '@common/import/endings'
import { linkScheme, parseLink } from '@common/links/place-link'
import { takesValue } from './arguments'
import type { GivenFiles } from './given-files'

/** Limits of places among the arguments of a process, and of their length. */
const placesMax = 50
const placeMax = 4_096

/**
 * Returns the files and links among the arguments of a process: full paths, and links unchanged. Skips options and
 * their values.
 *
 * @param folder  of relative paths
 * @param isPackaged  false where the first argument is the application itself
 */
export function placesAmong(args: readonly string[], folder: string, isPackaged: boolean): string[] {
  const given = args.filter((argument, at) => !argument.startsWith('-') && argument !== '' && !takesValue(args[at - 1]))
  return given
    .slice(isPackaged ? 0 : 1)
    .slice(0, placesMax)
    .map((argument) => (isLink(argument) ? argument : pathOf(argument, folder)))
}

/** Returns the places that another process passed; empty for anything else. */
export function passedPlaces(passed: unknown): string[] {
  if (typeof passed !== 'object' || passed === null || !('places' in passed) || !Array.isArray(passed.places)) return []
  return passed.places
    .filter((place: unknown): place is string => typeof place === 'string' && place !== '' && place.length <= placeMax)
    .slice(0, placesMax)
}

/** Returns how the page opens a file or link. Unknown and missing files become a message. */
export function openingOf(place: string, files: GivenFiles): Opening {
  if (isLink(place)) {
    const target = parseLink(place)
    return target ? { kind: 'place', ...target } : { kind: 'refused', problem: 'link', name: shortened(place) }
  }
  const name = basename(place)
  const refused = (problem: 'missing' | 'folder' | 'unknown'): Opening => ({
    kind: 'refused',
    problem,
    name: shortened(name),
  })
  const found = look(place)
  if (found === undefined) return refused('missing')
  if (found.isDirectory()) return refused('folder')
  if (!found.isFile()) return refused('unknown')
  if (looksLikeDatabaseFile(place)) return { kind: 'database', path: place }
  if (looksLikeRows(place) || isMetadataFile(name))
    return { kind: 'rows', id: files.add(place), name, size: found.size }
  return refused('unknown')
}

/** True for links of our scheme, valid or not. */
export function isLink(place: string): boolean {
  return place.toLowerCase().startsWith(`${linkScheme}:`)
}

/** Desktops of Linux pass files as addresses. */
function pathOf(argument: string, folder: string): string {
  if (!/^file:\/\//i.test(argument)) return resolve(folder, argument)
  try {
    return fileURLToPath(argument)
  } catch {
    return resolve(folder, argument)
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // A path without access is as good as none.
    return undefined
  }
}

/** Names in messages: without control characters, and short. */
const shortened = (text: string): string => {
  const plain = text.replaceAll(/\p{C}/gu, ' ')
  return plain.length > 80 ? `${plain.slice(0, 79)}…` : plain
}
