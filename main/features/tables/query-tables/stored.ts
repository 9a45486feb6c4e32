import { uiTypes } from '@common/columns/ui-types'
import type { TableQuery } from '@common/model/query-table'
import { queryParameter, queryParametersMax } from '@common/model/query-table'
import { readColumnOptions } from '@common/wire/column-options'
import {
  deleteFrom,
  insertOrUpdate,
  metaTables,
  parsedText,
  updateIn,
  type MetaStep,
  type MetaStore,
} from '@main/db/meta'
import type { NativeTable } from '@main/db/dialect'
import { rulesGone } from '@main/features/access'
import { z } from 'zod'

const { queryTables } = metaTables

/** A column that the result of a query had when the query was stored. */
const queryColumn = z.object({
  name: z.string(),
  /** Type in the words of the database; empty if it doesn't tell. */
  nativeType: z.string(),
  uiType: z.enum(uiTypes),
  options: z.unknown().transform((given) => readColumnOptions(given) ?? {}),
})
export type QueryColumn = z.infer<typeof queryColumn>

/** A query table as the meta store has it. */
export interface StoredQueryTable {
  readonly name: string
  readonly query: TableQuery
  readonly columns: readonly QueryColumn[]
}

/** Changes of query tables, as data for the journal. */
export type QueryTableChange =
  /** @param isNew  removes access rules that a former table of this name left */
  { readonly kind: 'setQuery'; readonly isNew: boolean } & StoredQueryTable

export async function readQueryTables(
  store: MetaStore,
  projectId: string,
): Promise<ReadonlyMap<string, StoredQueryTable>> {
  const rows = await store.select(queryTables, { project_id: projectId })
  return new Map(
    rows.flatMap(({ table_name: name, body, parameters, described }): [string, StoredQueryTable][] => {
      const columns = z.array(queryColumn).safeParse(parsedText(described))
      const given = z.array(queryParameter).max(queryParametersMax).safeParse(parsedText(parameters))
      if (!columns.success || !given.success) return []
      return [[name, { name, query: { sql: body, parameters: given.data }, columns: columns.data }]]
    }),
  )
}

export function queryTableSteps(projectId: string, change: QueryTableChange, now: string): MetaStep[] {
  const { name, query, columns, isNew } = change
  const row = {
    project_id: projectId,
    table_name: name,
    body: query.sql,
    parameters: JSON.stringify(query.parameters),
    described: JSON.stringify(columns),
    updated_at: now,
  }
  return [...(isNew ? rulesGone(projectId, name) : []), insertOrUpdate(queryTables, ['project_id', 'table_name'], row)]
}

export const queryTableGone = (projectId: string, name: string): MetaStep =>
  deleteFrom(queryTables, { project_id: projectId, table_name: name })

export const queryTableRenamed = (projectId: string, name: string, newName: string): MetaStep =>
  updateIn(queryTables, { table_name: newName }, { project_id: projectId, table_name: name })

/** Returns a query table in the form of a table of the database. */
export const nativeOf = ({ name, columns }: StoredQueryTable): NativeTable => ({
  name,
  type: 'view',
  columns: columns.map((column) => ({
    name: column.name,
    nativeType: column.nativeType,
    notNull: false,
    defaultValue: null,
    keyPosition: 0,
    autoIncrement: false,
    generated: false,
  })),
  foreignKeys: [],
  indexes: [],
  rowId: null,
})
