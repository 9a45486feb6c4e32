/** A value with its former and undone states, newest last. */
export interface Versions<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
}

/** Former states that are held. */
const versionsMost = 500

export const versionsOf = <T>(present: T): Versions<T> => ({ past: [], present, future: [] })

/** Returns the versions with a new state. The same state changes nothing. */
export function changed<T>(versions: Versions<T>, next: T): Versions<T> {
  if (next === versions.present) return versions
  return { past: [...versions.past, versions.present].slice(-versionsMost), present: next, future: [] }
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
