import { z } from 'zod'
import { createPersisted } from './persist'

const shape = z.object({
  /** Newest release that was seen, and the one whose alert was hidden (S1 §4). */
  releaseVersion: z.string().nullable().catch(null),
  hiddenRelease: z.string().nullable().catch(null),
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
  }),
})
