import { can, permissionTable, projectRoles, type Permission, type Role, type VisitorRole } from '@common/permissions'
import {
  accountOf,
  anonymous,
  apiTokenPrincipal,
  formVisitorPrincipal,
  isVisitor,
  personPrincipal,
  previewed,
  previewedRoleOf,
  sharedBasePrincipal,
  sharedViewPrincipal,
  systemPrincipal,
  userOf,
  type Account,
} from '@common/principal'
import { describe, expect, it } from 'vitest'

const account: Account = {
  userId: 7,
  sessionId: 's',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: null,
  lastName: null,
  isSuperAdmin: false,
  userRole: 'user',
}
const permissions = Object.keys(permissionTable) as Permission[]
const project = { projectId: 'p' }
const view = { filter: undefined, download: true }
const table = { ...project, shareId: 'x', title: 'X', table: 'people', columns: new Set(['name']) }

describe('roles of a principal', () => {
  it.each([
    ['a person without a project', personPrincipal(account, ['user']), ['user']],
    ['a person', personPrincipal(account, ['user'], { ...project, projectRole: 'editor' }), ['user', 'editor']],
    [
      'a token',
      apiTokenPrincipal({
        ...project,
        tokenId: 't',
        title: 'T',
        userId: 7,
        email: account.email,
        projectRole: 'viewer',
      }),
      ['viewer'],
    ],
    [
      'a shared base',
      sharedBasePrincipal({ ...project, shareId: 'x', title: 'X', projectRole: 'viewer' }),
      ['sharedViewer'],
    ],
    ['a shared view', sharedViewPrincipal({ ...table, ...view }), ['sharedView', 'shareDownload']],
    ['a form visitor', formVisitorPrincipal(table), ['formVisitor']],
  ] as const)('are those of %s', (_name, principal, roles) => {
    expect(principal.roles).toEqual(roles)
  })

  it('let visitors read or create rows and nothing else', () => {
    const granted = (role: VisitorRole) =>
      permissions.filter((permission) => can([role], permission) && !can(['guest'], permission))
    expect(granted('sharedView')).toEqual(['table.read', 'row.read', 'file.read'])
    expect(granted('shareDownload')).toEqual(['row.export'])
    expect(granted('formVisitor')).toEqual(['row.create', 'share.answer'])
    expect([sharedViewPrincipal({ ...table, ...view }), formVisitorPrincipal(table)].every(isVisitor)).toBe(true)
  })

  it('give visitors of a base fewer rights than a member with the same role', () => {
    const granted = (role: Role) => permissions.filter((permission) => can([role], permission))
    const lacking = (role: Role, visitor: Role) => granted(role).filter((each) => !granted(visitor).includes(each))
    expect(granted('viewer')).toEqual(expect.arrayContaining(granted('sharedViewer')))
    expect(granted('editor')).toEqual(expect.arrayContaining(granted('sharedEditor')))
    expect(lacking('viewer', 'sharedViewer')).toEqual(['token.use', 'environment.read', 'view.personal', 'api.call'])
    expect(lacking('editor', 'sharedEditor')).toEqual(
      expect.arrayContaining(['member.invite', 'view.save', 'row.comment', 'row.history', 'trash.use']),
    )
  })

  it('name the person behind it in the audit', () => {
    const token = apiTokenPrincipal({
      ...project,
      tokenId: 't',
      title: 'T',
      userId: 7,
      email: 'a@b.c',
      projectRole: 'viewer',
    })
    const person = personPrincipal(account, ['user'])
    expect([token, person, previewed(person, 'viewer')].map((each) => userOf(each)?.userId)).toEqual([7, 7, 7])
    expect([anonymous, systemPrincipal, formVisitorPrincipal(table)].map(userOf)).toEqual([null, null, null])
    expect([accountOf(token), accountOf(person)]).toEqual([undefined, person])
  })
})

describe('a preview', () => {
  it.each(projectRoles)('never raises the rights of a %s', (held) => {
    const person = personPrincipal(account, ['super', 'user'], { ...project, projectRole: held })
    for (const role of projectRoles) {
      const { roles } = previewed(person, role)
      for (const permission of permissions) if (can(roles, permission)) expect(can(person.roles, permission)).toBe(true)
      expect(roles).not.toContain('super')
      expect(roles.filter((each) => (projectRoles as readonly string[]).includes(each))).toHaveLength(1)
    }
  })

  it('has the lower of both roles', () => {
    const roleOf = (held: 'owner' | 'viewer', role: 'editor') =>
      previewed(personPrincipal(account, ['user'], { ...project, projectRole: held }), role).projectRole
    expect([roleOf('owner', 'editor'), roleOf('viewer', 'editor')]).toEqual(['editor', 'viewer'])
  })

  it('lowers a shared base to the rights of its visitors', () => {
    const base = sharedBasePrincipal({ ...project, shareId: 'x', title: 'X', projectRole: 'editor' })
    expect(previewed(base, 'owner').roles).toEqual(['sharedEditor'])
    expect(previewed(base, 'viewer').roles).toEqual(['sharedViewer'])
  })

  it('gives no project to a principal without one, and changes no visitor', () => {
    const shared = sharedViewPrincipal({ ...table, ...view })
    expect(previewed(personPrincipal(account, ['super', 'user']), 'owner')).toMatchObject({ roles: ['user'] })
    expect(previewed(personPrincipal(account, ['user']), 'owner').projectId).toBeUndefined()
    expect([previewed(shared, 'owner'), previewed(anonymous, 'owner')]).toEqual([shared, anonymous])
  })

  it('is the same object for the same input, so that it is a cache key', () => {
    const person = personPrincipal(account, ['user'], { ...project, projectRole: 'owner' })
    expect(previewed(person, 'viewer')).toBe(previewed(person, 'viewer'))
    expect(previewed(person, 'viewer')).not.toBe(previewed(person, 'editor'))
  })

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    ['editor', 'editor'],
    [' editor ', 'editor'],
    ['Owner', 'viewer'],
    ['super', 'viewer'],
    ['owner, viewer', 'viewer'],
    ['__proto__', 'viewer'],
    ['constructor', 'viewer'],
    ['owner\0', 'viewer'],
  ])('reads the header %j as %s', (header, role) => {
    expect(previewedRoleOf(header)).toBe(role)
  })
})
