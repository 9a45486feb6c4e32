import { z } from 'zod'
import { createPersisted } from './persist'

const table = { table: z.string(), view: z.string().optional() }
const favourites = z.record(z.string(), z.array(z.object(table)))
const recents = z.record(
  z.string(),
  z.array(z.object({ ...table, record: z.object({ key: z.string(), name: z.string() }).optional() })),
)

/** Maximum per project. */
const favouritesMax = 200
const recentsMax = 30
/** Maximum number of projects with saved state, most recent first. */
const projectsMax = 50

const shape = z.object({
  /** Newest release seen, and the release whose alert is hidden (S1 §4). */
  releaseVersion: z.string().nullable().catch(null),
  hiddenRelease: z.string().nullable().catch(null),
  /** Favourite tables and views, by user and project. */
  favourites: favourites.catch({}),
  /** Recently opened items, newest first, by user and project. */
  recents: recents.catch({}),
})
export type AppState = z.infer<typeof shape>

/** Persisted module `app` (S1 §3). */
export const useApp = createPersisted({
  name: 'app',
  shape,
  initial: shape.parse({}),
  actions: (set, get) => ({
    releaseSeen: (releaseVersion: string) => set({ releaseVersion }),
    releaseHidden: () => set({ hiddenRelease: get().releaseVersion }),
    favouritesSaved: (key: string, places: readonly AppState['favourites'][string][number][]) =>
      set({ favourites: withLast(get().favourites, key, places.slice(0, favouritesMax)) }),
    recentsSaved: (key: string, places: readonly AppState['recents'][string][number][]) =>
      set({ recents: withLast(get().recents, key, places.slice(0, recentsMax)) }),
  }),
})

/** Sets an entry of a map and moves it to the end. Evicts the oldest entries. */
function withLast<T>(all: Readonly<Record<string, T[]>>, key: string, list: T[]): Record<string, T[]> {
  const { [key]: _before, ...others } = all
  const added = list.length === 0 ? [] : [[key, list] as const]
  return Object.fromEntries([...Object.entries(others), ...added].slice(-projectsMax))
}
