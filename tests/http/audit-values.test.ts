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
    expect((await lineOf('AUTHENTICATION', 'ROLES_MANAGEMENT')).details).toEqual({
      deleted: 'Shop clerk',
      values: [{ column: 'permissions', before: [...permissions, 'row.create'], after: null }],
    })
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

  it('of a table that is turned on again by its title', async () => {
    const turn = (viewer: boolean) =>
      server.operate('disabledModelsSave', { list: [{ kind: 'table', name: 'Artists', disabled: { viewer } }] }, as())
    await turn(true)
    await turn(false)
    expect((await lineOf('TABLE_ACL', 'DISABLED')).details).toEqual({
      values: [{ column: 'artists', before: ['viewer'], after: [] }],
    })
  })

  it('of views of one title that are turned off in two tables', async () => {
    const title = 'Chart'
    const names = ['albums', 'tracks'] as const
    const ids = await Promise.all(
      names.map(async (table) => (await server.operate('viewCreate', { table, title }, as())).id),
    )
    const list = ids.map((name) => ({ kind: 'tableView' as const, name, disabled: { viewer: true } }))
    await server.operate('disabledModelsSave', { list }, as())
    expect((await lineOf('TABLE_ACL', 'DISABLED')).details).toEqual({
      values: names.map((of) => ({ column: title, before: [], after: ['viewer'], of })),
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
    expect((await lineOf('SHARE', 'REVOKED')).details).toEqual({
      values: ['enabled', 'hasPassword', 'download'].map((column) => ({ column, before: true, after: null })),
    })
    const base = await server.operate('shareBaseCreate', { role: 'viewer' }, as())
    expect((await lineOf('SHARE', 'CREATED')).details).toMatchObject({ base: true, role: 'viewer' })
    await server.operate('shareRevoke', { id: base.id }, as())
    expect((await lineOf('SHARE', 'REVOKED')).details).toMatchObject({ base: true })
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

  it('of a view: filters, order, hidden fields, widths, options, its lock and its end', async () => {
    const place = {
      table: 'Tracks',
      view: (await server.operate('viewCreate', { table: 'tracks', title: 'Short' }, as())).id,
    }
    const settings = {
      filter: {
        join: 'and' as const,
        filters: [
          { column: 'length', operator: 'less' as const, value: 200 },
          {
            join: 'or' as const,
            filters: [
              { column: 'rating', operator: 'isEmpty' as const },
              { column: 'rating', operator: 'greater' as const, value: 3 },
            ],
          },
        ],
      },
      sorts: [{ column: 'title', descending: true }],
      hidden: ['price'],
      widths: { title: 240 },
    }
    await server.operate('viewSettingsSave', { ...place, settings }, as())
    const saved = await lineOf('VIEW', 'UPDATED')
    expect(saved).toMatchObject({ table: 'tracks', details: { title: 'Short' } })
    expect((saved.details as { readonly values: unknown }).values).toEqual([
      { column: 'filter', before: [], after: ['Length less 200', '(Rating isEmpty | Rating greater 3)'] },
      { column: 'sorts', before: [], after: ['Song ↓'] },
      { column: 'hidden', before: [], after: ['Price'] },
      { column: 'widths', before: null, after: 240, of: 'Song' },
    ])
    await server.operate('viewSettingsSave', { ...place, settings: { widths: { title: 300 } } }, as())
    expect((await lineOf('VIEW', 'UPDATED')).details).toEqual({
      title: 'Short',
      values: [{ column: 'widths', before: 240, after: 300, of: 'Song' }],
    })
    await server.operate('viewMove', { view: place.view, position: 0.5 }, as())
    expect(await lineOf('VIEW', 'MOVED')).toMatchObject({ table: 'tracks', details: { title: 'Short' } })
    await server.operate('viewLock', { ...place, locked: true }, as())
    expect((await lineOf('VIEW', 'LOCKED')).details).toEqual({
      title: 'Short',
      values: [{ column: 'locked', before: false, after: true }],
    })
    await server.operate('viewLock', { ...place, locked: false }, as())
    await server.operate('viewDelete', { view: place.view }, as())
    expect((await lineOf('VIEW', 'DELETED')).details).toMatchObject({
      title: 'Short',
      values: [
        { column: 'kind', before: 'grid' },
        { column: 'filter' },
        { column: 'sorts' },
        { column: 'hidden' },
        { of: 'Song' },
      ],
    })
  })

  it('of a formula, and of a table that is renamed or deleted', async () => {
    const make = (formula: string) => ({ kind: 'formula' as const, formula })
    const { id } = await server.operate(
      'virtualColumnCreate',
      { table: 'tracks', title: 'Loud', definition: make('UPPER({Genre})') },
      as(),
    )
    await server.operate(
      'virtualColumnUpdate',
      { table: 'Tracks', id, title: 'Quiet', definition: make('LOWER({Genre})') },
      as(),
    )
    expect(await lineOf('TABLE', 'UPDATED')).toMatchObject({
      table: 'tracks',
      details: {
        values: [
          { column: 'title', before: 'Loud', after: 'Quiet', of: 'Loud' },
          { column: 'formula', before: 'UPPER({Genre})', after: 'LOWER({Genre})', of: 'Loud' },
        ],
      },
    })
    await server.operate('virtualColumnDelete', { table: 'tracks', id }, as())
    expect((await lineOf('TABLE', 'UPDATED')).details).toMatchObject({
      deleted: 'Quiet',
      values: [{ column: 'title' }, { column: 'type' }, { column: 'formula', before: 'LOWER({Genre})', after: null }],
    })
    await server.operate(
      'tableCreate',
      { table: 'plain', title: 'Plain', columns: [{ name: 'a', type: 'Number' }] },
      as(),
    )
    await server.operate('tableRetitle', { table: 'Plain', title: 'Fancy' }, as())
    expect(await lineOf('TABLE', 'RENAMED')).toMatchObject({
      table: 'plain',
      details: { before: 'Plain', after: 'Fancy' },
    })
    await server.operate('tableDelete', { table: 'plain' }, as())
    expect((await lineOf('TABLE', 'DELETED')).details).toMatchObject({
      values: [{ column: 'title', before: 'Fancy', after: null }, { column: 'columns' }],
    })
  })

  it('of the own names, and of a user whom an administrator changes', async () => {
    await server.request('/user', {
      method: 'PUT',
      token: member.token,
      body: { firstname: 'Mel', lastname: 'Ember' },
    })
    await server.operate('userSave', { userId: memberId, firstName: 'Melanie' }, { token: owner.token })
    await server.operate('userSuspend', { userId: memberId }, { token: owner.token })
    await server.operate('userUnsuspend', { userId: memberId }, { token: owner.token })
    const { list } = await server.operate(
      'auditInstallationList',
      { type: 'AUTHENTICATION', limit: 4 },
      { token: owner.token },
    )
    expect(list.map(({ action, user, details }) => [action, user, details])).toEqual([
      [
        'REACTIVATED',
        owner.email,
        { userId: memberId, title: member.email, values: [{ column: 'suspended', before: true, after: false }] },
      ],
      [
        'SUSPENDED',
        owner.email,
        { userId: memberId, title: member.email, values: [{ column: 'suspended', before: false, after: true }] },
      ],
      [
        'PROFILE_CHANGE',
        owner.email,
        { userId: memberId, title: member.email, values: [{ column: 'firstName', before: 'Mel', after: 'Melanie' }] },
      ],
      [
        'PROFILE_CHANGE',
        member.email,
        {
          values: [
            { column: 'firstName', before: null, after: 'Mel' },
            { column: 'lastName', before: null, after: 'Ember' },
          ],
        },
      ],
    ])
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
    expect((await lineOf('AUTHENTICATION', 'INVITATION_REVOKED')).details).toMatchObject({
      title: 'new@example.com',
      values: [{ column: 'role', before: 'commenter' }, { column: 'expiresAt' }],
    })
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
