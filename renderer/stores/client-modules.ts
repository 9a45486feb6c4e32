import { z } from 'zod'
import { createPersisted } from './persist'

/** A query that is open in the SQL editor. */
const sqlSheet = z.object({
  id: z.string(),
  /** Name that the user gave; absent: named by its number. */
  title: z.string().optional(),
  text: z.string(),
  /** Id and text of the saved query that it came from. */
  saved: z.string().optional(),
  savedText: z.string().optional(),
  /** Values of its parameters, as text. */
  values: z.record(z.string(), z.string()).optional(),
})
export type SqlSheet = z.infer<typeof sqlSheet>
const sqlDesk = z.object({ sheets: z.array(sqlSheet), active: z.string().optional() })

/** Height of the text in the SQL editor (mock m). */
export const sqlTextDefaultPx = 232
export const sqlTextMinPx = 72

/** Projects whose open queries are stored, most recently changed last. */
const desksMax = 30

/** Persisted module `sqlClient` (S1 §3): open queries, by user and project. */
export const useSqlClient = createPersisted({
  name: 'sqlClient',
  shape: z.object({
    /** Texts as the first version stored them. */
    queries: z.array(z.string()).catch([]),
    desks: z.record(z.string(), sqlDesk).catch({}),
    textPx: z.number().min(sqlTextMinPx).catch(sqlTextDefaultPx),
    /** Rejects statements that write. */
    readOnly: z.boolean().catch(false),
    /** Seconds after which a statement ends; null for the limit of the server. */
    limitSeconds: z.number().nullable().catch(null),
  }),
  initial: {
    queries: [] as string[],
    desks: {},
    textPx: sqlTextDefaultPx,
    readOnly: false,
    limitSeconds: null as number | null,
  },
  actions: (set, get) => ({
    deskChanged: (key: string, desk: z.infer<typeof sqlDesk>) => {
      const { [key]: _, ...others } = get().desks
      set({ desks: Object.fromEntries([...Object.entries(others), [key, desk] as const].slice(-desksMax)) })
    },
    textResized: (px: number) => set({ textPx: Math.max(sqlTextMinPx, Math.round(px)) }),
    readOnlyChosen: (readOnly: boolean) => set({ readOnly }),
    limitChosen: (limitSeconds: number | null) => set({ limitSeconds }),
  }),
})
