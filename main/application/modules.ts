import { isSameValue, type ChangeEvent } from '@main/dataapi'
import { createApiServerList } from '@main/features/api-servers'
import { createChangeLog } from '@main/features/changes'
import { createBackend } from '@main/features/backend'
import { createHistory } from '@main/features/history'
import { createRelease } from '@main/features/release'
import { createRows } from '@main/features/rows'
import { createStorage } from '@main/features/storage'
import { createTranslations } from '@main/features/translations'
import type { FeatureModules } from '@main/operations/modules'
import type { Assembly } from './assembly'
import { apiClientOf } from './clients'
import { rowsOfChanges } from './row-changes'

/** Returns every feature of the server, a line each. Events reach them in this order. */
export const featureModules = (at: Assembly, changes = changeLogOf(at)): FeatureModules<ChangeEvent> => ({
  projects: at.parts.projects,
  auth: at.accounts.auth,
  account: at.accounts.account,
  users: at.accounts.users,
  secondFactor: at.accounts.secondFactor.module(at.accounts.auth.signIn),
  providers: at.accounts.providers,
  installationSettings: at.accounts.installation,
  secrets: at.accounts.secrets,
  mail: at.accounts.mail,
  access: at.data.roles,
  invitations: at.accounts.invitations.module(at.accounts.auth.throttle),
  members: at.members,
  apiTokens: at.accounts.apiTokens,
  environments: at.parts.environments,
  apiServers: apiServersOf(at),
  backend: backendOf(at),
  plugins: at.accounts.plugins,
  services: at.accounts.services,
  codeHost: at.accounts.codeHost,
  templates: at.templates,
  recovery: at.accounts.recovery,
  audit: at.audit,
  trash: at.data.trash,
  changes,
  snapshots: at.data.snapshots,
  history: historyOf(at, changes),
  comments: at.parts.comments.module({ ...at.data.dataApi.places, written: at.parts.followers.commented }),
  followers: at.parts.followers.module(at.data.dataApi.places),
  attachments: at.parts.attachments,
  ...at.parts.tables.modules,
  views: at.parts.views,
  shares: at.data.shares,
  pocketShares: at.data.shares.pocket.module,
  rows: createRows({ changes: at.data.dataApi.changes, once: at.data.ports.once }),
  forms: at.data.forms,
  imports: at.data.imports,
  apiClient: apiClientOf(at),
  rpcClient: at.rpcClient,
  metadata: at.data.copies,
  migrations: at.parts.migrations,
  sql: at.data.sql,
  ...at.work.modules,
  storage: createStorage(at.options.profile.folder),
  release: createRelease({ version: at.options.version, newest: at.options.newestRelease }),
  translations: createTranslations(at.options.localesFolder),
})

/** Creates the list of API servers. */
const apiServersOf = ({ options, parts, data }: Assembly): ReturnType<typeof createApiServerList> =>
  createApiServerList({
    projects: parts.projects.service,
    servers: parts.projects.apiServers,
    announce: data.live.announced,
    now: () => options.clock.now().toISOString(),
  })

/** Creates the generator of backends. */
const backendOf = ({ parts: { projects, environments, tables } }: Assembly): ReturnType<typeof createBackend> =>
  createBackend({
    database: projects.databases.get,
    project: projects.service.get,
    connection: projects.connection,
    tables: tables.catalog.as,
    checkEnvironment: environments.check,
  })

const changeLogOf = ({ accounts, parts, data, invoker }: Assembly): ReturnType<typeof createChangeLog> =>
  createChangeLog({
    log: accounts.audit.log,
    trash: data.trash,
    rows: rowsOfChanges(data.dataApi),
    stored: accounts.audit.flush,
    tables: parts.tables.catalog.as,
    call: (context, operation, input) => invoker().invoke(operation, input, context, 'undo'),
  })

/** Creates the history of tables, beside the snapshots that it reads. */
function historyOf(
  { accounts, parts, data }: Assembly,
  { takeBack }: ReturnType<typeof changeLogOf>,
): ReturnType<typeof createHistory> {
  const { exact, shown, apply, check } = rowsOfChanges(data.dataApi)
  return createHistory({
    apply,
    check,
    stored: accounts.audit.flush,
    takeBack,
    exact,
    shown,
    rows: data.dataApi.places.rows,
    isSame: (column, left, right) => isSameValue(column, shown(left), shown(right)),
    log: accounts.audit.log,
    table: parts.getTable,
    database: parts.projects.databases.get,
    snapshots: data.snapshots,
    copies: data.copies.service,
  })
}
