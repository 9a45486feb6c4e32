import { basename } from 'node:path'
import { AppError, errorMessage } from '@common/errors'
import type { Project, ProjectType } from '@common/model'
import { createQueue } from '@common/util/queue'
import { testedConnection, type TestedConnection } from './tested-connection'
import { fileFacts, locateDatabaseFile } from './files'
import { projectTitle } from './identity'
import { createProjectFiles } from './project-files'
import type { Member, Membership } from './repository'
import { createTableCounts } from './table-counts'
import type { ExistingFile, FillDatabase, NewProject, ProjectServiceOptions, RemovedFile } from './types'

/** Facts of a project for its members. */
export interface ProjectFacts {
  readonly fileName: string
  readonly fileBytes: number | null
  readonly tableCount: number | null
  /** State of its API. */
  readonly status: 'started' | 'stopped'
}

/** Creates, opens, renames and deletes projects, atomically. */
export interface ProjectService {
  /** Returns the projects of a user with the roles, without facts of their files. */
  readonly memberships: (userId: number) => Promise<Membership[]>
  readonly list: (userId: number) => Promise<(Membership & ProjectFacts)[]>
  readonly create: (given: NewProject, fill?: FillDatabase) => Promise<Project>
  readonly createFromFile: (given: Omit<NewProject, 'title'> & ExistingFile) => Promise<Project>
  /** Checks a file like `createFromFile`, without creating a project. */
  readonly testFile: (filename: string) => Promise<TestedConnection>
  /** Returns a project of a member; `opens` marks it as opened. */
  readonly open: (projectId: string, userId: number) => Promise<Membership & ProjectFacts>
  /** Returns a project for visitors of its link. */
  readonly openForVisitor: (projectId: string) => Promise<Pick<ProjectFacts, 'status'> & { readonly project: Project }>
  /** Returns the members. */
  readonly members: (projectId: string) => Promise<Member[]>
  readonly rename: (projectId: string, title: string) => Promise<string>
  readonly setProduction: (projectId: string, production: boolean) => Promise<void>
  readonly remove: (projectId: string) => Promise<RemovedFile>
  readonly get: (projectId: string) => Promise<Project>
  readonly ofType: (type: ProjectType) => Promise<string[]>
  /** Completes interrupted work of an earlier process. Await it before serving requests. */
  readonly recover: () => Promise<void>
}

/** Databases that a list opens only to count their tables. */
const countedByListing = 12

export function createProjectService(options: ProjectServiceOptions): ProjectService {
  const { repository, databases, apiServers, clock, profile, report } = options
  const files = createProjectFiles(options)
  const now = (): string => clock.now().toISOString()
  // One at a time: two calls must not take the same file, or the same name.
  const { run: inTurn } = createQueue({ maxWaiting: 50 })
  const counts = createTableCounts(databases, clock)

  const factsOf = async (
    membership: Membership,
    count: (project: Project) => Promise<number | null>,
  ): Promise<Membership & ProjectFacts> => ({
    ...membership,
    ...(await fileFacts(membership.project)),
    tableCount: await count(membership.project),
    status: (await apiServers.stopped()).has(membership.project.id) ? 'stopped' : 'started',
  })

  const get = async (projectId: string): Promise<Project> => {
    const project = await repository.find(projectId)
    if (project === undefined) throw new AppError('PROJECT_NOT_FOUND')
    return project
  }

  /** Opens the database, which the pool does without contacting its server. */
  const openDatabase = async (projectId: string): Promise<void> => {
    await (await databases.get(projectId)).schemaVersion()
  }

  return {
    get,

    ofType: async (type) => (await repository.all()).filter((project) => project.type === type).map(({ id }) => id),

    memberships: (userId) => repository.ofMember(userId),

    list: async (userId) => {
      const memberships = await repository.ofMember(userId)
      return Promise.all(
        memberships.map((membership, at) =>
          factsOf(
            membership,
            at < countedByListing || databases.isOpen(membership.project.id) ? counts.glance : async () => null,
          ),
        ),
      )
    },

    create: (given, fill) => inTurn(() => files.createBuiltIn({ ...given, title: projectTitle(given.title) }, fill)),

    createFromFile: (given) => inTurn(() => files.addFile(given)),

    testFile: async (filename) => {
      try {
        await files.readOnce(await locateDatabaseFile(filename, profile))
        return testedConnection({ failure: null, steps: [] }, undefined)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return testedConnection({ failure: 'unknown', steps: [] }, errorMessage(error.code, error.details))
      }
    },

    members: (projectId) => repository.members(projectId),

    openForVisitor: async (projectId) => {
      await openDatabase(projectId)
      const isStopped = (await apiServers.stopped()).has(projectId)
      return { project: await get(projectId), status: isStopped ? 'stopped' : 'started' }
    },

    open: async (projectId, userId) => {
      await openDatabase(projectId)
      await repository.markOpened(projectId, userId, now())
      const [membership] = await repository.ofMember(userId, projectId)
      if (membership === undefined) throw new AppError('PROJECT_NOT_FOUND')
      return factsOf(membership, ({ id }) => counts.ask(id))
    },

    rename: async (projectId, given) => {
      const title = projectTitle(given)
      await get(projectId)
      await repository.rename(projectId, title, now())
      return title
    },

    setProduction: async (projectId, production) => {
      await get(projectId)
      await repository.setProduction(projectId, production, now())
    },

    remove: (projectId) =>
      inTurn(() =>
        databases.whileClosed(projectId, async () => {
          const project = await get(projectId)
          const { home, others } = await repository.files(project)
          const fileName = project.server?.database ?? basename(home)
          if (project.source !== 'builtIn') {
            await repository.remove(projectId, null, now())
            for (const other of others) await files.keepFile(other)
            return { keptAt: 'original', fileName }
          }
          await repository.remove(projectId, { id: projectId, fileName }, now())
          const removed = await files.keepFile(home)
          for (const other of others) await files.keepFile(other)
          await repository.removalDone(projectId)
          return removed
        }),
      ),

    recover: async () => {
      // Unfinished removals are retried at the next start and don't block the server.
      await files.finishRemovals().catch(report)
      await files.finishConstruction().catch(report)
    },
  }
}
