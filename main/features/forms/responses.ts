import { insertOrIgnore, metaTables, type MetaStore } from '@main/db/meta'

const { counters } = metaTables

/**
 * Numbers of records that forms have created. They survive the thinning of the history and its loss in another
 * installation.
 */
export interface FormResponses {
  /**
   * Starts the counter before the first record.
   *
   * @param earlier  returns the number of records that the form created before
   */
  readonly begin: (projectId: string, form: string, earlier: () => Promise<number>) => Promise<void>
  readonly add: (projectId: string, form: string) => Promise<void>
  /** Undefined if no one has begun to count. */
  readonly count: (projectId: string, form: string) => Promise<number | undefined>
}

export function createFormResponses(store: MetaStore): FormResponses {
  const nameOf = (projectId: string, form: string): string => `form ${projectId} ${form}`
  const count: FormResponses['count'] = async (projectId, form) =>
    (await store.find(counters, { name: nameOf(projectId, form) }))?.value
  return {
    count,
    begin: async (projectId, form, earlier) => {
      if ((await count(projectId, form)) !== undefined) return
      const row = { name: nameOf(projectId, form), value: await earlier() }
      await store.transact([insertOrIgnore(counters, ['name'], row)])
    },
    add: async (projectId, form) => {
      const sql = `UPDATE ${counters.name} SET value = value + 1 WHERE name = ?`
      await store.transact([{ sql, params: [nameOf(projectId, form)] }])
    },
  }
}
