import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { Principal } from '@common/principal'
import { sight } from '@common/principal/sight'
import { createDataApi, type DataApi } from '@main/dataapi'
import { readSchema, Snapshot } from '@main/features/tables/catalog/snapshot'
import type { Database } from '@main/db/database'
import { contextOf } from './context'
import { portsOf } from './ports'

export interface SightedDataApi {
  readonly api: DataApi
  /** Returns the parsed answer of a request, or the code of its error. */
  readonly ask: (by: Principal, path: string, method?: string, body?: unknown) => Promise<unknown>
}

/** A data API over tables of one database, as each principal sees them. */
export async function sightedDataApi(database: Database, names: readonly string[]): Promise<SightedDataApi> {
  const chosen = { tables: new Map(), columns: new Map(), relations: [], queries: new Map(), virtualColumns: new Map() }
  const snapshot = new Snapshot(database, await readSchema(database, 1), chosen, '', { prefix: '' })
  const tables = new Map<string, Table>()
  for (const name of names) {
    const summary = snapshot.summaryNamed(name)
    const table = summary && (await snapshot.table(summary))
    if (table) tables.set(name, table)
  }
  const plain = portsOf(
    database,
    (name) => tables.get(name),
    () => [...tables.keys()],
  )
  const inSight = (principal: Principal, name: string) => {
    const table = tables.get(name)
    return table && sight(principal, table, tables)
  }
  const api = createDataApi({
    ...plain,
    tables: (principal) => ({
      ...plain.tables(principal),
      open: async (_projectId, name) => {
        const table = inSight(principal, name)
        if (table === undefined) throw new AppError('TABLE_NOT_FOUND', { table: name })
        return { table, database }
      },
      named: async (_projectId, name) => inSight(principal, name),
    }),
  })
  return {
    api,
    ask: async (by, path, method = 'GET', body) => {
      const [place = '', query = ''] = path.split('?')
      const asked = { method, projectId: 'p', segments: place.split('/'), query: new URLSearchParams(query), body }
      try {
        const answer = await api.handle({ ...asked, context: contextOf(by) })
        const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
        return text === '' ? undefined : JSON.parse(text)
      } catch (error) {
        if (error instanceof AppError) return error.code
        throw error
      }
    },
  }
}
