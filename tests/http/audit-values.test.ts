import { join } from 'node:path'
import type { ListedAuditLine } from '@common/operations/audit'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/* The audit holds the values before and after each change of members, roles, rules, links, tokens and columns. */

let server: TestServer
let owner: TestUser
let member: TestUser
let memberId: number
let projectId: string

const as = () => ({ token: owner.token, projectId })

beforeAll(async () => {
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  member = await server.signUp('member@example.com')
  memberId = ((await server.request('/user/me', { token: member.token })).json as { readonly id: number }).id
  projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  await server.operate('memberInvite', { emails: [member.email], role: 'viewer' }, as())
})
afterAll(() => server.close())

/** Returns the newest line of an operation. */
async function lineOf(type: string, action: string): Promise<ListedAuditLine> {
  const { list } = await server.operate('auditList', { type }, as())
  const found = list.find((line) => line.action === action)
  if (found === undefined) throw new Error(`The audit has no ${type} ${action}`)
  return found
}

describe('the audit shows values before and after', () => {
  it('of a role that a member gets and loses', async () => {
    await server.operate('memberRoleSet', { userId: memberId, role: 'editor' }, as())
    expect(await lineOf('AUTHENTICATION', 'ROLES_MANAGEMENT')).toMatchObject({
      user: owner.email,
      details: { title: member.email, values: [{ column: 'role', before: 'viewer', after: 'editor' }] },
    })
    await server.operate('memberRemove', { userId: memberId }, as())
    expect((await lineOf('AUTHENTICATION', 'MEMBER_REMOVED')).details).toEqual({
      title: member.email,
      values: [{ column: 'role', before: 'editor', after: null }],
    })
  })

  it('of a custom role, with permissions given and taken', async () => {
    const permissions = ['project.read', 'table.read'] as const
    const { id } = await server.operate(
      'roleCreate',
      { title: 'Clerk', description: '', permissions: [...permissions, 'row.read'] },
      as(),
    )
    const changed = { id, title: 'Shop clerk' }
    await server.operate('roleUpdate', { ...changed, permissions: [...permissions, 'row.create'] }, as())
    expect((await lineOf('AUTHENTICATION', 'ROLES_MANAGEMENT')).details).toMatchObject({
      changed: 'Shop clerk',
      values: [{ column: 'title', before: 'Clerk', after: 'Shop clerk' }],
      given: ['row.create'],
      taken: ['row.read'],
    })
    await server.operate('roleDelete', { id }, as())
    expect((await lineOf('AUTHENTICATION', 'ROLES_MANAGEMENT')).details).toEqual({ deleted: 'Shop clerk' })
  })

  it('of access rules, by table and role', async () => {
    const place = { table: 'tracks', role: 'editor' }
    await server.operate('accessRulesSave', { ...place, rules: { delete: false } }, as())
    expect((await lineOf('TABLE_ACL', 'UPDATED')).details).toEqual({
      values: [{ column: 'delete', before: true, after: false, of: 'Tracks, editor' }],
    })
    await server.operate(
      'accessRulesSaveBulk',
      { list: [{ ...place, rules: { delete: true, columns: { rating: 'hidden' } } }] },
      as(),
    )
    expect((await lineOf('TABLE_ACL', 'UPDATED')).details).toEqual({
      values: [
        { column: 'delete', before: false, after: true, of: 'Tracks, editor' },
        { column: 'columns', before: [], after: ['rating: hidden'], of: 'Tracks, editor' },
      ],
    })
    const models = (disabled: boolean) => ({
      list: [{ kind: 'table' as const, name: 'albums', disabled: { viewer: disabled } }],
    })
    await server.operate('disabledModelsSave', models(true), as())
    expect((await lineOf('TABLE_ACL', 'DISABLED')).details).toEqual({
      values: [{ column: 'albums', before: [], after: ['viewer'] }],
    })
  })

  it('of a link for visitors, without its address or password', async () => {
    const share = await server.operate('shareCreate', { table: 'tracks' }, as())
    await server.operate('shareUpdate', { id: share.id, password: 'open sesame', download: true }, as())
    const line = await lineOf('SHARE', 'CHANGED')
    expect(line).toMatchObject({ table: 'tracks' })
    expect((line.details as { readonly values: unknown }).values).toEqual([
      { column: 'hasPassword', before: false, after: true },
      { column: 'download', before: false, after: true },
    ])
    await server.operate('shareRevoke', { id: share.id }, as())
    expect((await lineOf('SHARE', 'REVOKED')).details).toEqual({ title: share.view?.title })
  })

  it('of a token and of a column', async () => {
    const token = await server.operate('apiTokenCreate', { title: 'Old name' }, as())
    await server.operate('apiTokenRename', { id: token.id, title: 'New name' }, as())
    expect((await lineOf('API_TOKEN', 'RENAMED')).details).toEqual({ before: 'Old name', after: 'New name' })

    const change = {
      change: 'update' as const,
      name: 'title',
      column: { name: 'title', required: false, title: 'Song' },
    }
    await server.operate('tableUpdate', { table: 'tracks', changes: [change] }, as())
    const { details } = await lineOf('TABLE', 'UPDATED')
    expect((details as { readonly values: unknown[] }).values).toContainEqual({
      column: 'title',
      before: 'Title',
      after: 'Song',
      of: 'Title',
    })
  })

  it('of an invitation, and the person of a revoked one', async () => {
    await server.operate('memberInvite', { emails: ['new@example.com'], role: 'viewer' }, as())
    const { list } = await server.operate('memberInvitationList', {}, as())
    const id = list.find(({ email }) => email === 'new@example.com')?.id ?? ''
    await server.operate('memberInvitationRoleSet', { id, role: 'commenter' }, as())
    expect((await lineOf('AUTHENTICATION', 'ROLES_MANAGEMENT')).details).toEqual({
      title: 'new@example.com',
      values: [{ column: 'role', before: 'viewer', after: 'commenter' }],
    })
    await server.operate('memberInvitationRevoke', { id }, as())
    expect((await lineOf('AUTHENTICATION', 'INVITATION_REVOKED')).details).toEqual({ title: 'new@example.com' })
  })
})

describe('the audit holds no secret', () => {
  it('of passwords, tokens, links and codes', async () => {
    const secret = 'a secret that nobody reads'
    const token = await server.operate('apiTokenCreate', { title: 'Script' }, as())
    const share = await server.operate('shareCreate', { table: 'tracks', password: secret }, as())
    await server.operate('shareUpdate', { id: share.id, password: `${secret} again` }, as())
    const pocket = await server.operate('pocketShareStart', { table: 'tracks', address: '127.0.0.1' }, as())
    await server.operate('pocketShareStop', { id: pocket.id }, as())
    await server.operate(
      'mailSettingsSave',
      { host: 'mail.example.com', port: 25, security: 'none', user: 'ada', password: secret, sender: 'a@example.com' },
      { token: owner.token },
    )
    const user = await server.signUp('leaves@example.com', secret)
    await lineOf('SHARE', 'POCKET_STOPPED')
    const file = new Sqlite(join(server.profileFolder, 'meta.sqlite'), { readonly: true })
    await expect.poll(() => JSON.stringify(file.prepare('SELECT * FROM nc_audit').all())).toContain('MAIL/SETTINGS')
    const all = JSON.stringify(file.prepare('SELECT * FROM nc_audit').all())
    file.close()
    for (const value of [secret, token.token, share.link, pocket.code, user.token, owner.token])
      expect(all).not.toContain(value)
  })
})
