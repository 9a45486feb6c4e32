import { requestHistoryCap } from '@common/constants'
import { z } from 'zod'
import { createPersisted } from './persist'
import { useUsers } from './users'

/** Parts that an entry of every client's history has (S1 §3). */
export const historyFields = {
  id: z.string(),
  /** Project in which it was sent, and who sent it. */
  projectId: z.string(),
  userId: z.number().nullable(),
  /** Milliseconds; null without a response. */
  timeTaken: z.number().nullable(),
  createdAt: z.string(),
}
type HistoryEntry = z.output<z.ZodObject<typeof historyFields>>

/** The history of a client, newest first, and the open request of each project. */
export interface ClientState<Entry, Draft> {
  readonly list: readonly Entry[]
  readonly drafts: Readonly<Record<string, Draft>>
}

interface ClientStore<Entry extends HistoryEntry, Draft> {
  /** Name of the persisted module. */
  readonly name: string
  readonly entry: z.ZodType<Entry>
  readonly draft: z.ZodType<Draft>
  /** Returns the draft without its secrets, which the browser doesn't store. */
  readonly withoutSecrets: (draft: Draft) => Draft
}

/** Creates the store of a client that sends requests: `sent` adds to its history, `drafted` stores the open request. */
export function createClientStore<Entry extends HistoryEntry, Draft>(options: ClientStore<Entry, Draft>) {
  const { name, entry, draft, withoutSecrets } = options
  const initial: ClientState<Entry, Draft> = { list: [], drafts: {} }
  return createPersisted({
    name,
    shape: z.object({
      // An entry of another version is dropped, not the whole list.
      list: z
        .array(z.unknown())
        .transform((list) =>
          list.slice(0, requestHistoryCap).flatMap((each) => {
            const parsed = entry.safeParse(each)
            return parsed.success ? [parsed.data] : []
          }),
        )
        .catch([]),
      drafts: z.record(z.string(), draft).catch({}),
    }),
    initial,
    actions: (set, get) => ({
      /** Adds an entry to the history, which takes its secrets out itself. */
      sent: (made: Entry) => set({ list: [made, ...get().list].slice(0, requestHistoryCap) }),
      forgotten: (ids: ReadonlySet<string>) => set({ list: get().list.filter(({ id }) => !ids.has(id)) }),
      drafted: (projectId: string, request: Draft) =>
        set({ drafts: { ...get().drafts, [projectId]: withoutSecrets(request) } }),
    }),
  })
}

/** Returns the shared parts of a new entry. @param timeTaken  milliseconds; null without a response */
export function newEntry(projectId: string, timeTaken: number | null): HistoryEntry {
  return {
    id: crypto.randomUUID(),
    projectId,
    userId: useUsers.getState().user?.id ?? null,
    timeTaken,
    createdAt: new Date().toISOString(),
  }
}
