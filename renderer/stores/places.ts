import { useApp, type AppState } from './app'
import { useUsers } from './users'

/** A table or one of its views; `view` is absent for the table itself. */
export type Place = AppState['favourites'][string][number]

/** Something that was open lately. Records carry the name they had then. */
export type Visited = AppState['recents'][string][number]

export const isSamePlace = (one: Place, other: Place): boolean => one.table === other.table && one.view === other.view

export const isSameVisit = (one: Visited, other: Visited): boolean =>
  isSamePlace(one, other) && one.record?.key === other.record?.key

/** What one person keeps of one project: several may use the same browser. */
function keyOf(projectId: string): string {
  return `${useUsers.getState().user?.email ?? ''} ${projectId}`
}

const none: readonly never[] = []

/** What a person has marked in a project, in their order; the same list until it changes. */
export function useFavourites(projectId: string): readonly Place[] {
  return useApp((state) => state.favourites[keyOf(projectId)] ?? none)
}

export const favourites = {
  of: (projectId: string): readonly Place[] => useApp.getState().favourites[keyOf(projectId)] ?? none,
  set: (projectId: string, places: readonly Place[]): void =>
    useApp.getState().favouritesKept(keyOf(projectId), places),
  /** Adds it at the end, or takes it away. */
  toggle: (projectId: string, toggled: Place): void => {
    const list = favourites.of(projectId)
    const others = list.filter((one) => !isSamePlace(one, toggled))
    favourites.set(projectId, others.length < list.length ? others : [...others, toggled])
  },
  /** A table has another name: what is marked in it stays marked. */
  follow: (projectId: string, from: string, to: string): void =>
    favourites.set(
      projectId,
      favourites.of(projectId).map((one) => (one.table === from ? { ...one, table: to } : one)),
    ),
}

/** What a person opened lately in a project. */
export function useRecents(projectId: string): readonly Visited[] {
  return useApp((state) => state.recents[keyOf(projectId)] ?? none)
}

export const recents = {
  of: (projectId: string): readonly Visited[] => useApp.getState().recents[keyOf(projectId)] ?? none,
  /** The last one first; what is visited again moves to the front. */
  visit: (projectId: string, now: Visited): void => {
    const list = recents.of(projectId)
    const [last] = list
    if (last !== undefined && isSameVisit(last, now) && last.record?.name === now.record?.name) return
    const known = list.find((one) => isSameVisit(one, now))?.record?.name
    const { record } = now
    // Who comes by an address does not know the name: that of the last visit stands until it is asked for.
    const visit = record?.name === '' && known !== undefined ? { ...now, record: { ...record, name: known } } : now
    useApp.getState().recentsKept(keyOf(projectId), [visit, ...list.filter((one) => !isSameVisit(one, now))])
  },
  /** A record has been asked for: by what it is called, or that it is gone. */
  name: (projectId: string, visited: Visited, name: string | undefined): void => {
    const list = recents.of(projectId).flatMap((one) => {
      if (!isSameVisit(one, visited) || one.record === undefined) return [one]
      return name === undefined ? [] : [{ ...one, record: { ...one.record, name } }]
    })
    useApp.getState().recentsKept(keyOf(projectId), list)
  },
}
