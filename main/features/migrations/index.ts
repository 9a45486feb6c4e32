import { AppError } from '@common/errors'
import type { migrationOperations } from '@common/operations/migrations'
import { isLimited } from '@common/principal/rules'
import type { MetaStore } from '@main/db/meta'
import type { BeginRecording } from '@main/features/tables'
import type { Clock } from '@main/lib/clock'
import { inProject, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { migrationAudit } from './audit-rules'
import { createSchemaComparisons, type WithEnvironment } from './compare'
import { createRecorder } from './recorder'
import { createMigrationRepository } from './repository'
import { createMigrationService, migrationFolder, type MigrationServiceOptions } from './service'

export { migrationFolder } from './service'

export interface MigrationsOptions extends Pick<
  MigrationServiceOptions,
  'profileFolder' | 'database' | 'keyOf' | 'between'
> {
  readonly store: MetaStore
  readonly clock: Clock
  readonly withEnvironment: WithEnvironment
  readonly report: (error: unknown) => void
}

/** Changes of schemas as files, and comparisons of the schemas of environments. */
export interface Migrations extends FeatureModule<typeof migrationOperations> {
  /** Writes a change of a schema as a migration. */
  readonly recorded: BeginRecording
}

export function createMigrations(options: MigrationsOptions): Migrations {
  const { store, clock, keyOf, between, withEnvironment, report } = options
  const now = (): string => clock.now().toISOString()
  const repository = createMigrationRepository(store)
  const recorder = createRecorder({
    repository,
    folderOf: (projectId) => migrationFolder(options.profileFolder, projectId),
    keyOf,
    now,
    report,
  })
  const service = createMigrationService({ ...options, repository, recorder, now })
  const comparisons = createSchemaComparisons({ withEnvironment, repository, recorder, between, report })

  /** Schemas show tables and columns that access rules may hide. @throws AppError NOT_ALLOWED */
  const about = (context: CallContext): { readonly projectId: string; readonly userId: number | null } => {
    if (isLimited(context.principal)) throw new AppError('NOT_ALLOWED')
    return { projectId: inProject(context).projectId, userId: context.actor.userId }
  }

  return {
    recorded: recorder.begin,
    audit: migrationAudit,
    handlers: {
      migrationList: async (context) => service.list(about(context).projectId),
      migrationRead: async (context, { name }) => service.read(about(context).projectId, name),
      migrationStart: async (context) => {
        const { projectId, userId } = about(context)
        return { migrations: await service.start(projectId, userId) }
      },
      migrationApply: async (context, { to }) => {
        const { projectId, userId } = about(context)
        return { migrations: await service.apply(projectId, userId, to) }
      },
      migrationRollBack: async (context, { to }) => {
        const { projectId, userId } = about(context)
        return { migrations: await service.rollBack(projectId, userId, to) }
      },
      migrationMark: async (context, { name }) => {
        const { projectId, userId } = about(context)
        await service.mark(projectId, userId, name)
        return { name }
      },
      migrationRecord: async (context) => {
        const { projectId, userId } = about(context)
        return { migrations: await service.record(projectId, userId) }
      },
      schemaCompare: async (context, { target, source }) =>
        comparisons.compare(about(context).projectId, target, source),
      schemaScriptApply: async (context, given) => {
        const { projectId, userId } = about(context)
        return { statements: await comparisons.apply(projectId, userId, given) }
      },
    },
  }
}
