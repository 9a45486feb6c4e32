import { useEffect, useSyncExternalStore } from 'react'

/** A picture of a person, as a `data:` address. */
export interface PersonPicture {
  readonly email: string
  readonly picture: string
}

type LoadPictures = (emails: readonly string[]) => Promise<readonly PersonPicture[]>

/** Waits for other avatars of the same page, so that one request serves all. */
const gatherMs = 30
const atOnce = 100
/** People who scrolled out of view leave the queue beyond this number. */
const waitingMax = 300

/**
 * Pictures of people by e-mail address, for avatars. The application connects their source; until then, avatars show
 * initials.
 */
function createPictures() {
  let load: LoadPictures | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const known = new Map<string, string | null>()
  const wanted = new Set<string>()
  const listeners = new Set<() => void>()

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  const loadWanted = async (from: LoadPictures): Promise<void> => {
    const emails = Array.from(wanted).slice(0, atOnce)
    for (const email of emails) wanted.delete(email)
    if (wanted.size > 0) schedule(from)
    for (const email of emails) known.set(email, null)
    try {
      const found = await from(emails)
      for (const { email, picture } of found) known.set(email, picture)
      if (found.length > 0) notify()
    } catch {
      // Initials stand in. The next page tries again.
      for (const email of emails) known.delete(email)
    }
  }
  const schedule = (from: LoadPictures): void => {
    timer = setTimeout(() => {
      timer = undefined
      void loadWanted(from)
    }, gatherMs)
  }

  return {
    /** Loads what avatars have asked for already, too. */
    connect: (from: LoadPictures): void => {
      load = from
      if (wanted.size > 0 && timer === undefined) schedule(from)
    },
    /** Returns the picture of a person, if it is loaded. */
    get: (email: string): string | null => known.get(email) ?? null,
    /** Loads the picture of a person, unless it is known. */
    want: (email: string): void => {
      if (known.has(email) || wanted.has(email) || !email.includes('@')) return
      wanted.add(email)
      const [oldest] = wanted
      if (wanted.size > waitingMax && oldest !== undefined) wanted.delete(oldest)
      if (load !== undefined && timer === undefined) schedule(load)
    },
    /** Replaces a picture; null for none. */
    put: (email: string, picture: string | null): void => {
      known.set(email, picture)
      notify()
    },
    /** Forgets all pictures: another person signed in. */
    clear: (): void => {
      known.clear()
      wanted.clear()
      notify()
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const pictures = createPictures()

/** Returns the picture of a person, and loads it first if needed. */
export function usePicture(email: string): string | null {
  useEffect(() => pictures.want(email), [email])
  return useSyncExternalStore(pictures.subscribe, () => pictures.get(email))
}
