/** A value with its former and undone states, newest last. */
export interface Versions<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** Names the last change. A further change with this name joins it. */
  readonly about?: string
}

/** Former states that are held. */
const versionsMost = 500

export const versionsOf = <T>(present: T): Versions<T> => ({ past: [], present, future: [] })

/**
 * Returns the versions with a new state. The same state changes nothing.
 *
 * @param about  joins changes with this name, such as the letters of a text, to one
 */
export function changed<T>(versions: Versions<T>, next: T, about?: string): Versions<T> {
  if (next === versions.present) return versions
  const isJoined = about !== undefined && about === versions.about && versions.past.length > 0
  return {
    past: isJoined ? versions.past : [...versions.past, versions.present].slice(-versionsMost),
    present: next,
    future: [],
    ...(about !== undefined && { about }),
  }
}

/** Returns the versions so that no further change joins the last one. */
export function ended<T>({ past, present, future }: Versions<T>): Versions<T> {
  return { past, present, future }
}

export function undone<T>({ past, present, future }: Versions<T>): Versions<T> {
  const last = past.at(-1)
  if (last === undefined) return { past, present, future }
  return { past: past.slice(0, -1), present: last, future: [...future, present] }
}

export function redone<T>({ past, present, future }: Versions<T>): Versions<T> {
  const next = future.at(-1)
  if (next === undefined) return { past, present, future }
  return { past: [...past, present], present: next, future: future.slice(0, -1) }
}
