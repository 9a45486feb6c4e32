import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationByName, operationNames, type Operation } from '@common/operations'
import { createLegacyCalls } from '@main/http/legacy'
import type { LegacyCalls } from '@main/operations/legacy-call'
import { can, permissionTable, projectRoles, userRoles, type Role } from '@common/permissions'
import type { ConnectionSettingsInput } from '@common/model/connection'
import { createTestPostgres, hasPostgres, type TestPostgres } from '@tests/helpers/postgres'
import type { CallName } from '@tests/helpers/calls'
import { downloadMetadata } from '@tests/helpers/metadata-file'
import { sendForm } from '@tests/helpers/form'
import { startOidc, type TestOidc } from '@tests/helpers/oidc'
import { accountCalls } from './account-calls'
import { environmentCalls } from './environment-calls'
import { pluginCalls } from './plugin-calls'
import { codeHostCalls } from './code-host-calls'
import { serviceCalls } from './service-calls'
import { templateCalls } from './template-calls'
import { providerCalls } from './provider-calls'
import { formVisitor, shareCalls, visitorClock } from './share-calls'
import { rpcCalls } from './rpc-calls'
import { routineCallNames, routineCalls } from './routine-calls'
import { secondFactorCalls } from './second-factor-calls'
import { migrationCalls } from './migration-calls'
import { sqlCalls } from './sql-calls'
import { userCalls } from './user-calls'
import { exemptFromValues, leavesValues, watchAudit, type AuditedLine } from './audited-values'
import { startServer, testPassword, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

/*
 * Every declared operation must satisfy the shared contract. A new one is tested once it is declared; the compiler
 * requires a valid call for it below.
 */

let server: TestServer
let owner: TestUser
let oidc: TestOidc
let projectId: string
/** A project on a database server, where there is one for tests. */
let postgres: TestPostgres | undefined
let serverProjectId = 'nothing'
/** A user's own folder for files: outside the profile. */
let givenFolder: string
/** One user per role, each a member of the project if the role belongs to projects. */
const people = new Map<Role, TestUser>()

beforeAll(async () => {
  givenFolder = await mkdtemp(join(tmpdir(), 'basalt-given-'))
  oidc = await startOidc()
  const { address, clientId, clientSecret } = oidc
  const provider = { id: 'oidc', name: 'Harbour ID', address, clientId, clientSecret } as const
  server = await startServer({
    signInAttempts: 0,
    signUpAttempts: 0,
    providers: [provider],
    clock: visitorClock,
    localesFolder: await someLocales(),
  })
  await oidc.allow(`${server.origin}/auth/oidc/callback`)
  owner = await server.signUp('owner@example.com')
  people.set('super', owner)
  people.set('owner', owner)
  const created = await server.call('projectCreateSample', {}, { token: owner.token })
  projectId = created.id
  for (const role of ['creator', 'editor', 'commenter', 'viewer', 'user', 'user_new'] as const)
    people.set(role, await server.signUp(`${role}@example.com`))
  if (isPostgresThere) {
    postgres = await createTestPostgres()
    const given = { title: 'On a server', projectType: 'rest', settings: connection() } as const
    serverProjectId = (await server.call('projectCreateFromConnection', given, { token: owner.token })).id
  }
  giveRoles()
})
afterAll(async () => {
  await server.close()
  await oidc.close()
  await postgres?.drop()
  await rm(givenFolder, { recursive: true, force: true })
})

/** Returns a folder with one file of English and of German. */
async function someLocales(): Promise<string> {
  for (const code of ['en', 'de']) await cp(`locales/${code}/app.json`, join(givenFolder, 'locales', code, 'app.json'))
  return join(givenFolder, 'locales')
}

/** There is no member management yet; until then the test writes roles where the server reads them. */
function giveRoles(): void {
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  const member = file.prepare(
    `INSERT INTO nc_projects_users (project_id, user_id, roles, created_at)
     SELECT ?, id, ?, '2026-01-01T00:00:00.000Z' FROM xc_users WHERE email = ?`,
  )
  for (const role of ['creator', 'editor', 'commenter', 'viewer'])
    for (const id of postgres === undefined ? [projectId] : [projectId, serverProjectId])
      member.run(id, role, `${role}@example.com`)
  file.prepare("UPDATE xc_users SET user_role = 'user' WHERE email = ?").run('user@example.com')
  file.close()
}

interface Call {
  readonly args?: unknown
  readonly token?: string | undefined
  readonly projectId?: string | undefined
  readonly cookie?: string
  /** Origin of the page that calls. */
  readonly origin?: string
  /** Sent as a form with a file. */
  readonly file?: string
  /** Content of the file. */
  readonly content?: Uint8Array
  /** Names a visitor instead of a person. */
  readonly headers?: Readonly<Record<string, string>>
}

const legacyCalls: LegacyCalls = createLegacyCalls({} as never)

/** Operations that have an old name as well are called by it here; own-operations.test.ts calls them by their own. */
const translatedNames = Object.values(legacyCalls).flatMap((call) => ('operation' in call ? [call.operation] : []))
const doorNames = [
  ...Object.keys(legacyCalls),
  ...operationNames.filter((name) => !(name in legacyCalls) && !translatedNames.includes(name) && !isUndoOnly(name)),
]

/** True for calls that only the change log makes. */
function isUndoOnly(name: string): boolean {
  return operationByName(name)?.undoOnly === true
}

/** Returns the declaration of a legacy call. */
function declared(name: CallName): Operation {
  const call = legacyCalls[name]
  const operation =
    call === undefined
      ? operationByName(name)
      : 'operation' in call
        ? operationByName(call.operation)
        : call.declaration
  if (!operation) throw new Error(`${name} is not declared`)
  if (call === undefined) return operation
  const door = {
    ...(call.strict === true ? {} : { door: 'legacy' as const }),
    ...(call.http && { http: { ...call.http, summary: '' }, ownPathOnly: true as const }),
  }
  return { ...operation, ...door, input: call.input, output: call.output }
}

/** Calls an operation the way that is open to it. */
function send(name: CallName, call: Call): Promise<Answer> {
  const { args = {}, token, projectId: project, cookie, origin, file } = call
  if (file !== undefined)
    return sendForm(
      server,
      [
        { name: 'file', filename: file, content: call.content ?? 'text' },
        { name: 'json', content: JSON.stringify({ api: name, project_id: project, dbAlias: 'db', args }) },
      ],
      { token, path: `/dashboard?q=sqlOp_${name}&project_id=${project ?? ''}` },
    )
  const { http, ownPathOnly } = declared(name)
  const headers = { ...(cookie !== undefined && { cookie }), ...(origin !== undefined && { origin }), ...call.headers }
  if (http === undefined || ownPathOnly !== true)
    return server.request(`/dashboard/?q=sqlOp_${name}`, {
      method: 'POST',
      token,
      headers,
      body: { api: name, project_id: project, env: '_noco', dbAlias: 'db', args },
    })
  const inBody = declared(name).scope === 'project' && !http.path.includes(':project_id') && isRecord(args)
  const values: Record<string, unknown> = isRecord(args) ? { ...args } : {}
  if (inBody && project !== undefined) values['project_id'] = project
  const path = http.path.replaceAll(/:(\w+)/g, (_, part: string) => {
    const value = values[part] ?? project
    Reflect.deleteProperty(values, part)
    return encodeURIComponent(typeof value === 'string' ? value : 'nothing')
  })
  const body = isRecord(args) ? values : args
  if (http.method !== 'GET') return server.request(path, { method: http.method, token, headers, body })
  const query = new URLSearchParams(values as Record<string, string>).toString()
  return server.request(query === '' ? path : `${path}?${query}`, { token, headers })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the settings of the test server's database; placeholders if there is none. */
function connection(): ConnectionSettingsInput {
  const url = new URL(postgres?.url ?? 'postgres://nobody:nothing@127.0.0.1:1/nothing')
  const { hostname: host, port, username: user, password, pathname } = url
  return { kind: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) }
}

/** Operations whose proper call needs a database server. */
const onServer: readonly CallName[] = [
  ...routineCallNames,
  'projectCreateFromConnection',
  'projectConnectionRead',
  'projectConnectionTest',
  'projectConnectionUpdate',
  'environmentConnectionTest',
  'environmentConnectionSave',
  'environmentConnectionDelete',
]

const isPostgresThere = await hasPostgres()

/** The calling user: only this user sees the import. */
let asker: TestUser | undefined
/** True once the call under preparation is for this user only. */
let isForAsker = false

function askerToken(): string {
  isForAsker = true
  return (asker ?? owner).token
}

async function newImport(): Promise<string> {
  const token = askerToken()
  const { id } = await server.call('importUpload', { text: 'a,b\n1,2\n' }, { token, projectId })
  return id
}

/** Returns the metadata of the project as a file to send. */
const metadataFile = async () => ({
  file: 'basalt-metadata.zip',
  content: await downloadMetadata(server, { token: owner.token, projectId }),
  token: owner.token,
})

const snapshotId = async (): Promise<string> =>
  (await server.operate('snapshotTake', {}, { token: owner.token, projectId })).id

/** The table of tracks at this moment, for a comparison with itself. */
const tracksNow = () => ({ table: 'tracks', moment: { at: new Date().toISOString() } })

const emptyProject = async (): Promise<string> =>
  (await server.operate('projectCreate', { title: 'Copied', projectType: 'rest' }, { token: owner.token })).id

const importOrder = (id: string) => ({
  id,
  sheets: [
    {
      sheet: 0,
      into: { kind: 'new', title: 'Imported' },
      columns: [{ source: 0, title: 'a', uiType: 'Number' }],
    },
  ],
})

const as = () => ({ token: owner.token, projectId })

const tableNames = async (of: 'table' | 'view'): Promise<string[]> =>
  (await server.operate('tableList', { associations: true }, as()))
    .filter(({ type }) => type === of)
    .map(({ name }) => name)

/** Nothing answers at port 1. */
const mailServer = { host: '127.0.0.1', port: 1, security: 'none', sender: 'basalt@example.com' }

const newColumn = { cn: 'title', _cn: 'Title', uidt: 'SingleLineText', dt: 'text', altered: 1 }

/** A valid call of each operation, in execution order. */
const properCalls: Readonly<Record<string, () => Call | Promise<Call>>> = {
  authType: () => ({}),
  uiAbility: () => ({}),
  authAdminVerify: () => ({ args: { secret: 'wrong' } }),
  referralCreate: () => ({}),
  subscriptionRead: () => ({}),
  userMe: () => ({ args: { project_id: projectId }, token: owner.token }),
  authSignUp: () => ({ args: { email: 'contract@example.com', password: testPassword } }),
  authSignIn: () => ({ args: { email: 'contract@example.com', password: testPassword, tool: '1' } }),
  authRefreshToken: async () => ({ cookie: (await server.signUp('refresh@example.com')).cookie }),
  ...accountCalls(() => server),
  ...userCalls(
    () => server,
    () => owner.token,
  ),
  authSignOut: async () => ({ token: (await server.signUp('leaving@example.com')).token }),
  ...secondFactorCalls(
    () => server,
    () => owner.token,
  ),
  ...providerCalls(
    () => server,
    () => oidc,
  ),
  installationSettingsRead: () => ({ token: owner.token }),
  installationSettingsSave: () => ({ args: { signUpClosed: false, historyDays: 300 }, token: owner.token }),
  translationFolderRead: () => ({ token: owner.token }),
  translationList: () => ({ args: { language: 'de' }, token: owner.token }),
  translationSave: () => ({
    args: { language: 'de', key: 'app.language', text: 'Die Sprache', before: 'Sprache' },
    token: owner.token,
  }),
  storageRead: () => ({ token: owner.token }),
  cacheClear: () => ({ token: owner.token }),
  secretStorageRead: () => ({ token: owner.token }),
  secretStorageMove: () => ({ args: { to: 'profile' }, token: owner.token }),
  secretStorageRenew: () => ({ token: owner.token }),
  mailSettingsRead: () => ({ token: owner.token }),
  mailSettingsSave: () => ({ args: mailServer, token: owner.token }),
  mailTest: () => ({ args: { settings: mailServer }, token: owner.token }),
  mailSettingsDelete: () => ({ token: owner.token }),
  passwordForgot: () => ({ args: { email: 'contract@example.com' } }),
  passwordTokenValidate: async () => ({ args: { token: await resetToken() } }),
  passwordReset: async () => ({ args: { token: await resetToken(), password: testPassword } }),
  passwordResetLinkCreate: async () => ({ args: { userId: await userId('contract@example.com') }, token: owner.token }),
  emailValidationSend: () => ({ token: owner.token }),
  emailValidate: async () => ({ args: { token: await emailToken() } }),
  roleCreate: () => ({
    args: { title: 'Contract', permissions: ['schema.read', 'row.read'] },
    token: owner.token,
    projectId,
  }),
  roleUpdate: async () => ({
    args: { id: await roleId('Changed'), permissions: ['schema.read', 'row.read'] },
    token: owner.token,
    projectId,
  }),
  accessRulesSave: () => ({
    args: { table: 'tracks', role: 'viewer', rules: { columns: { length: 'read' } } },
    token: owner.token,
    projectId,
  }),
  accessRulesSaveBulk: () => ({
    args: { list: [{ table: 'tracks', role: 'viewer', rules: { columns: { length: 'hidden' } } }] },
    token: owner.token,
    projectId,
  }),
  disabledModelsRead: () => ({ token: owner.token, projectId }),
  disabledModelsSave: () => ({
    args: { list: [{ kind: 'table', name: 'tracks', disabled: { viewer: true } }] },
    token: owner.token,
    projectId,
  }),
  accessExplain: () => ({ args: { role: 'viewer', table: 'tracks' }, token: owner.token, projectId }),
  invitationRead: async () => ({ args: { token: await invitationToken('read@example.com') } }),
  invitationAccept: async () => {
    const token = await invitationToken('accepting@example.com')
    return { args: { token }, token: (await server.signUp('accepting@example.com')).token }
  },
  adminInvite: () => ({ args: { email: 'admin@example.com', roles: 'viewer' }, token: owner.token, projectId }),
  adminResendInvite: async () => ({ args: { id: await invitationId(projectId) }, token: owner.token, projectId }),
  memberInvitationList: () => ({ token: owner.token, projectId }),
  memberInvitationRevoke: async () => ({ args: { id: await invitationId(projectId) }, token: owner.token, projectId }),
  memberInvitationRoleSet: async () => ({
    args: { id: await invitationId(projectId), role: 'commenter' },
    token: owner.token,
    projectId,
  }),
  adminUserList: () => ({ args: { query: 'viewer' }, token: owner.token, projectId }),
  adminUserUpdate: async () => ({
    args: { id: await newMember('updated@example.com'), roles: 'commenter' },
    token: owner.token,
    projectId,
  }),
  rolesGet: () => ({ token: owner.token, projectId }),
  adminRoleList: () => ({ token: owner.token, projectId }),
  adminRoleSave: () => ({ args: { roles: [{ title: 'From a script' }] }, token: owner.token, projectId }),
  adminRoleDelete: async () => ({
    args: { id: await roleId('Deleted') },
    token: owner.token,
    projectId,
  }),
  xcAclGet: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  xcAclSave: () => ({ args: { tn: 'tracks', acl: { viewer: { read: true } } }, token: owner.token, projectId }),
  xcAclAggregatedGet: () => ({ token: owner.token, projectId }),
  xcAclAggregatedSave: () => ({ args: { editor: { delete: false } }, token: owner.token, projectId }),
  xcRoutesPolicyGet: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  xcRoutesPolicyAllGet: () => ({ token: owner.token, projectId }),
  xcVisibilityMetaGet: () => ({ args: { type: 'all' }, token: owner.token, projectId }),
  xcVisibilityMetaSet: () => ({
    args: { type: 'table', disableList: [{ tn: 'tracks', disabled: { viewer: false } }] },
    token: owner.token,
    projectId,
  }),
  xcVisibilityMetaSetAll: () => ({
    args: { disableList: [{ tn: 'tracks', type: 'table', ptn: null, disabled: { viewer: true } }] },
    token: owner.token,
    projectId,
  }),
  xcModelsList: () => ({ token: owner.token, projectId }),
  xcTableModelsList: () => ({ token: owner.token, projectId }),
  xcViewModelsList: () => ({ token: owner.token, projectId }),
  xcFunctionModelsList: () => ({ token: owner.token, projectId }),
  xcProcedureModelsList: () => ({ token: owner.token, projectId }),
  xcTableModelsEnable: async () => ({ args: await tableNames('table'), token: owner.token, projectId }),
  xcViewModelsEnable: async () => {
    const view = { view_name: 'enabled', view_definition: 'CREATE VIEW enabled AS SELECT id FROM tracks' }
    await send('viewCreate', { args: view, token: owner.token, projectId })
    const list = [{ kind: 'table' as const, name: 'enabled', disabled: { viewer: true } }]
    await server.operate('disabledModelsSave', { list }, as())
    return { args: await tableNames('view'), token: owner.token, projectId }
  },
  xcFunctionModelsEnable: () => ({ args: [], token: owner.token, projectId }),
  xcProcedureModelsEnable: () => ({ args: [], token: owner.token, projectId }),
  adminUserDelete: async () => ({
    args: { id: await newMember('deleted@example.com') },
    token: owner.token,
    projectId,
  }),
  memberList: () => ({ token: owner.token, projectId }),
  memberRoleSet: async () => ({
    args: { userId: Number(await newMember('changing@example.com')), role: 'editor' },
    token: owner.token,
    projectId,
  }),
  memberRemove: async () => ({
    args: { userId: Number(await newMember('removed@example.com')) },
    token: owner.token,
    projectId,
  }),
  projectLeave: async () => {
    await newMember('leaver@example.com')
    return { token: (await server.signUp('leaver@example.com')).token, projectId }
  },
  projectTransfer: async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Passed on' }, { token: owner.token })
    return { args: { userId: Number(await newMember('heir@example.com', id)) }, token: owner.token, projectId: id }
  },
  xcApiTokenCreate: () => ({ args: { description: 'Script' }, token: owner.token, projectId }),
  xcApiTokenList: () => ({ token: owner.token, projectId }),
  xcApiTokenUpdate: async () => ({
    args: { id: await apiTokenId(), description: 'Renamed' },
    token: owner.token,
    projectId,
  }),
  xcApiTokenDelete: async () => ({ args: { id: await apiTokenId() }, token: owner.token, projectId }),
  automationList: () => ({ token: owner.token, projectId }),
  automationSave: async () => ({
    args: { ...automation, id: await automationId(), title: 'Saved again' },
    token: owner.token,
    projectId,
  }),
  automationActivate: async () => ({
    args: { id: await automationId(), active: false },
    token: owner.token,
    projectId,
  }),
  automationAddress: async () => {
    const trigger = { kind: 'webhook' } as const
    const steps = [...automation.steps]
    const webhook = { ...automation, trigger, steps }
    const { id } = await server.operate('automationSave', webhook, { token: owner.token, projectId })
    return { args: { id }, token: owner.token, projectId }
  },
  automationDelete: async () => ({ args: { id: await automationId() }, token: owner.token, projectId }),
  automationRuns: async () => ({ args: { id: await automationId() }, token: owner.token, projectId }),
  automationResend: async () => ({ args: { runId: await failedRunId() }, token: owner.token, projectId }),
  automationTest: async () => ({ args: { id: await automationId(), rowId: '1' }, token: owner.token, projectId }),
  jobActivate: async () => ({ args: { id: await jobId(), active: false }, token: owner.token, projectId }),
  jobRun: async () => ({ args: { id: await jobId() }, token: owner.token, projectId }),
  jobRuns: async () => ({ args: { id: await jobId() }, token: owner.token, projectId }),
  jobTimes: () => ({ args: { pattern: '0 6 * * *', timeZone: 'UTC' }, token: owner.token, projectId }),
  xcCronList: () => ({ token: owner.token, projectId }),
  xcCronSave: async () => ({
    args: { id: await jobId(), title: 'Old', pattern: '0 5 * * *', webhook: 'https://example.com/' },
    token: owner.token,
    projectId,
  }),
  cronDelete: async () => ({ args: { id: await jobId() }, token: owner.token, projectId }),
  invitationCreate: () => ({ args: { emails: ['somebody@example.com'] }, token: owner.token }),
  invitationList: () => ({ token: owner.token }),
  invitationResend: async () => ({ args: { id: await invitationId() }, token: owner.token }),
  invitationRevoke: async () => ({ args: { id: await invitationId() }, token: owner.token }),
  projectList: () => ({ token: owner.token }),
  projectOpen: () => ({ token: owner.token, projectId }),
  projectMemberList: () => ({ token: owner.token, projectId }),
  projectApiInfo: () => ({ token: owner.token, projectId }),
  ncProjectInfo: () => ({ token: owner.token, projectId }),
  projectHasDb: () => ({ token: owner.token, projectId }),
  xcTableAndViewList: () => ({ args: { includeM2M: true }, token: owner.token, projectId }),
  tableList: () => ({ token: owner.token, projectId }),
  viewList: () => ({ token: owner.token, projectId }),
  functionList: () => ({ token: owner.token, projectId }),
  procedureList: () => ({ token: owner.token, projectId }),
  sequenceList: () => ({ token: owner.token, projectId }),
  tableXcModelGet: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  columnList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  indexList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  relationList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  projectCreateByWebWithXCDB: () => ({ args: { title: 'Contract', projectType: 'rest' }, token: owner.token }),
  projectCreateSample: () => ({ token: owner.token }),
  projectCreateFromFile: () => {
    const filename = join(givenFolder, 'given.sqlite')
    const file = new Sqlite(filename)
    file.exec('CREATE TABLE "Things" (id INTEGER PRIMARY KEY, name TEXT)')
    file.close()
    return { args: { filename }, token: owner.token }
  },
  testConnection: () => ({ args: { settings: connection() }, token: owner.token }),
  projectCreateFromConnection: () => ({ args: { title: 'Connected', settings: connection() }, token: owner.token }),
  projectCreateByWeb: () => {
    const filename = join(givenFolder, 'by-web.sqlite')
    const file = new Sqlite(filename)
    file.exec('CREATE TABLE "Things" (id INTEGER PRIMARY KEY, name TEXT)')
    file.close()
    const db = [{ client: 'sqlite3', connection: { filename }, useNullAsDefault: true }]
    return { args: { project: { title: 'By web' }, projectJson: { envs: { _noco: { db } } } }, token: owner.token }
  },
  projectConnectionRead: () => ({ token: owner.token, projectId: serverProjectId }),
  projectConnectionTest: () => ({
    args: { settings: connection() },
    token: owner.token,
    projectId: serverProjectId,
  }),
  projectConnectionUpdate: () => ({
    args: { settings: { ...connection(), inflection: { table: 'camelize', column: 'none' } } },
    token: owner.token,
    projectId: serverProjectId,
  }),
  ...migrationCalls(() => ({ server, token: owner.token, projectId })),
  ...environmentCalls(() => ({
    server,
    token: owner.token,
    projectId,
    onServer: { projectId: serverProjectId, settings: connection() },
  })),
  ...pluginCalls(() => ({ server, token: owner.token, projectId })),
  ...serviceCalls(() => ({ server, token: owner.token })),
  ...codeHostCalls(() => ({ server, token: owner.token })),
  ...templateCalls(() => ({ server, token: owner.token, projectId })),
  ...rpcCalls(() => ({ server, token: owner.token, projectId })),
  projectStop: () => ({ token: owner.token, projectId }),
  projectStart: () => ({ token: owner.token, projectId }),
  projectRestart: () => ({ token: owner.token, projectId }),
  projectAPIServerStop: () => ({ token: owner.token, projectId }),
  projectAPIServerStart: () => ({ token: owner.token, projectId }),
  projectAPIServerList: () => ({ token: owner.token }),
  projectAPIServerGetCloudUrl: () => ({ token: owner.token, projectId }),
  projectAPIServerSetCloudUrl: () => ({
    args: { cloudUrl: 'https://api.example.com' },
    token: owner.token,
    projectId,
  }),
  projectAPIServerSendNotification: () => ({ args: { message: 'Back at noon' }, token: owner.token, projectId }),
  projectProductionSet: () => ({ args: { production: true }, token: owner.token, projectId }),
  projectRename: () => ({ args: { title: 'Renamed' }, token: owner.token, projectId }),
  tableCreate: () => ({ args: { tn: 'things', _tn: 'Things', columns: [newColumn] }, token: owner.token, projectId }),
  tableUpdate: () => ({
    args: {
      tn: 'things',
      columns: [
        { cn: 'price', _cn: 'Price', uidt: 'Decimal', altered: 1 },
        { ...newColumn, cno: 'title', _cn: 'Name', altered: 8 },
      ],
    },
    token: owner.token,
    projectId,
  }),
  linkCreate: () => ({
    args: { tn: 'things', rtn: 'artists', kind: 'belongsTo', title: 'Artist', type: 'virtual' },
    token: owner.token,
    projectId,
  }),
  xcUpdateVirtualKeyAlias: () => ({
    args: { tn: 'things', oldAlias: 'Artists <= Things', newAlias: 'Made by' },
    token: owner.token,
    projectId,
  }),
  xcVirtualRelationDelete: () => ({ args: thingsToArtists, token: owner.token, projectId }),
  relationCreate: () => ({ args: thingsToArtists, token: owner.token, projectId }),
  relationDelete: () => ({ args: thingsToArtists, token: owner.token, projectId }),
  xcVirtualRelationCreate: () => ({ args: thingsToArtists, token: owner.token, projectId }),
  xcRelationColumnDelete: () => ({
    args: { ...thingsToArtists, type: 'bt', keepColumn: false },
    token: owner.token,
    projectId,
  }),
  xcM2MRelationCreate: () => ({
    args: { parentTable: 'things', childTable: 'artists', type: 'virtual' },
    token: owner.token,
    projectId,
  }),
  xcRelationsGet: () => ({ token: owner.token, projectId }),
  xcRelationList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  relationListAll: () => ({ token: owner.token, projectId }),
  projectDiagram: () => ({ token: owner.token, projectId }),
  apiCollectionRead: () => ({ token: owner.token, projectId }),
  apiRequestSave: () => ({
    args: { path: 'Contract', request: { method: 'GET', url: '/user/me' } },
    token: owner.token,
    projectId,
  }),
  apiRequestImport: () => ({
    args: { requests: [{ path: 'Contract', request: { method: 'GET', url: '/user/me' } }] },
    token: owner.token,
    projectId,
  }),
  apiRequestDelete: () => ({ args: { path: 'Contract' }, token: owner.token, projectId }),
  handleApiCall: () => ({
    args: { method: 'GET', path: `/nc/${projectId}/api/v1/Tracks`, parameters: [{ name: 'limit', value: '1' }] },
    token: owner.token,
    projectId,
  }),
  apiPerformanceTest: () => ({
    args: { request: { method: 'GET', url: `/nc/${projectId}/api/v1/Tracks` }, seconds: 1, connections: 1 },
    token: owner.token,
    projectId,
  }),
  handleAxiosCall: () => ({
    args: [{ url: `/nc/${projectId}/api/v1/Tracks`, params: { limit: 1 } }],
    token: owner.token,
    projectId,
  }),
  sqlQuery: () => ({ args: { sql: 'SELECT 1 AS one' }, token: owner.token, projectId }),
  executeRawQuery: () => ({ args: 'SELECT 1 AS one', token: owner.token, projectId }),
  ...sqlCalls(
    () => ({ token: askerToken(), projectId }),
    (name, call) => send(name, call),
  ),
  tableCreateStatement: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  tableSelectStatement: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  tableInsertStatement: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  tableUpdateStatement: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  tableDeleteStatement: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  list: () => ({ args: { tn: 'tracks', size: 2 }, token: owner.token, projectId }),
  getKnexDataTypes: () => ({ token: owner.token, projectId }),
  PROJECT_READ_BY_WEB: () => ({ token: owner.token, projectId }),
  PROJECTS_READ_BY_WEB: () => ({ token: owner.token }),
  xcRelease: () => ({}),
  columnChangePreview: () => ({
    args: { tn: 'tracks', column: { cn: 'title', cno: 'title', uidt: 'Number', altered: 2 } },
    token: owner.token,
    projectId,
  }),
  formulaCheck: () => ({ args: { tn: 'tracks', formula: 'RECORD_ID()' }, token: owner.token, projectId }),
  formulaPreview: () => ({ args: { tn: 'tracks', formula: 'RECORD_ID()' }, token: owner.token, projectId }),
  virtualColumnCreate: () => ({
    args: { tn: 'tracks', title: 'Twice', definition: { kind: 'formula', formula: 'RECORD_ID() & RECORD_ID()' } },
    token: owner.token,
    projectId,
  }),
  virtualColumnUpdate: async () => ({
    args: { tn: 'tracks', id: await formulaId('Thrice'), title: 'Four times' },
    token: owner.token,
    projectId,
  }),
  virtualColumnDelete: async () => ({
    args: { tn: 'tracks', id: await formulaId('Passing') },
    token: owner.token,
    projectId,
  }),
  indexCreate: () => ({
    args: { tn: 'things', columns: ['title'], indexName: 'things_title', non_unique: 1 },
    token: owner.token,
    projectId,
  }),
  indexDelete: () => ({ args: { tn: 'things', indexName: 'things_title' }, token: owner.token, projectId }),
  checkCreate: () => ({
    args: { tn: 'things', check_name: 'long_enough', check_condition: 'id > 0' },
    token: owner.token,
    projectId,
  }),
  checkList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  checkDelete: () => ({ args: { tn: 'things', check_name: 'long_enough' }, token: owner.token, projectId }),
  triggerCreate: () => ({
    args: {
      tn: 'tracks',
      trigger_name: 'quiet',
      timing: 'BEFORE',
      event: 'DELETE',
      statement: 'BEGIN SELECT 1; END',
    },
    token: owner.token,
    projectId,
  }),
  triggerDelete: () => ({ args: { tn: 'tracks', trigger_name: 'quiet' }, token: owner.token, projectId }),
  objectPlan: () => ({
    args: { change: 'createIndex', table: 'tracks', name: 'planned', columns: ['title'], unique: false },
    token: owner.token,
    projectId,
  }),
  tableStatements: () => ({ args: { table: 'tracks' }, token: owner.token, projectId }),
  ...routineCalls(() => ({ token: owner.token, projectId: serverProjectId }), send),
  triggerList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  viewCreate: () => ({
    args: { view_name: 'cheap', view_definition: 'CREATE VIEW cheap AS SELECT * FROM tracks WHERE price < 1' },
    token: owner.token,
    projectId,
  }),
  viewUpdate: () => ({
    args: { view_name: 'cheap', view_definition: 'CREATE VIEW cheap AS SELECT id, title FROM tracks' },
    token: owner.token,
    projectId,
  }),
  viewRead: async () => {
    const stored = { view_name: 'kept', view_definition: 'CREATE VIEW kept AS SELECT id FROM tracks' }
    await send('viewCreate', { args: stored, token: owner.token, projectId })
    return { args: { view_name: 'kept' }, token: owner.token, projectId }
  },
  viewDelete: () => ({ args: { view_name: 'cheap' }, token: owner.token, projectId }),
  xcMetaDiff: () => ({ token: owner.token, projectId }),
  xcMetaDiffSync: () => ({ args: { tables: ['tracks'] }, token: owner.token, projectId }),
  schemaReload: () => ({ token: owner.token, projectId }),
  importUpload: () => ({ args: { text: 'a,b\n1,2\n' }, token: owner.token, projectId }),
  importShape: () => ({ args: { text: 'a,b\n1,2\n' }, token: owner.token }),
  importPreview: async () => ({ args: { id: await newImport() }, token: owner.token, projectId }),
  importStart: async () => ({ args: importOrder(await newImport()), token: owner.token, projectId }),
  importStatus: async () => ({ args: { id: await newImport() }, token: owner.token, projectId }),
  importFailures: async () => ({ args: { id: await newImport() }, token: owner.token, projectId }),
  importCancel: async () => ({ args: { id: await newImport() }, token: owner.token, projectId }),
  projectImport: async () => ({ ...(await metadataFile()), projectId }),
  metadataImport: async () => ({ ...(await metadataFile()), projectId: await emptyProject() }),
  xcMetaTablesImportZipToLocalFsAndDb: async () => ({
    ...(await metadataFile()),
    args: { projectType: 'rest' },
    projectId,
  }),
  projectGenerateBackend: () => ({ args: { type: 'docker' }, token: owner.token, projectId }),
  xcMetaTablesExportDbToZip: () => ({ token: owner.token, projectId }),
  xcMetaTablesExportDbToLocalFs: () => ({ token: owner.token, projectId }),
  xcMetaTablesImportLocalFsToDb: async () => {
    const id = await emptyProject()
    await send('xcMetaTablesExportDbToLocalFs', { token: owner.token, projectId: id })
    return { token: owner.token, projectId: id }
  },
  xcMetaTablesReset: async () => ({ token: owner.token, projectId: await emptyProject() }),
  snapshotList: () => ({ token: owner.token, projectId }),
  snapshotTake: () => ({ args: { title: 'Before' }, token: owner.token, projectId }),
  snapshotCancel: () => ({ token: owner.token, projectId }),
  snapshotCompare: async () => ({ args: { id: await snapshotId() }, token: owner.token, projectId }),
  snapshotRestore: async () => ({ args: { id: await snapshotId() }, token: owner.token, projectId }),
  snapshotRestoreTables: async () => {
    const id = await emptyProject()
    const as = { token: owner.token, projectId: id }
    return { args: { id: (await server.operate('snapshotTake', {}, as)).id }, ...as }
  },
  snapshotRestoreRecords: async () => ({ args: { id: await snapshotId() }, token: owner.token, projectId }),
  historyCompare: () => ({ args: tracksNow(), token: owner.token, projectId }),
  historyRestore: async () => {
    const as = { token: owner.token, projectId }
    const { seen } = await server.operate('historyCompare', tracksNow(), as)
    return { args: { ...tracksNow(), seen }, ...as }
  },
  auditTimeline: () => ({
    args: { from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' },
    token: owner.token,
    projectId,
  }),
  snapshotDelete: async () => ({ args: { id: await snapshotId() }, token: owner.token, projectId }),
  projectUpdateByWeb: async () => ({
    args: { project: { title: 'Renamed by a script' }, projectJson: {} },
    token: owner.token,
    projectId: await emptyProject(),
  }),
  importDiscard: async () => ({ args: { id: await newImport() }, token: owner.token, projectId }),
  xcAttachmentUpload: () => ({ file: 'a.txt', token: owner.token, projectId }),
  attachmentLink: async () => {
    const stored = await send('xcAttachmentUpload', { file: 'b.txt', token: owner.token, projectId })
    return { args: { url: (stored.json as { readonly url: string }).url }, token: owner.token, projectId }
  },
  rowHistory: () => ({ args: { table: 'tracks', rowId: '1' }, token: owner.token, projectId }),
  cellHistory: () => ({ args: { table: 'tracks', rowId: '1', column: 'Title' }, token: owner.token, projectId }),
  xcAuditList: () => ({ args: { limit: 5, offset: 0 }, token: owner.token, projectId }),
  auditCount: () => ({ args: { type: 'DATA' }, token: owner.token, projectId }),
  auditInstallationCount: () => ({ token: owner.token }),
  auditInstallationList: () => ({ args: { limit: 5 }, token: owner.token }),
  xcAuditCreate: () => ({
    args: { tn: 'tracks', cn: 'Name', pk: '1', value: 'B', prevValue: 'A' },
    token: owner.token,
    projectId,
  }),
  xcModelRowAuditAndCommentList: () => ({
    args: { model_id: '1', model_name: 'Tracks', limit: 5, offset: 0 },
    token: owner.token,
    projectId,
  }),
  recordFollow: () => ({ args: { table: 'tracks', rowId: '1', following: true }, token: owner.token, projectId }),
  recordFollowing: () => ({ args: { table: 'tracks', rowId: '1' }, token: owner.token, projectId }),
  noticeList: () => ({ token: owner.token }),
  noticesRead: () => ({ token: owner.token }),
  noticesClear: () => ({ token: owner.token }),
  commentList: () => ({ args: { table: 'tracks', rowId: '1' }, token: owner.token, projectId }),
  xcAuditCommentInsert: () => ({
    args: { model_id: 1, model_name: 'Tracks', description: 'Loud' },
    token: owner.token,
    projectId,
  }),
  xcAuditModelCommentsCount: () => ({
    args: { model_name: 'Tracks', ids: ['1', 2] },
    token: owner.token,
    projectId,
  }),
  commentUpdate: async () => ({
    args: { table: 'tracks', rowId: '2', id: await commentId('2'), text: 'Louder' },
    token: owner.token,
    projectId,
  }),
  commentResolve: async () => ({
    args: { table: 'tracks', rowId: '3', id: await commentId('3'), resolved: true },
    token: owner.token,
    projectId,
  }),
  commentDelete: async () => ({
    args: { table: 'tracks', rowId: '4', id: await commentId('4') },
    token: owner.token,
    projectId,
  }),
  ...shareCalls(
    () => server,
    () => ({ token: owner.token, projectId }),
  ),
  formGet: async () => ({ args: { id: await formId() }, token: owner.token, projectId }),
  formResponseCount: async () => ({ args: { id: await formId() }, token: owner.token, projectId }),
  formMailRead: async () => ({ args: { id: await formId() }, token: owner.token, projectId }),
  formMailSet: async () => ({ args: { id: await formId(), on: true }, token: owner.token, projectId }),
  formSubmit: async () => ({
    args: {
      id: await formId(),
      answers: { title: 'From a form', album_id: 1, price: '1.29' },
      submission: 'a'.repeat(32),
    },
    token: owner.token,
    projectId,
  }),
  xcExportAsCsv: () => ({
    args: { model_name: 'tracks', view_name: 'Tracks', query: { offset: 0 }, localQuery: {} },
    token: owner.token,
    projectId,
  }),
  xcVirtualTableCreate: () => ({
    args: { title: 'Cheap', parent_model_title: 'tracks', show_as: 'grid', query_params: {} },
    token: owner.token,
    projectId,
  }),
  viewNameList: () => ({ args: {}, token: owner.token, projectId }),
  xcVirtualTableList: () => ({ args: { tn: 'tracks' }, token: owner.token, projectId }),
  xcVirtualTableUpdate: async () => ({
    args: {
      id: await viewId('Updated'),
      query_params: { sortList: [{ field: 'title', order: '-' }] },
      tn: 'tracks',
      view_name: 'Updated',
    },
    token: owner.token,
    projectId,
  }),
  xcVirtualTableRename: async () => ({
    args: { id: await viewId('Named'), title: 'Renamed', old_title: 'Named' },
    token: owner.token,
    projectId,
  }),
  xcModelViewOrderSet: async () => ({
    args: { id: await viewId('Moved'), view_order: 0.5 },
    token: owner.token,
    projectId,
  }),
  xcVirtualTableDelete: async () => ({
    args: { id: await viewId('Deleted'), view_name: 'Deleted', parent_model_title: 'tracks' },
    token: owner.token,
    projectId,
  }),
  viewDuplicate: () => ({ args: { table: 'tracks', title: 'Copy' }, token: owner.token, projectId }),
  viewSettingsSave: () => ({ args: { table: 'tracks', settings: { frozen: 2 } }, token: owner.token, projectId }),
  viewSettingsCopy: async () => ({
    args: { table: 'tracks', view: await viewId('Alike') },
    token: owner.token,
    projectId,
  }),
  viewPersonalSave: () => ({ args: { table: 'tracks', settings: { frozen: 0 } }, token: owner.token, projectId }),
  viewPersonalClear: () => ({ args: { table: 'tracks' }, token: owner.token, projectId }),
  viewLock: async () => ({
    args: { table: 'tracks', view: await viewId('Locked'), locked: true },
    token: owner.token,
    projectId,
  }),
  columnDuplicate: () => ({ args: { tn: 'tracks', column: 'Genre' }, token: owner.token, projectId }),
  rowOrderCreate: () => ({ args: { tn: 'tracks', title: 'Order' }, token: owner.token, projectId }),
  columnOrderSet: () => ({ args: { tn: 'tracks', columns: ['title', 'id'] }, token: owner.token, projectId }),
  xcModelSet: () => ({
    args: { tn: 'tracks', meta: { columns: [{ cn: 'price', _cn: 'Cost' }] } },
    token: owner.token,
    projectId,
  }),
  tableIconSet: () => ({ args: { tn: 'things', icon: 'star' }, token: owner.token, projectId }),
  tableDuplicate: () => ({ args: { tn: 'tracks', title: 'Tracks again', rows: true }, token: owner.token, projectId }),
  xcModelOrderSet: () => ({ args: { tn: 'things', order: 1.5 }, token: owner.token, projectId }),
  ncTableAliasRename: () => ({ args: { tn_old: 'Things', tn: 'All things' }, token: owner.token, projectId }),
  tableRename: () => ({ args: { tn_old: 'things', tn: 'objects' }, token: owner.token, projectId }),
  tableDelete: () => ({ args: { tn: 'objects' }, token: owner.token, projectId }),
  rowsWriteBack: () => ({
    args: { table: 'tracks', rows: [{ rowId: '1', values: { Title: 'Again' }, expected: {} }] },
    token: owner.token,
    projectId,
  }),
  rowsApply: () => ({
    args: { id: 'contract-1', changes: [{ kind: 'update', table: 'tracks', rowId: '1', values: { Title: 'Again' } }] },
    token: owner.token,
    projectId,
  }),
  rowsPreview: () => ({
    args: { changes: [{ kind: 'update', table: 'tracks', rowId: '1', values: { Title: 'Previewed' } }] },
    token: owner.token,
    projectId,
  }),
  changeUndo: async () => ({ args: { change: await changedTrack() }, token: owner.token, projectId }),
  changeRedo: async () => ({ args: { change: await changedTrack() }, token: owner.token, projectId }),
  changesSince: () => ({ args: {}, token: owner.token, projectId }),
  trashList: () => ({ args: {}, token: owner.token, projectId }),
  trashRestore: async () => ({ args: { id: await trashed() }, token: owner.token, projectId }),
  trashDelete: async () => ({ args: { ids: [await trashed()] }, token: owner.token, projectId }),
  trashEmpty: () => ({ args: { kind: 'table' }, token: owner.token, projectId }),
  projectDelete: async () => {
    const { id } = await server.call('projectCreateByWebWithXCDB', { title: 'Short' }, { token: owner.token })
    return { token: owner.token, projectId: id }
  },
}

const thingsToArtists = {
  childTable: 'things',
  childColumn: 'Artist',
  parentTable: 'artists',
  parentColumn: 'id',
}

/** True for operations that only visitors of a form can call. */
const isForVisitors = (name: CallName): boolean => declared(name).permission === 'share.answer'
const visitorHeaders = async () => (await formVisitor(server, { token: owner.token, projectId })).headers

/** A view of its own for one call. */
async function viewId(title: string): Promise<string> {
  const made = await server.call(
    'xcVirtualTableCreate',
    { title, parent_model_title: 'tracks' },
    { token: owner.token, projectId },
  )
  return made?.id ?? ''
}

async function formId(): Promise<string> {
  const args = {
    title: `Form ${(forms += 1)}`,
    parent_model_title: 'tracks',
    show_as: 'form' as const,
    options: { parts: ['title', 'album_id', 'price'].map((column) => ({ kind: 'field', column })) },
  }
  return (await server.call('xcVirtualTableCreate', args, { token: owner.token, projectId }))?.id ?? ''
}
let forms = 0

/** A formula of its own for one call. */
async function formulaId(title: string): Promise<string> {
  const definition = { kind: 'formula', formula: 'RECORD_ID()' } as const
  const as = { token: owner.token, projectId }
  return (await server.call('virtualColumnCreate', { tn: 'tracks', title, definition }, as)).id
}

/** A comment of its own for one call. */
async function commentId(row: string): Promise<string> {
  const comment = { model_id: row, model_name: 'Tracks', description: 'Quiet' }
  const [id] = await server.call('xcAuditCommentInsert', comment, { token: owner.token, projectId })
  return id
}

const lastPart = (link: string | undefined): string => /[^/=]+$/.exec(link ?? '')?.[0] ?? ''

/** Id of the account of an address. */
async function userId(email: string): Promise<number> {
  const { token } = await server.signUp(email)
  return ((await server.request('/user/me', { token })).json as { readonly id: number }).id
}

async function resetToken(): Promise<string> {
  const id = await userId('contract@example.com')
  return lastPart((await server.call('passwordResetLinkCreate', { userId: id }, { token: owner.token })).link)
}

/** There is no mail server here, so the test writes the token where a mail would have come from. */
async function emailToken(): Promise<string> {
  const id = await userId('contract@example.com')
  const token = 'f'.repeat(64)
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  file
    .prepare("INSERT INTO nc_account_tokens VALUES (?, ?, 'verify', 1, '2026-01-01', '9999-01-01')")
    .run(createHash('sha256').update(token).digest('hex'), id)
  file.close()
  return token
}

/** A role of its own for one call. */
async function roleId(title: string): Promise<string> {
  const as = { token: owner.token, projectId }
  return (await server.call('roleCreate', { title, permissions: ['schema.read'] }, as)).id
}

async function invitationToken(email: string): Promise<string> {
  const { people } = await server.call('invitationCreate', { emails: [email] }, { token: owner.token })
  return lastPart(people[0]?.link)
}

/** Id of a new member of the project. */
async function newMember(email: string, project = projectId): Promise<string> {
  const id = await userId(email)
  await server.call('memberInvite', { emails: [email], role: 'viewer' }, { token: owner.token, projectId: project })
  return String(id)
}

/** Its time never comes. */
const job = {
  title: 'Contract',
  pattern: '0 0 29 2 *',
  timeZone: 'UTC',
  action: { kind: 'sql', sql: 'SELECT 1' },
} as const

const automation = {
  title: 'Contract',
  trigger: { kind: 'form', table: 'tracks' },
  steps: [{ kind: 'sql', sql: 'SELECT 1' }],
} as const

async function automationId(): Promise<string> {
  const steps = [...automation.steps]
  return (await server.operate('automationSave', { ...automation, steps }, { token: owner.token, projectId })).id
}

/** Returns the run of an automation whose request may not be sent. */
async function failedRunId(): Promise<string> {
  const as = { token: owner.token, projectId }
  const { id } = await server.operate(
    'automationSave',
    {
      title: 'Fails',
      trigger: { kind: 'created', table: 'artists' },
      steps: [{ kind: 'http', method: 'GET', url: 'http://127.0.0.1/' }],
    },
    as,
  )
  const path = `/nc/${projectId}/api/v1/artists`
  expect((await server.request(path, { method: 'POST', token: owner.token, body: { Name: 'New' } })).status).toBe(200)
  const failed = async () => (await server.operate('automationRuns', { id, state: 'failed' }, as)).list[0]?.id ?? ''
  await expect.poll(failed).not.toBe('')
  return failed()
}

async function jobId(): Promise<string> {
  return (await server.operate('jobSave', job, { token: owner.token, projectId })).id
}

async function apiTokenId(): Promise<string> {
  return (await server.operate('apiTokenCreate', { title: 'Contract' }, { token: owner.token, projectId })).id
}

let invitedPeople = 0
async function invitationId(project?: string): Promise<string> {
  const emails = [`invited${(invitedPeople += 1)}@example.com`]
  const as = { token: owner.token, ...(project !== undefined && { projectId: project }) }
  if (project === undefined) await server.call('invitationCreate', { emails }, as)
  else await server.call('memberInvite', { emails, role: 'viewer' }, as)
  const { list } = await server.call(project === undefined ? 'invitationList' : 'memberInvitationList', {}, as)
  return list.find(({ email }) => emails.includes(email))?.id ?? ''
}

let tablesGone = 0
/** A table of its own in the trash for one call. */
async function trashed(): Promise<string> {
  const as = { token: owner.token, projectId }
  const tn = `gone${(tablesGone += 1)}`
  await server.call('tableCreate', { tn, columns: [{ cn: 'name', uidt: 'SingleLineText' }] }, as)
  await server.call('tableDelete', { tn }, as)
  const { list } = await server.call('trashList', { kind: 'table', limit: 1 }, as)
  return list[0]?.id ?? ''
}

let titles = 0
/** Changes a record. Returns the id of the change. */
async function changedTrack(): Promise<string> {
  const answer = await server.request(`/nc/${projectId}/api/v1/tracks/1`, {
    method: 'PUT',
    token: owner.token,
    body: { Title: `Title ${(titles += 1)}` },
  })
  return String(answer.headers['basalt-change'])
}

function proper(name: CallName): Call | Promise<Call> {
  const call = properCalls[name]
  if (call === undefined) throw new Error(`${name} has no proper call`)
  return call()
}

const names = Object.keys(properCalls) as CallName[]
const answerable = names.filter((name) => isPostgresThere || !onServer.includes(name))
const grantedTo = (name: CallName): readonly Role[] => permissionTable[declared(name).permission]
const rolesThat = (may: boolean, name: CallName, among: readonly Role[]): Role[] =>
  among.filter((role) => grantedTo(name).includes(role) === may)

/** Lines that each command has left in the audit. */
const audits = new Map<CallName, readonly AuditedLine[]>()

describe('every operation', () => {
  it('is declared once and called here', () => {
    expect(names.toSorted()).toEqual(doorNames.toSorted())
  })

  it.each(answerable)('%s answers what its schema says', async (name) => {
    const call = await proper(name)
    const audited = declared(name).changes === undefined ? undefined : await watchAudit(server, owner.token)
    const answer = await send(name, call)
    expect(answer.text === '' ? 200 : answer.json).not.toMatchObject({ code: expect.any(String) as string, msg: '' })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    const isText = declared(name).asText === true
    const output = isText ? answer.text : answer.text === '' ? undefined : answer.json
    expect(declared(name).output.safeParse(output).error).toBeUndefined()
    if (audited !== undefined) audits.set(name, await audited())
  })

  it.each(answerable.filter((name) => declared(name).changes !== undefined && leavesValues(name)))(
    '%s leaves the values before and after in the audit',
    (name) => {
      const [line, ...others] = audits.get(name) ?? []
      expect(others).toEqual([])
      expect(line?.values).not.toEqual([])
      for (const { before, after } of line?.values ?? []) expect(before).not.toBe(after)
    },
  )

  it('is exempt from values in the audit only if it exists', () => {
    expect(exemptFromValues().filter((name) => !doorNames.includes(name))).toEqual([])
  })

  it.each(names)('%s refuses input that is not declared', async (name) => {
    const { door, http } = declared(name)
    // Legacy operations ignore unknown keys, so these objects are valid there.
    const objects = door === 'legacy' ? [] : [{ nothingLikeThis: '1' }, { tn: { $ne: null } }]
    const lists = declared(name).input.safeParse([]).success ? [] : [[]]
    // The body of `executeRawQuery` is a text.
    const texts = declared(name).input.safeParse('text').success ? [] : ['text']
    const inputs: unknown[] = http?.method === 'GET' ? objects.slice(0, 1) : [...objects, ...lists, ...texts]
    const allowed = isForVisitors(name) ? { headers: await visitorHeaders() } : { token: owner.token }
    for (const args of inputs) {
      const answer = await send(name, { args, ...allowed, projectId })
      expect([answer.status, answer.error.code]).toEqual([400, 'INPUT_INVALID'])
      expect(answer.error.msg.length).toBeGreaterThan(20)
    }
  })

  it.each(names.filter((name) => !grantedTo(name).includes('guest')))('%s refuses strangers', async (name) => {
    for (const token of [undefined, '', 'nonsense']) {
      const answer = await send(name, { args: { nothingLikeThis: '1' }, token, projectId })
      expect([answer.status, answer.error.code]).toEqual([
        401,
        token === 'nonsense' ? 'TOKEN_INVALID' : 'NOT_SIGNED_IN',
      ])
    }
  })

  it.each(names.filter((name) => declared(name).scope === 'project'))(
    '%s does not know projects of others',
    async (name) => {
      // Only members can access a project: neither a new user nor the owner of the installation.
      for (const role of ['user', 'user_new'] as const)
        // Without a project, `PROJECT_READ_BY_WEB` is another call.
        for (const project of [projectId, 'nothing', ...(name === 'PROJECT_READ_BY_WEB' ? [] : [''])]) {
          const answer = await send(name, { token: people.get(role)?.token, projectId: project || undefined })
          expect([answer.status, answer.error.code]).toEqual([404, 'PROJECT_NOT_FOUND'])
        }
    },
  )

  it.each(names.filter((name) => declared(name).scope === 'project'))('%s refuses weaker roles', async (name) => {
    for (const role of rolesThat(false, name, projectRoles)) {
      const answer = await send(name, { token: people.get(role)?.token, projectId })
      expect([role, answer.status, answer.error.code]).toEqual([role, 403, 'NOT_ALLOWED'])
    }
  })

  it.each(names.filter((name) => declared(name).scope === 'installation'))(
    '%s refuses weaker accounts',
    async (name) => {
      for (const role of rolesThat(false, name, userRoles).filter((each) => each !== 'guest')) {
        const answer = await send(name, { token: people.get(role)?.token })
        expect([role, answer.status, answer.error.code]).toEqual([role, 403, 'NOT_ALLOWED'])
      }
    },
  )

  it.each(answerable.filter((name) => declared(name).reads !== undefined && declared(name).scope === 'project'))(
    '%s answers every role that may ask',
    async (name) => {
      let shared: Call | undefined
      for (const role of rolesThat(true, name, projectRoles)) {
        asker = people.get(role)
        isForAsker = false
        const call = shared ?? (await proper(name))
        asker = undefined
        if (!isForAsker) shared = call
        const answer = await send(name, { ...call, token: people.get(role)?.token })
        expect([role, answer.status]).toEqual([role, 200])
      }
    },
  )

  it.each(names.filter((name) => declared(name).ownPathOnly === true))(
    '%s is closed to the dashboard call',
    async (name) => {
      const body = { api: name, project_id: projectId, args: {} }
      const answer = await server.request('/dashboard/', { method: 'POST', token: owner.token, body })
      expect([answer.status, answer.error.code]).toEqual([404, 'OPERATION_NOT_FOUND'])
    },
  )
})

describe('rights', () => {
  it('that change count from the next request', async () => {
    const editor = people.get('editor')
    const call = (): Promise<Answer> => send('tableList', { token: editor?.token, projectId })
    expect((await call()).status).toBe(200)
    // Through the server itself, as member management will do it: the server's own writes invalidate its cache.
    await send('projectRename', { args: { title: 'Again' }, token: owner.token, projectId })
    expect((await call()).status).toBe(200)
    const signedOut = await server.request('/auth/signout', { method: 'POST', token: editor?.token })
    expect(signedOut.status).toBe(200)
    expect((await call()).status).toBe(401)
  })

  it('are in one table, of which operations name only rows', () => {
    for (const name of names) expect(Object.keys(permissionTable)).toContain(declared(name).permission)
    expect(can([], 'account.public')).toBe(false)
  })
})
