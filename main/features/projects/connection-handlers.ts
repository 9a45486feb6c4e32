import { AppError } from '@common/errors'
import type { Project } from '@common/model'
import type { projectOperations } from '@common/operations/projects'
import { permits } from '@common/principal'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { ConnectingPerson, ConnectionService } from './connections'
import { plannedProject, type PlannedProject } from './project-file'
import type { ProjectService } from './service'
import { noteChange } from '@main/lib/note-change'
import type { ConnectionView } from '@common/model/connection'

type ConnectionHandlers = Pick<
  Handlers<typeof projectOperations>,
  | 'testConnection'
  | 'projectCreateFromConnection'
  | 'projectCreateByWeb'
  | 'projectConnectionRead'
  | 'projectConnectionTest'
  | 'projectConnectionUpdate'
>

/** Adds the environments of a project file to a new project, and makes one of them the working one. */
export type AddEnvironments = (
  projectId: string,
  planned: Omit<PlannedProject, 'target'>,
  person: ConnectingPerson,
) => Promise<void>

/** Handlers for operations on connections. */
export function createConnectionHandlers(options: {
  readonly connections: ConnectionService
  readonly service: ProjectService
  readonly addEnvironments: AddEnvironments
  readonly created: (project: Project) => Awaited<ReturnType<ConnectionHandlers['projectCreateByWeb']>>
}): ConnectionHandlers {
  const { connections, service, created } = options
  return {
    testConnection: async (context, target) => {
      if ('settings' in target) return connections.test(target.settings, person(context))
      mayOpenFiles(context)
      return service.testFile(target.filename)
    },

    projectCreateFromConnection: async (context, { title, projectType, settings, production }) => {
      const owner = person(context)
      const given = { title, type: projectType, ownerId: owner.userId, production }
      return created(await connections.create(given, settings, owner))
    },

    projectCreateByWeb: async (context, { project, projectJson }) => {
      if (forbiddenInFolder.test(project.folder ?? '')) throw new AppError('PROJECT_FOLDER_INVALID')
      const { target, ...planned } = plannedProject(projectJson)
      const owner = person(context)
      const given = { title: project.title, type: projectJson.projectType ?? 'rest', ownerId: owner.userId }
      if (!('settings' in target)) mayOpenFiles(context)
      const made =
        'settings' in target
          ? await connections.create(given, target.settings, owner)
          : await service.createFromFile({ ...given, filename: target.filename })
      try {
        await options.addEnvironments(made.id, planned, owner)
      } catch (error) {
        // All or nothing: the connected database is never changed.
        await service.remove(made.id)
        throw error
      }
      return created(made)
    },

    projectConnectionRead: (context) => connections.read(inProject(context).projectId),

    projectConnectionTest: (context, { settings }) =>
      connections.testEdit(inProject(context).projectId, settings, person(context)),

    projectConnectionUpdate: async (context, { settings }) => {
      const { projectId } = inProject(context)
      const before = await connections.find(projectId)
      const after = await connections.update(projectId, settings, person(context))
      noteChange(context, before === undefined ? {} : factsOf(before), factsOf(after))
      return after
    },
  }
}

/** Facts of a connection for the audit, without certificates. */
function factsOf({ inflection, ssl, ...facts }: ConnectionView): object {
  const { usage, hasClientKey } = ssl
  return { ...facts, ssl: usage, hasClientKey, tableNames: inflection.table, columnNames: inflection.column }
}

/** The folder isn't used: projects store nothing beside their database. */
const forbiddenInFolder = /[<>"|?*\p{Cc}]/u

/** A role preview connects with the rights of that role. */
export function person(context: CallContext): ConnectingPerson & { readonly userId: number } {
  return { ...personIn(context), isSuperAdmin: context.principal.roles.includes('super') }
}

function mayOpenFiles(context: CallContext): void {
  if (!permits(context.principal, 'project.openFile')) throw new AppError('NOT_ALLOWED')
}
