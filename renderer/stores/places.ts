import { useApp, type AppState } from './app'
import { useUsers } from './users'

/** A table or one of its views; `view` is absent for the table itself. */
export type Place = AppState['favourites'][string][number]

/** A recently opened item. Records hold their name at that time. */
export type Visited = AppState['recents'][string][number]

export const isSamePlace = (one: Place, other: Place): boolean => one.table === other.table && one.view === other.view

export const isSameVisit = (one: Visited, other: Visited): boolean =>
  isSamePlace(one, other) && one.record?.key === other.record?.key

/** Returns the storage key of one user's data for a project: several users may share the browser. */
function keyOf(projectId: string): string {
  return `${useUsers.getState().user?.email ?? ''} ${projectId}`
}

const none: readonly never[] = []

/** Returns a user's favourites in a project, in their order. The list is stable while unchanged. */
export function useFavourites(projectId: string): readonly Place[] {
  return useApp((state) => state.favourites[keyOf(projectId)] ?? none)
}

export const favourites = {
  of: (projectId: string): readonly Place[] => useApp.getState().favourites[keyOf(projectId)] ?? none,
  set: (projectId: string, places: readonly Place[]): void =>
    useApp.getState().favouritesSaved(keyOf(projectId), places),
  /** Adds it at the end, or removes it. */
  toggle: (projectId: string, toggled: Place): void => {
    const list = favourites.of(projectId)
    const others = list.filter((one) => !isSamePlace(one, toggled))
    favourites.set(projectId, others.length < list.length ? others : [...others, toggled])
  },
  /** Preserves favourites after a table is renamed. */
  follow: (projectId: string, from: string, to: string): void =>
    favourites.set(
      projectId,
      favourites.of(projectId).map((one) => (one.table === from ? { ...one, table: to } : one)),
    ),
}

/** Returns the items that the user recently opened in a project. */
export function useRecents(projectId: string): readonly Visited[] {
  return useApp((state) => state.recents[keyOf(projectId)] ?? none)
}

export const recents = {
  of: (projectId: string): readonly Visited[] => useApp.getState().recents[keyOf(projectId)] ?? none,
  /** Adds an item at the front; a repeated visit moves it there. */
  visit: (projectId: string, now: Visited): void => {
    const list = recents.of(projectId)
    const [last] = list
    if (last !== undefined && isSameVisit(last, now) && last.record?.name === now.record?.name) return
    const known = list.find((one) => isSameVisit(one, now))?.record?.name
    const { record } = now
    // A visit by URL doesn't know the record's name: uses the last known one until it loads.
    const visit = record?.name === '' && known !== undefined ? { ...now, record: { ...record, name: known } } : now
    useApp.getState().recentsSaved(keyOf(projectId), [visit, ...list.filter((one) => !isSameVisit(one, now))])
  },
  /** Sets the name of a loaded record; undefined removes a deleted one. */
  name: (projectId: string, visited: Visited, name: string | undefined): void => {
    const list = recents.of(projectId).flatMap((one) => {
      if (!isSameVisit(one, visited) || one.record === undefined) return [one]
      return name === undefined ? [] : [{ ...one, record: { ...one.record, name } }]
    })
    useApp.getState().recentsSaved(keyOf(projectId), list)
  },
}
