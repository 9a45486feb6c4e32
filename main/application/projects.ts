import { limits } from '@common/constants'
import type { FindTable, GetTable, SeesAll } from '@common/principal/sight'
import type { DataApi } from '@main/dataapi'
import { createAttachments } from '@main/features/attachments'
import { createComments } from '@main/features/comments'
import { createEnvironments } from '@main/features/environments'
import { createFollowers } from '@main/features/followers'
import type { Live } from '@main/features/live'
import { createMigrations } from '@main/features/migrations'
import { createProjects } from '@main/features/projects'
import type { Shares } from '@main/features/shares'
import { createTables } from '@main/features/tables'
import type { Templates } from '@main/features/templates'
import { createTrashRecorder } from '@main/features/trash'
import { createViews } from '@main/features/views'
import type { Accounts } from './accounts'
import type { ApplicationOptions, Report } from './options'

/** Parts that are created after the projects. */
interface Later {
  readonly dataApi: () => DataApi
  readonly live: () => Live
  readonly shares: () => Shares
  readonly grpcAddress: () => Promise<string>
  readonly templates: () => Templates
  /** Resolves when all changes so far are stored. */
  readonly settled: () => Promise<void>
}

export type Projects = Awaited<ReturnType<typeof createProjectParts>>

/** Creates the features of projects: databases, tables, views, comments, followers and attachments. */
export async function createProjectParts(
  options: ApplicationOptions,
  { auth, installation: { linkTo }, mail: { mailer }, secrets, services }: Accounts,
  report: Report,
  later: Later,
) {
  const { profile, store, clock, schedule, ids, version, closeWith } = options

  const trashRecorder = createTrashRecorder({ store, ids, report })
  closeWith(trashRecorder.close)
  const comments = createComments({ store, clock, ids, report })
  const followers = createFollowers({
    store,
    mailer,
    linkTo,
    clock,
    ids,
    nameOf: (projectId, table, key) =>
      later.dataApi().places.nameOf(projectId, table, key, AbortSignal.timeout(limits.statementTimeoutMs)),
    notified: (userId) => later.live().notified(userId),
    report,
  })
  const attachments = await createAttachments({
    store,
    clock,
    ids,
    schedule,
    profile,
    storages: services.storages,
    isInSight: (principal, projectId, id) =>
      later.dataApi().fileInSight(principal, projectId, id, AbortSignal.timeout(limits.statementTimeoutMs)),
    personNow: auth.access.personNow,
    shares: {
      holder: (shareId) => later.shares().holder(shareId),
      principal: (holder) => later.shares().principalOf(holder),
    },
    report,
  })
  closeWith(attachments.close)
  const projects = await createProjects({
    store,
    clock,
    ids,
    profile: profile.folder,
    version,
    open: options.openFile,
    servers: options.servers,
    secrets,
    trash: options.trash,
    files: attachments.firstFiles,
    grpcAddress: later.grpcAddress,
    fromTemplate: (...given) => later.templates().createProject(...given),
    addEnvironments: (...given) => environments.add(...given),
    report,
  })
  closeWith(projects.databases.closeAll)
  const environments = createEnvironments({ store, secrets, connections: projects.environments, clock, ids })
  const tables = createTables({
    store,
    clock,
    ids,
    database: projects.databases.get,
    databaseNow: projects.databases.now,
    project: projects.service.get,
    beforeChange: later.settled,
    recorded: (projectId, database) => migrations.recorded(projectId, database),
    report,
  })
  const migrations = createMigrations({
    store,
    clock,
    profileFolder: profile.folder,
    database: projects.databases.get,
    keyOf: environments.databases.inUse,
    withEnvironment: environments.databases.using,
    between: tables.between,
    report,
  })
  const { catalog } = tables
  // The data engine prepares row rules for its statements.
  const getTable: GetTable = (principal, projectId, name) => later.dataApi().places.table(principal, projectId, name)
  const findTable: FindTable = (principal, projectId, name) => later.dataApi().places.find(principal, projectId, name)
  const seesAll: SeesAll = (principal, projectId, table) => catalog.as(principal).seesAll(projectId, table)
  const views = createViews({
    store,
    clock,
    ids,
    table: findTable,
    seesAll,
    isOnNetwork: (viewId) => later.shares().pocket.showsView(viewId),
    list: (principal, projectId) => catalog.as(principal).list(projectId),
  })
  return {
    trashRecorder,
    comments,
    followers,
    attachments,
    projects,
    environments,
    migrations,
    tables,
    getTable,
    findTable,
    seesAll,
    views,
  }
}
