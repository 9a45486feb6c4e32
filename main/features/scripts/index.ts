import { basename } from 'node:path'
import type { Principal } from '@common/principal'
import { isViewListed } from '@common/principal/rules'
import type { GetTable, SightedTable, TablesInSight } from '@common/principal/sight'
import type { Project, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { Dialect } from '@main/db/dialect'
import type { Clock } from '@main/lib/clock'
import { inProject, type CallContext } from '@main/operations/context'
import { dataTypes } from './data-types'
import { listRows, type RowsAsked } from './raw-rows'
import { createStatement, deleteStatement, insertStatement, selectStatement, updateStatement } from './statements'
import { findView, viewRows, type NamedViewSettings, type ViewRows } from './view-rows'

export interface ScriptsOptions {
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  /** Look-ups of tables as a principal sees them. */
  readonly tables: (principal: Principal) => Pick<TablesInSight, 'named'>
  /** Returns the views of a table, including its own grid if that has stored settings. */
  readonly viewsOf: (projectId: string, tableName: string) => Promise<readonly (NamedViewSettings & { id: string })[]>
  readonly clock: Clock
  readonly csvPages: (
    principal: Principal,
    projectId: string,
    asked: Omit<CsvAsked, 'view'> & { readonly view?: ViewRows | undefined },
    signal: AbortSignal,
  ) => Promise<CsvPage>
}

/** Rows of a table or view. Without a view: all columns and rows. */
export interface CsvAsked {
  readonly table: string
  readonly view?: string | undefined
  readonly where?: string | undefined
  readonly sort?: string | undefined
  /** Titles of columns. Other columns are omitted. */
  readonly titles?: readonly string[] | undefined
  readonly offset: number
}

export interface CsvPage {
  readonly text: string
  readonly table: Table
  /** Offset of the next page. */
  readonly next: number | undefined
}

const statements = {
  create: createStatement,
  select: selectStatement,
  insert: insertStatement,
  update: updateStatement,
  delete: deleteStatement,
}

/**
 * Returns a statement over a table with placeholders. It is never run.
 *
 * @throws AppError TABLE_NOT_FOUND for a view, unless it is selected from
 */
export const tableStatement = (kind: keyof typeof statements, dialect: Dialect, table: Table): string =>
  statements[kind](dialect, table)

/** Answers to calls that only scripts of the original make. */
export interface Scripts {
  /**
   * Returns a statement as a starting point for writing SQL.
   *
   * @throws AppError TABLE_NOT_FOUND, also for views unless they are selected from
   */
  readonly statement: (context: CallContext, kind: keyof typeof statements, table: string) => Promise<string>
  /** Returns rows under their database column names, and the total count. @throws AppError COLUMN_NOT_FOUND */
  readonly rows: (context: CallContext, table: string, asked: RowsAsked) => ReturnType<typeof listRows>
  /** Returns a page of rows as CSV, with the shared columns, filters and order of the view. */
  readonly csv: (context: CallContext, asked: CsvAsked) => Promise<CsvPage>
  /** Returns the native types for columns of new tables. */
  readonly dataTypes: (context: CallContext) => Promise<string[]>
  /** Returns the project, with its file named without a folder. */
  readonly project: (context: CallContext) => Promise<Project>
}

export function createScripts(options: ScriptsOptions): Scripts {
  const { clock } = options
  const databaseOf = (context: CallContext): Promise<Database> => options.database(inProject(context).projectId)
  const tableOf = (context: CallContext, name: string): Promise<SightedTable> =>
    options.table(context.principal, inProject(context).projectId, name)

  const viewOf = async (context: CallContext, tableName: string, title: string): Promise<ViewRows> => {
    const { projectId, actor } = inProject(context)
    const table = await tableOf(context, tableName)
    const views = (await options.viewsOf(projectId, table.name)).filter(({ id }) => isViewListed(context.principal, id))
    const found = findView(views, table, title)
    const reader = { now: clock.now(), timeZone: 'UTC', locale: 'en', email: actor.email ?? '' }
    return viewRows(found, table, reader, (other) => options.tables(context.principal).named(projectId, other))
  }

  return {
    statement: async (context, kind, name) => {
      const [{ dialect }, table] = await Promise.all([databaseOf(context), tableOf(context, name)])
      return tableStatement(kind, dialect, table)
    },

    rows: async (context, name, asked) => {
      const [database, table] = await Promise.all([databaseOf(context), tableOf(context, name)])
      return listRows(database, table, asked, context.signal)
    },

    csv: async (context, { view, ...asked }) => {
      const rows = view === undefined ? undefined : await viewOf(context, asked.table, view)
      const page = { ...asked, view: rows }
      return options.csvPages(context.principal, inProject(context).projectId, page, context.signal)
    },

    dataTypes: async (context) => dataTypes((await databaseOf(context)).dialect),
    project: async (context) => {
      const project = await options.project(inProject(context).projectId)
      return { ...project, filename: basename(project.filename) }
    },
  }
}
