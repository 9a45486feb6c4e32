import { join } from 'node:path'
import { permissionTable, projectRoles, type Permission, type ProjectRole, type Role } from '@common/permissions'
import { apiTokenHeader } from '@common/principal'
import { sharedBaseHeader, shareHeader, visitorHeader } from '@common/wire/names'
import Sqlite from 'better-sqlite3'
import { giveRoles } from '@tests/helpers/members'
import type { TestServer, TestUser } from '@tests/helpers/server'

/** A caller of the server, and the roles that the permission table is asked with. */
export interface Caller {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly roles: readonly Role[]
  /** Knows the project. Others can't tell it from a project that doesn't exist. */
  readonly inProject: boolean
  /** The server knows an account, a token or a link. Others get 401. */
  readonly isKnown: boolean
  /** The only table that the caller reaches through the data API; all if absent. */
  readonly table?: string
}

/** Returns the expected refusal; undefined if the permission table allows the caller. */
export function refusal(caller: Caller, permission: Permission): { status: number; code: string } | undefined {
  const granted = permissionTable[permission]
  // A form is answered by its own operation, which applies the rules of the form (`main/features/forms`).
  if (permission === 'row.create' && caller.roles.includes('formVisitor')) return { status: 403, code: 'NOT_ALLOWED' }
  if (caller.roles.some((role) => granted.includes(role))) return undefined
  if (!caller.isKnown) return { status: 401, code: codeOfUnknown(caller) }
  const inProjectsOnly = !(['super', 'user', 'user_new', 'guest'] as const).some((role) => granted.includes(role))
  return inProjectsOnly && !caller.inProject
    ? { status: 404, code: 'PROJECT_NOT_FOUND' }
    : { status: 403, code: 'NOT_ALLOWED' }
}

function codeOfUnknown({ headers }: Caller): string {
  if (apiTokenHeader in headers) return 'API_TOKEN_INVALID'
  return Object.keys(headers).length === 0 ? 'NOT_SIGNED_IN' : 'TOKEN_INVALID'
}

const auth = ({ token }: TestUser): Record<string, string> => ({ 'xc-auth': token })

/**
 * Makes every kind of caller of one project: strangers, members of each role, API tokens of each role, visitors of
 * links, a previewed role, and people whose rights have ended.
 *
 * @param table  table of the shared view and of the shared form
 */
export async function makeCallers(
  server: TestServer,
  owner: TestUser,
  projectId: string,
  table: string,
): Promise<readonly Caller[]> {
  const as = { token: owner.token, projectId }
  const person = (name: string, user: TestUser, roles: readonly Role[], inProject = true): Caller => ({
    name,
    headers: auth(user),
    roles,
    inProject,
    isKnown: true,
  })
  const ended = (name: string, headers: Record<string, string>): Caller => ({
    name,
    headers,
    roles: ['guest'],
    inProject: false,
    isKnown: false,
  })

  const members = new Map<ProjectRole, TestUser>([['owner', owner]])
  for (const role of projectRoles.slice(1)) members.set(role, await server.signUp(`${role}@example.com`))
  giveRoles(server.profileFolder, projectId, Object.fromEntries([...members].map(([role, { email }]) => [email, role])))
  const tokens: Caller[] = []
  for (const role of projectRoles) {
    const { token } = await server.operate('apiTokenCreate', { title: `Script of ${role}`, role }, as)
    tokens.push({
      name: `token of ${role}`,
      headers: { [apiTokenHeader]: token },
      roles: [role],
      inProject: true,
      isKnown: true,
    })
  }
  const { token: deletedToken, id } = await server.operate('apiTokenCreate', { title: 'Old script' }, as)
  await server.operate('apiTokenDelete', { id }, as)

  const stranger = await server.signUp('stranger@example.com')
  const suspended = await server.signUp('suspended@example.com')
  const signedOut = await server.signUp('signed-out@example.com')
  giveRoles(server.profileFolder, projectId, { 'suspended@example.com': 'owner', 'signed-out@example.com': 'owner' })
  const signOut = await server.request('/auth/signout', { method: 'POST', token: signedOut.token })
  if (signOut.status !== 200) throw new Error(`Sign-out answered ${signOut.status}`)
  suspend(server, suspended)

  return [
    { name: 'nobody', headers: {}, roles: ['guest'], inProject: false, isKnown: false },
    ended('an invented session', { 'xc-auth': 'nonsense' }),
    ended('an invented token', { [apiTokenHeader]: 'x'.repeat(40) }),
    ended('a deleted token', { [apiTokenHeader]: deletedToken }),
    ended('a suspended owner', auth(suspended)),
    ended('a session after sign-out', auth(signedOut)),
    person('a person of another project', stranger, ['user_new'], false),
    ...[...members].map(([role, user]) =>
      person(role, user, role === 'owner' ? ['super', 'user', role] : ['user_new', role]),
    ),
    ...tokens,
    {
      name: 'the owner who previews a viewer',
      headers: { ...auth(owner), 'xc-preview': 'viewer' },
      roles: ['user', 'viewer'],
      inProject: true,
      isKnown: true,
    },
    await visitor(server, as, 'shared view', table, 'grid'),
    await visitor(server, as, 'shared form', table, 'form'),
    await baseVisitor(server, as),
  ]
}

/** Suspends an account where the server reads it. */
function suspend(server: TestServer, { email }: TestUser): void {
  const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'))
  file.prepare("UPDATE xc_users SET suspended_at = '2026-01-01' WHERE email = ?").run(email)
  file.close()
}

interface As {
  readonly token: string
  readonly projectId: string
}

async function visitor(
  server: TestServer,
  as: As,
  name: string,
  table: string,
  kind: 'grid' | 'form',
): Promise<Caller> {
  const view = await server.operate('viewCreate', { table, title: `A ${name}`, kind }, as)
  const { link } = await server.operate('shareCreate', { table, view: view.id }, as)
  return {
    name: `a visitor of a ${name}`,
    headers: await opened(server, link, shareHeader),
    roles: [kind === 'form' ? 'formVisitor' : 'sharedView'],
    inProject: true,
    isKnown: true,
    table,
  }
}

async function baseVisitor(server: TestServer, as: As): Promise<Caller> {
  const { link } = await server.operate('shareBaseCreate', { role: 'editor' }, as)
  return {
    name: 'a visitor of a shared base',
    headers: await opened(server, link, sharedBaseHeader),
    roles: ['sharedEditor'],
    inProject: true,
    isKnown: true,
  }
}

async function opened(server: TestServer, link: string, header: string): Promise<Record<string, string>> {
  const { visitor: holder } = await server.operate('shareOpen', { link }, { token: '' })
  return { [header]: link, [visitorHeader]: holder.token }
}
