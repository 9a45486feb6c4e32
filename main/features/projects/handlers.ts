import { arch, platform } from 'node:os'
import { basename } from 'node:path'
import { defaultDbAlias, defaultEnvironment } from '@common/constants'
import type { Project } from '@common/model'
import type { OperationInput } from '@common/operations'
import type { projectOperations, ProjectListEntry } from '@common/operations/projects'
import type { ProjectRole } from '@common/permissions'
import { isCustomRole, permissionsOf, projectPermissions, rankOfRole } from '@common/permissions/custom-role'
import { permits } from '@common/principal'
import { sampleTitle } from '@common/sample'
import type { FirstFiles } from '@main/features/attachments'
import type { Ids } from '@main/lib/ids'
import { noteChange, noteGone } from '@main/lib/note-change'
import { inProject, personIn, type CallContext, type Handlers } from '@main/operations/context'
import type { ApiServers } from './api-servers'
import { type AddEnvironments, createConnectionHandlers } from './connection-handlers'
import type { ConnectionService } from './connections'
import type { ProjectDatabases } from './databases'
import type { Membership } from './repository'
import { fillSample } from './sample'
import type { ProjectFacts, ProjectService } from './service'
import type { NewProject } from './types'

export interface ProjectHandlerOptions {
  readonly service: ProjectService
  readonly connections: ConnectionService
  readonly databases: ProjectDatabases
  readonly apiServers: ApiServers
  readonly grpcAddress: () => Promise<string>
  readonly version: string
  /** Engine of the meta store. */
  readonly metaEngine: string
  readonly addEnvironments: AddEnvironments
  readonly now: () => string
  readonly files: Pick<FirstFiles, 'keep'>
  readonly ids: Ids
  readonly fromTemplate: ProjectFromTemplate
}

/** Creates a project with the tables of a template. */
export type ProjectFromTemplate = (
  context: CallContext,
  given: NewProject,
  used: Omit<OperationInput<'projectCreate'>, 'title' | 'projectType'>,
) => Promise<Project>

/** Handlers of `common/operations/projects.ts`. */
export function createProjectHandlers(options: ProjectHandlerOptions): Handlers<typeof projectOperations> {
  const { service, connections, databases, apiServers, grpcAddress, version, metaEngine, now, files, ids } = options
  const { fromTemplate } = options
  const createSample = (ownerId: number): Promise<Project> =>
    service.create({ title: sampleTitle, type: 'rest', ownerId }, (database, projectId) =>
      fillSample({ database, projectId, ownerId, files, ids, now: now() }),
    )

  const start = async (context: CallContext): Promise<null> => {
    await apiServers.start(inProject(context).projectId)
    return null
  }
  const stop = async (context: CallContext): Promise<null> => {
    await apiServers.stop(inProject(context).projectId, now())
    return null
  }

  return {
    ...createConnectionHandlers({ connections, service, created, addEnvironments: options.addEnvironments }),

    projectList: async (context) => (await service.list(personOf(context))).map(listEntry),

    projectCreate: async (context, { title, projectType, ...used }) => {
      const given = { title, type: projectType, ownerId: personOf(context) }
      const isEmpty = used.template === undefined && used.templateId === undefined
      return created(isEmpty ? await service.create(given) : await fromTemplate(context, given, used))
    },

    projectCreateSample: async (context) => created(await createSample(personOf(context))),

    projectCreateFromFile: async (context, { title, filename, projectType }) =>
      created(await service.createFromFile({ title, filename, type: projectType, ownerId: personOf(context) })),

    projectOpen: async (context) => {
      const { projectId, principal } = inProject(context)
      // A preview lowers them.
      const permissions = projectPermissions.filter((name) => permits(principal, name))
      const entry =
        principal.kind === 'sharedBase'
          ? visitorEntry(await service.openForVisitor(projectId), principal.projectRole)
          : listEntry(await service.open(projectId, personOf(context)))
      return { ...entry, permissions }
    },

    projectMemberList: (context) => service.members(inProject(context).projectId),

    projectRename: async (context, { title }) => {
      const { projectId } = inProject(context)
      const { title: before } = await service.get(projectId)
      const after = await service.rename(projectId, title)
      context.noteForAudit?.({ before, after })
      return { id: projectId, title: after }
    },

    projectProductionSet: async (context, { production }) => {
      const { projectId } = inProject(context)
      const { production: before } = await service.get(projectId)
      await service.setProduction(projectId, production)
      noteChange(context, { production: before }, { production })
      return { production }
    },

    projectStart: start,
    projectAPIServerStart: start,
    projectStop: stop,
    projectAPIServerStop: stop,

    projectRestart: async (context) => {
      const { projectId } = inProject(context)
      await apiServers.start(projectId)
      databases.reopen(projectId)
      return null
    },

    projectDelete: async (context) => {
      const { projectId } = inProject(context)
      const { title, type, server } = await service.get(projectId)
      const deleted = await service.remove(projectId)
      noteGone(context, { title, type, host: server?.host, database: server?.database })
      return deleted
    },

    projectApiInfo: async (context) => {
      const started = performance.now()
      const project = await service.get(inProject(context).projectId)
      const grpcApiUrl = project.type === 'grpc' ? await grpcAddress() : ''
      return apiInfo(project, await countsOf(databases, project), grpcApiUrl, started)
    },

    ncProjectInfo: async (context) => {
      const database = await databases.get(inProject(context).projectId)
      return {
        Node: process.version,
        Arch: arch(),
        Platform: platform(),
        Docker: false,
        Database: database.dialect.name,
        ProjectOnRootDB: false,
        RootDB: metaEngine,
        PackageVersion: version,
      }
    },

    projectHasDb: async (context) => {
      await service.get(inProject(context).projectId)
      return true
    },
  }
}

const personOf = (context: CallContext): number => personIn(context).userId

const created = ({ id, title, prefix }: Project) => ({ id, title, description: null, config: '', prefix })

function listEntry({ project, role, ownerEmail, openedAt, ...facts }: Membership & ProjectFacts): ProjectListEntry {
  const rank = rankOfRole(role)
  return {
    id: project.id,
    title: project.title,
    description: null,
    created_at: project.createdAt,
    updated_at: project.updatedAt,
    opened_at: openedAt,
    user_id: project.ownerId,
    owner: ownerEmail,
    is_creator: rank === 'owner' || rank === 'creator' ? 1 : 0,
    allowed: true,
    projectType: project.type,
    prefix: project.prefix,
    production: project.production,
    environment: project.environment ?? defaultEnvironment,
    role: rank,
    role_title: isCustomRole(role) ? role.title : null,
    permissions: permissionsOf(role),
    source: project.source,
    server: project.server ?? null,
    ...facts,
  }
}

/** Returns a project for visitors of its link: without its owner, its file and the address of its server. */
function visitorEntry(
  { project, status }: Awaited<ReturnType<ProjectService['openForVisitor']>>,
  role: ProjectRole,
): ProjectListEntry {
  const { server } = project
  return {
    ...listEntry({
      project,
      role,
      ownerEmail: '',
      openedAt: null,
      fileName: '',
      fileBytes: null,
      tableCount: null,
      status,
    }),
    user_id: 0,
    server: server === undefined ? null : { kind: server.kind, host: '', port: 0, database: '' },
  }
}

interface Counts {
  readonly engine: string
  readonly tables: number
  readonly views: number
  readonly relations: number
}

async function countsOf(databases: ProjectDatabases, project: Project): Promise<Counts> {
  const database = await databases.get(project.id)
  const { introspect, name } = database.dialect
  const [listed, references] = await Promise.all([introspect.listTables(database), introspect.listReferences(database)])
  const tables = listed.filter(({ type }) => type === 'table').length
  return { engine: name, tables, views: listed.length - tables, relations: references.length }
}

/** Number of data API routes per table: list, find one, count, read, exists, create, update, delete, three in bulk. */
const routesPerTable = 11
/** Number of routes per SQL view: list, find one, count. */
const routesPerView = 3

function apiInfo(project: Project, counts: Counts, grpcApiUrl: string, started: number) {
  const base = `/nc/${encodeURIComponent(project.id)}`
  const isGraphql = project.type === 'graphql'
  const apis = counts.tables * routesPerTable + counts.views * routesPerView
  const timeTaken = `${((performance.now() - started) / 1000).toFixed(1)}s`
  const database = project.server?.database ?? basename(project.filename)
  return {
    info: {
      [defaultDbAlias]: {
        swaggerUrl: `${base}/${defaultDbAlias}/swagger`,
        apiUrl: `${base}/api/v1`,
        gqlApiUrl: `${base}/v1/graphql`,
        grpcApiUrl,
        apiType: isGraphql || project.type === 'grpc' ? project.type : 'rest',
        database,
      },
    },
    aggregatedInfo: {
      list: [
        {
          type: isGraphql ? 'graphql' : 'rest',
          apiCount: apis,
          dbType: counts.engine,
          apiEndpoint: isGraphql ? `${base}/v1/graphql` : `${base}/api/v1`,
          tablesCount: counts.tables,
          relationsCount: counts.relations,
          viewsCount: counts.views,
          functionsCount: 0,
          proceduresCount: 0,
          client: counts.engine,
          databaseName: database,
          timeTaken,
        },
      ],
      aggregated: [
        '',
        String(counts.tables),
        isGraphql ? '1' : '0',
        isGraphql ? '0' : String(apis),
        String(apis),
        timeTaken,
      ],
    },
  }
}
