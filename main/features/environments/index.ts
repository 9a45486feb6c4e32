import type { environmentOperations } from '@common/operations/environments'
import { defaultEnvironment } from '@common/constants'
import { createQueue } from '@common/util/queue'
import type { MetaStore } from '@main/db/meta'
import { person, type AddEnvironments, type EnvironmentConnections } from '@main/features/projects'
import type { Secrets } from '@main/features/secrets'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject, type Handlers } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { environmentAudit } from './audit-rules'
import { createEnvironmentDatabases, type EnvironmentDatabases } from './connections'
import { createEnvironmentFiles, type EnvironmentFiles } from './files'
import { createEnvironmentRepository } from './repository'
import { createEnvironmentService, type EnvironmentService } from './service'
import { shownVariable, type HeldVariable } from './values'

export type { EnvironmentService } from './service'

/** Environments of projects: variables, secrets and a database each. */
export interface Environments
  extends FeatureModule<typeof environmentOperations>, Pick<EnvironmentService, 'values' | 'check' | 'list'> {
  readonly databases: Pick<EnvironmentDatabases, 'inUse' | 'using'>
  readonly add: AddEnvironments
}

export interface EnvironmentsOptions {
  readonly store: MetaStore
  /** Encrypts secret variables. */
  readonly secrets: Pick<Secrets, 'box'>
  readonly connections: EnvironmentConnections
  readonly clock: Clock
  readonly ids: Ids
}

export function createEnvironments(options: EnvironmentsOptions): Environments {
  const { store, secrets, connections, clock, ids } = options
  const repository = createEnvironmentRepository(store)
  const box = secrets.box('nc_connection_secret', 'environment variables')
  const { run: inTurn } = createQueue({ maxWaiting: 200 })
  const service = createEnvironmentService({ repository, box, connections, inTurn, clock, ids })
  const databases = createEnvironmentDatabases({ repository, connections, clock, ids })
  const files = createEnvironmentFiles({ repository, connections, inTurn, clock, ids })
  return {
    values: service.values,
    check: service.check,
    list: service.list,
    databases,
    add: async (projectId, { environments, working }, owner) => {
      for (const { name, settings, variables } of environments) {
        if (name !== defaultEnvironment) await service.create(projectId, name, undefined)
        if (settings !== undefined) await databases.save(projectId, name, settings, owner)
        for (const variable of variables)
          await service.saveVariable(projectId, { ...variable, environment: name, isSecret: false })
      }
      if (working !== defaultEnvironment) await service.change(projectId, working)
    },
    handlers: { ...environmentHandlers(service), ...databaseHandlers(databases), ...fileHandlers(files) },
    audit: environmentAudit,
  }
}

type DatabaseOperation = `environmentConnection${string}` & keyof typeof environmentOperations
type FileOperation = 'environmentProductionSet' | 'environmentFileCreate' | 'environmentFileDelete'

function environmentHandlers(
  service: EnvironmentService,
): Omit<Handlers<typeof environmentOperations>, DatabaseOperation | FileOperation> {
  return {
    environmentList: async (context) => ({ list: await service.list(inProject(context).projectId) }),

    environmentCreate: async (context, { name, copyOf }) => {
      await service.create(inProject(context).projectId, name, copyOf)
      return { name }
    },

    environmentRename: async (context, { environment, name }) => {
      await service.rename(inProject(context).projectId, environment, name)
      noteChange(context, { name: environment }, { name })
      return { name }
    },

    environmentDelete: async (context, { environment }) => {
      const variables = await service.remove(inProject(context).projectId, environment)
      noteGone(context, { environment, variables })
      return null
    },

    environmentChange: async (context, { environment }) => {
      const from = await service.change(inProject(context).projectId, environment)
      noteChange(context, { environment: from }, { environment })
      return { environment }
    },

    variableSave: async (context, given) => {
      const { before, after } = await service.saveVariable(inProject(context).projectId, given)
      noteChange(context, before === undefined ? {} : factsOf(before), factsOf(after))
      return shownVariable(after)
    },

    variableDelete: async (context, { environment, name }) => {
      noteGone(context, factsOf(await service.removeVariable(inProject(context).projectId, environment, name)))
      return null
    },
  }
}

function databaseHandlers(
  databases: EnvironmentDatabases,
): Pick<Handlers<typeof environmentOperations>, DatabaseOperation> {
  return {
    environmentConnectionRead: (context, { environment }) => databases.read(inProject(context).projectId, environment),

    environmentConnectionTest: (context, { environment, settings }) =>
      databases.test(inProject(context).projectId, environment, settings, person(context)),

    environmentConnectionSave: async (context, { environment, settings }) => {
      const { projectId } = inProject(context)
      const before = await databases.read(projectId, environment)
      const after = await databases.save(projectId, environment, settings, person(context))
      noteChange(context, placeOf(before), placeOf(after))
      return after
    },

    environmentConnectionDelete: async (context, { environment }) => {
      const { projectId } = inProject(context)
      const before = await databases.read(projectId, environment)
      await databases.remove(projectId, environment)
      noteGone(context, placeOf(before))
      return null
    },
  }
}

function fileHandlers(files: EnvironmentFiles): Pick<Handlers<typeof environmentOperations>, FileOperation> {
  return {
    environmentProductionSet: async (context, { environment, production }) => {
      const before = await files.setProduction(inProject(context).projectId, environment, production)
      noteChange(context, { production: before }, { production })
      return { production }
    },

    environmentFileCreate: async (context, { environment, tables }) => {
      const file = await files.create(inProject(context).projectId, environment, tables)
      noteChange(context, {}, { file })
      return { file }
    },

    environmentFileDelete: async (context, { environment }) => {
      const file = await files.remove(inProject(context).projectId, environment)
      noteGone(context, { environment, file })
      return null
    },
  }
}

/** Facts of a variable for the audit, without the value of a secret. */
function factsOf({ name, value, isSecret, enabled }: HeldVariable): object {
  return { name, ...(isSecret ? { secret: true } : { value }), enabled }
}

type Connection = Awaited<ReturnType<EnvironmentDatabases['read']>>

/** Facts of a connection for the audit, without certificates. */
function placeOf(connection: Connection): object {
  if (connection === null) return {}
  const { kind, host, port, user, database, schema } = connection
  return { kind, host, port, user, database, schema }
}
