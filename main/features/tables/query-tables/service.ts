import { AppError } from '@common/errors'
import type { QueryParameter } from '@common/model/query-table'
import { inverse } from '@common/operations/inverse'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { checkTableNames } from '../columns/validate'
import { checkedQuery } from './check'
import { describeQuery } from './describe'
import type { StoredQueryTable } from './stored'

/** Query tables of one project. */
const queryTablesMax = 500

export interface NewQueryTable {
  readonly title: string
  readonly sql: string
  readonly parameters: readonly QueryParameter[]
}

/** Queries that users add to the tree as read-only tables. Each change is atomic. */
export interface QueryTables {
  /** @returns the name of the new table, which is its title */
  readonly create: (call: Call, table: NewQueryTable, signal?: AbortSignal) => Promise<string>
  readonly update: (
    call: Call,
    nameOrTitle: string,
    change: { readonly sql?: string | undefined; readonly parameters?: readonly QueryParameter[] | undefined },
    signal?: AbortSignal,
  ) => Promise<StoredQueryTable>
  readonly remove: (call: Call, nameOrTitle: string) => Promise<StoredQueryTable>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly stored: (projectId: string, nameOrTitle: string) => Promise<StoredQueryTable>
}

export function createQueryTables(catalog: TableLookups, changes: Changes): QueryTables {
  const { inTurn, store, placed, ids } = changes
  const { database: databaseOf, project: projectOf } = changes

  const stored: QueryTables['stored'] = async (projectId, nameOrTitle) => {
    const table = await catalog.get(projectId, nameOrTitle)
    const found = (await catalog.metadata(projectId)).queries.get(table.name)
    if (table.query === undefined || found === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
    return found
  }

  const described = async (
    projectId: string,
    given: Pick<NewQueryTable, 'sql' | 'parameters'>,
    signal: AbortSignal | undefined,
  ): Promise<Omit<StoredQueryTable, 'name'>> => {
    const database = await databaseOf(projectId)
    const query = checkedQuery(database.dialect.capabilities.syntax, given.sql, given.parameters)
    const tableNamed = (name: string) => catalog.named(projectId, name)
    return { query, columns: await describeQuery(database, query, { tableNamed, signal }) }
  }

  return {
    stored,

    create: async (call, { title: given, ...query }, signal) => {
      const { projectId } = call
      const title = given.trim()
      const check = async (): Promise<number> => {
        const [{ prefix }, tables] = await Promise.all([projectOf(projectId), catalog.list(projectId)])
        checkTableNames({ name: title, title }, tables, prefix)
        const count = tables.filter(({ isQuery }) => isQuery === true).length
        if (count >= queryTablesMax) throw new AppError('QUERY_TABLES_TOO_MANY', { max: queryTablesMax })
        return Math.floor(Math.max(0, ...tables.map(({ order }) => order))) + 1
      }
      await check()
      // The query runs before the turn: other changes don't wait for it.
      const made = await described(projectId, query, signal)
      await inTurn(projectId, async () => {
        const order = await check()
        await store(
          call,
          [
            ...(await placed(projectId)),
            { kind: 'setTable', id: ids.hex(16), name: title, title, type: 'view', order },
            { kind: 'setQuery', isNew: true, name: title, ...made },
          ],
          [inverse('queryTableDelete', { table: title })],
        )
      })
      return title
    },

    update: async (call, nameOrTitle, change, signal) => {
      const { projectId } = call
      const before = await stored(projectId, nameOrTitle)
      const { sql = before.query.sql, parameters = before.query.parameters } = change
      const made = { name: before.name, ...(await described(projectId, { sql, parameters }, signal)) }
      await inTurn(projectId, async () => {
        // Another user may have deleted it meanwhile.
        const { name, query } = await stored(projectId, before.name)
        await store(
          call,
          [{ kind: 'setQuery', isNew: false, ...made }],
          [inverse('queryTableUpdate', { table: name, sql: query.sql, parameters: [...query.parameters] })],
        )
      })
      return made
    },

    remove: (call, nameOrTitle) =>
      inTurn(call.projectId, async () => {
        const found = await stored(call.projectId, nameOrTitle)
        await store(call, [{ kind: 'removeTable', name: found.name }])
        return found
      }),
  }
}
