import { pageRowsDefault, pageRowsMax } from '@common/constants'
import type { Project } from '@common/model'
import type { ListedEnvironment } from '@common/operations/environments'
import { permits } from '@common/principal'
import type { Scripts } from '@main/features/scripts'
import { personIn } from '@main/operations/context'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { projectJson } from './project-json'
import { answered, listed, name, wireAnswer, wireList } from './shapes'

/** Services behind the calls that only scripts make. */
export interface ScriptCallServices {
  readonly scripts: Scripts
  /** Lists the environments of a project. */
  readonly environments: (projectId: string) => Promise<readonly ListedEnvironment[]>
  /** Lists the projects of a person. Their files are named without folders. */
  readonly projectsOf: (userId: number) => Promise<readonly Project[]>
}

/** Calls that only scripts of the original make (wire §4.4, §5). */
export const scriptCalls = (services: ScriptCallServices) => ({
  tableCreateStatement: statementCall(services, 'create'),
  tableSelectStatement: statementCall(services, 'select'),
  tableInsertStatement: statementCall(services, 'insert'),
  tableUpdateStatement: statementCall(services, 'update'),
  tableDeleteStatement: statementCall(services, 'delete'),
  ...rowCalls(services),
  ...factCalls(services),
})

const statementCall = (services: ScriptCallServices, kind: Parameters<Scripts['statement']>[1]) =>
  scripted(
    {
      reads: ['schema', 'metadata'],
      scope: 'project',
      permission: 'schema.read',
      input: z.strictObject({ tn: name }),
      output: wireAnswer(z.string()),
      errors: ['TABLE_NOT_FOUND'],
    },
    { handle: async (context, { tn }) => answered(await services.scripts.statement(context, kind, tn)) },
  )

const rowCalls = (services: ScriptCallServices) => ({
  /** Returns rows under their database column names, and the total count. Pages are one-based. */
  list: scripted(
    {
      reads: ['rows', 'views', 'schema', 'metadata'],
      scope: 'project',
      permission: 'row.read',
      input: z.strictObject({
        tn: name,
        /** Names or titles, as a list or separated by commas. Missing, empty or `*`: all columns. */
        fields: z.union([z.string().max(10_000), z.array(z.string()).max(2_000)]).nullish(),
        size: z.coerce.number().int().min(1).max(pageRowsMax).default(pageRowsDefault),
        page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
      }),
      output: wireAnswer(z.object({ count: z.number(), list: z.array(z.record(z.string(), z.unknown())) })),
      errors: ['TABLE_NOT_FOUND', 'COLUMN_NOT_FOUND', 'QUERY_TIMEOUT'],
    },
    {
      handle: async (context, { tn, fields, size, page }) => {
        const names = typeof fields === 'string' ? fields.split(',') : (fields ?? [])
        return answered(await services.scripts.rows(context, tn, { fields: names, size, page }))
      },
    },
  ),
  /**
   * Exports a view as CSV (wire §8.1) with its shared columns, filters and order. Without `view_name`, or with the name
   * of the table and no settings, exports all columns and rows. The header `nc-export-offset` contains the offset of
   * the next page, -1 after the last one.
   */
  xcExportAsCsv: scripted(
    {
      reads: ['rows', 'views', 'schema', 'metadata'],
      scope: 'project',
      permission: 'row.read',
      asText: true,
      input: z.strictObject({
        model_name: name,
        view_name: z.string().max(255).nullish(),
        query: z.object({ offset: z.coerce.number().int().min(0).default(0) }).nullish(),
        localQuery: z
          .object({
            where: z.string().max(60_000).nullish(),
            sort: z.union([z.string().max(10_000), z.array(z.string()).max(20)]).nullish(),
            /** By title. Columns that aren't listed are omitted. */
            showFields: z.record(z.string(), z.boolean()).nullish(),
          })
          .nullish(),
      }),
      output: z.string(),
      errors: [
        'TABLE_NOT_FOUND',
        'TABLE_VIEW_NOT_FOUND',
        'COLUMN_NOT_FOUND',
        'FILTER_INVALID',
        'SORT_INVALID',
        'QUERY_TIMEOUT',
      ],
    },
    {
      handle: async (context, { model_name: table, view_name: view, query, localQuery }) => {
        const started = performance.now()
        const { where, sort, showFields } = localQuery ?? {}
        const page = await services.scripts.csv(context, {
          table,
          view: view ?? undefined,
          where: where ?? undefined,
          sort: typeof sort === 'string' ? sort : sort?.join(','),
          titles: showFields ? Object.keys(showFields).filter((title) => showFields[title] === true) : undefined,
          offset: query?.offset ?? 0,
        })
        const file = encodeURIComponent(page.table.name)
        Object.assign(context.answerHeaders ?? {}, {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${file}-export.csv"`,
          'nc-export-offset': String(page.next ?? -1),
          'nc-export-elapsed-time': (performance.now() - started).toFixed(0),
        })
        return page.text
      },
    },
  ),
})

const projectFiles = wireList(
  z.object({ id: z.int(), folder: z.string(), projectJson: z.record(z.string(), z.unknown()) }),
)

/** The working environment without its variables. */
const workingOnly = (all: readonly ListedEnvironment[]): readonly ListedEnvironment[] =>
  all.filter(({ isWorking }) => isWorking).map((each) => ({ ...each, variables: [] }))

const factCalls = (services: ScriptCallServices) => ({
  /** Lists the native types for columns of new tables. */
  getKnexDataTypes: scripted(
    {
      reads: [],
      scope: 'project',
      permission: 'schema.read',
      input: z.strictObject({}),
      output: wireList(z.string()),
      errors: ['DATABASE_UNAVAILABLE'],
    },
    { handle: async (context) => listed(await services.scripts.dataTypes(context)) },
  ),
  /** Returns the project file of the original, without secrets. */
  PROJECT_READ_BY_WEB: scripted(
    {
      reads: ['projects', 'environments', 'schema', 'metadata', 'views'],
      scope: 'project',
      permission: 'project.read',
      input: z.strictObject({}),
      output: projectFiles,
      errors: [],
    },
    {
      handle: async (context) => {
        const project = await services.scripts.project(context)
        const listedEnvironments = await services.environments(project.id)
        const environments = permits(context.principal, 'environment.read')
          ? listedEnvironments
          : workingOnly(listedEnvironments)
        return listed([{ id: 1, folder: '', projectJson: projectJson(project, environments) }])
      },
    },
  ),
  /** Returns the project files of all projects of a person, for a call that names no project. Without variables. */
  PROJECTS_READ_BY_WEB: scripted(
    {
      reads: ['projects', 'environments'],
      scope: 'installation',
      permission: 'project.list',
      input: z.strictObject({}),
      output: projectFiles,
      errors: [],
    },
    {
      handle: async (context) => {
        const { userId } = personIn(context)
        const found = await services.projectsOf(userId)
        const files = found.map(async (project, at) => {
          const environments = workingOnly(await services.environments(project.id))
          return { id: at + 1, folder: '', projectJson: projectJson(project, environments) }
        })
        return listed(await Promise.all(files))
      },
    },
  ),
})
