import type { Principal } from '@common/principal'
import type { GetTable, TablesInSight } from '@common/principal/sight'
import type { scriptOperations } from '@common/operations/scripts'
import type { Project, Table } from '@common/model'
import type { Database } from '@main/db/database'
import type { Clock } from '@main/lib/clock'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { dataTypes } from './data-types'
import { projectJson } from './project-json'
import { listRows } from './raw-rows'
import { createStatement, deleteStatement, insertStatement, selectStatement, updateStatement } from './statements'
import { findView, viewRows, type NamedViewSettings, type ViewRows } from './view-rows'

export interface ScriptsOptions {
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly table: GetTable
  /** A table by its name in the database. */
  /** Look-ups of tables as a principal sees them. */
  readonly tables: (principal: Principal) => Pick<TablesInSight, 'named'>
  /** Returns the views of a table, including its own grid if that has stored settings. */
  readonly viewsOf: (projectId: string, tableName: string) => Promise<readonly NamedViewSettings[]>
  readonly clock: Clock
  readonly version: string
  readonly csvPages: (
    principal: Principal,
    projectId: string,
    asked: {
      readonly table: string
      readonly where?: string | undefined
      readonly sort?: string | undefined
      readonly titles?: readonly string[] | undefined
      readonly view?: ViewRows | undefined
      readonly offset: number
    },
    signal: AbortSignal,
  ) => Promise<{ readonly text: string; readonly table: Table; readonly next: number | undefined }>
}

/** Creates the operations for scripts of the original. */
export function createScripts(options: ScriptsOptions): FeatureModule<typeof scriptOperations> {
  return { handlers: createScriptHandlers(options) }
}

function createScriptHandlers(options: ScriptsOptions): Handlers<typeof scriptOperations> {
  const { version, clock } = options
  const databaseOf = (context: CallContext): Promise<Database> => options.database(inProject(context).projectId)
  const tableOf = (context: CallContext, name: string): Promise<Table> =>
    options.table(context.principal, inProject(context).projectId, name)
  const statement =
    (write: typeof selectStatement) =>
    async (context: CallContext, { tn }: { readonly tn: string }) => {
      const [{ dialect }, table] = await Promise.all([databaseOf(context), tableOf(context, tn)])
      return answer(write(dialect, table))
    }

  return {
    tableCreateStatement: statement(createStatement),
    tableSelectStatement: statement(selectStatement),
    tableInsertStatement: statement(insertStatement),
    tableUpdateStatement: statement(updateStatement),
    tableDeleteStatement: statement(deleteStatement),

    list: async (context, { tn, fields, size, page }) => {
      const [database, table] = await Promise.all([databaseOf(context), tableOf(context, tn)])
      const names = typeof fields === 'string' ? fields.split(',') : (fields ?? [])
      return answer(await listRows(database, table, { fields: names, size, page }, context.signal))
    },

    xcExportAsCsv: async (context, { model_name: name, view_name: viewName, query, localQuery }) => {
      const started = performance.now()
      const { projectId, actor } = inProject(context)
      const viewOf = async (title: string): Promise<ViewRows> => {
        const table = await tableOf(context, name)
        const found = findView(await options.viewsOf(projectId, table.name), table, title)
        const reader = { now: clock.now(), timeZone: 'UTC', locale: 'en', email: actor.email ?? '' }
        return viewRows(found, table, reader, (other) => options.tables(context.principal).named(projectId, other))
      }
      const { where, sort, showFields } = localQuery ?? {}
      const asked = {
        table: name,
        where: where ?? undefined,
        sort: typeof sort === 'string' ? sort : sort?.join(','),
        titles: showFields ? Object.keys(showFields).filter((title) => showFields[title] === true) : undefined,
        view: viewName === null || viewName === undefined ? undefined : await viewOf(viewName),
        offset: query?.offset ?? 0,
      }
      const page = await options.csvPages(context.principal, projectId, asked, context.signal)
      const file = encodeURIComponent(page.table.name)
      Object.assign(context.answerHeaders ?? {}, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${file}-export.csv"`,
        'nc-export-offset': String(page.next ?? -1),
        'nc-export-elapsed-time': (performance.now() - started).toFixed(0),
      })
      return page.text
    },

    getKnexDataTypes: async (context) => answer({ list: dataTypes((await databaseOf(context)).dialect) }),

    PROJECT_READ_BY_WEB: async (context) => {
      const project = await options.project(inProject(context).projectId)
      return answer({ list: [{ id: 1 as const, folder: '', projectJson: projectJson(project) }] })
    },

    xcRelease: () => ({ current: version, isDocker: false as const }),
  }
}

const answer = <T>(data: T) => ({ code: 0 as const, message: '', data })
