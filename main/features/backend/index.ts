import type { backendOperations } from '@common/operations/backend'
import { backendEngine } from '@common/dialects/generated-backend'
import { AppError } from '@common/errors'
import type { Project, Table } from '@common/model'
import type { ConnectionView } from '@common/model/connection'
import type { Principal } from '@common/principal'
import type { TablesInSight } from '@common/principal/sight'
import type { Database } from '@main/db/database'
import { fileNames } from '@main/lib/file-names'
import { inProject, type ProjectContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'

export interface BackendOptions {
  readonly database: (projectId: string) => Promise<Database>
  readonly project: (projectId: string) => Promise<Project>
  /** Returns the connection of a project to a server, without its secrets. */
  readonly connection: (projectId: string) => Promise<ConnectionView | undefined>
  readonly tables: (principal: Principal) => Pick<TablesInSight, 'list' | 'get'>
  /** Rejects an environment with another database than the working one. */
  readonly checkEnvironment: (projectId: string, environment: string) => Promise<void>
}

/** Generates REST servers from projects. */
export function createBackend(options: BackendOptions): FeatureModule<typeof backendOperations> {
  /** Returns the asked tables in the order of the list. @throws AppError TABLE_NOT_FOUND, BACKEND_WITHOUT_TABLES */
  const tablesOf = async ({ principal, projectId }: ProjectContext, asked?: readonly string[]): Promise<Table[]> => {
    const lookups = options.tables(principal)
    const names = asked ?? (await lookups.list(projectId)).map(({ name }) => name)
    const tables = await Promise.all(names.map((name) => lookups.get(projectId, name)))
    const unique = [...new Map(tables.map((table) => [table.name, table])).values()]
    if (unique.length === 0) throw new AppError('BACKEND_WITHOUT_TABLES')
    return unique.toSorted((one, other) => one.order - other.order)
  }

  return {
    handlers: {
      projectGenerateBackend: async (context, { env, type, tables: asked }) => {
        const call = inProject(context)
        const { projectId } = call
        if (env !== undefined) await options.checkEnvironment(projectId, env)
        const [{ dialect }, project, connection, tables] = await Promise.all([
          options.database(projectId),
          options.project(projectId),
          options.connection(projectId),
          tablesOf(call, asked),
        ])
        const engine = backendEngine(dialect.name)
        if (engine === undefined) throw new AppError('NOT_SUPPORTED')
        const { backendZip } = await import('./zip')
        const { name, bytes } = await backendZip({ project, connection, tables, type, engine })
        Object.assign(context.answerHeaders ?? {}, {
          'content-type': 'application/zip',
          'content-length': String(bytes.length),
          'cache-control': 'no-store',
          'content-disposition': `attachment; ${fileNames(name)}`,
        })
        return bytes
      },
    },
  }
}
