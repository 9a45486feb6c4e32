import { can, projectRoles, type Permission } from '@common/permissions'
import {
  customRole,
  isAbove,
  permissionsOf,
  projectPermissions,
  rankOf,
  type HeldRole,
} from '@common/permissions/custom-role'
import { apiTokenPrincipal, membership, permits, previewed } from '@common/principal'
import { describe, expect, it } from 'vitest'

const role = (...permissions: readonly Permission[]) =>
  customRole({ id: permissions.join(), title: 'Own', description: '', permissions })
const token = { tokenId: 't', title: 'T', userId: 1, email: 'ada@example.com' }
const principal = (held: HeldRole) => apiTokenPrincipal({ ...token, ...membership('p', held) })

describe('permissions of roles', () => {
  it('include those of every weaker system role', () => {
    projectRoles.forEach((held, at) => {
      for (const weaker of projectRoles.slice(at)) expect(isAbove(weaker, held)).toBe(false)
      for (const stronger of projectRoles.slice(0, at)) expect(isAbove(stronger, held)).toBe(true)
    })
  })

  it('of a custom role leave out what no project grants', () => {
    expect(projectPermissions).not.toContain('installation.users')
    expect(projectPermissions).not.toContain('account.self')
    expect(
      customRole({ id: 'x', title: 'X', description: '', permissions: ['super', 'row.read'] }).permissions,
    ).toEqual(['project.read', 'row.read'])
  })

  it.each([
    [[], 'viewer'],
    [['row.read', 'schema.read'], 'viewer'],
    [['row.comment'], 'commenter'],
    [['row.delete'], 'editor'],
    [['schema.change'], 'creator'],
    [['project.delete'], 'owner'],
  ] as const)('%j have the rank %s', (permissions, rank) => {
    expect(rankOf(permissions)).toBe(rank)
  })

  it('are those of the custom role, not of its rank', () => {
    const token = apiTokenPrincipal({
      tokenId: 't',
      title: 'T',
      userId: 1,
      email: 'a@example.com',
      ...membership('p', role('row.delete')),
    })
    expect(token.projectRole).toBe('editor')
    for (const permission of projectPermissions)
      expect([permission, permits(token, permission)]).toEqual([
        permission,
        permission === 'row.delete' || permission === 'project.read',
      ])
  })

  it('let a holder give only roles that grant no more', () => {
    const inviter = role('member.invite', 'row.read')
    expect(isAbove('editor', inviter)).toBe(true)
    expect(isAbove('viewer', inviter)).toBe(true)
    expect(isAbove(role('row.read'), inviter)).toBe(false)
    expect(isAbove(inviter, 'editor')).toBe(false)
  })
})

describe('a preview of or by a custom role', () => {
  const roles: readonly HeldRole[] = [...projectRoles, role('row.delete', 'row.read'), role('schema.change'), role()]
  it('grants exactly what both roles grant', () => {
    for (const own of roles)
      for (const other of roles) {
        const shown = previewed(principal(own), other)
        const both = permissionsOf(own).filter((permission) => permissionsOf(other).includes(permission))
        expect(projectPermissions.filter((permission) => permits(shown, permission))).toEqual(both)
      }
  })
})

/** The abilities of the specification (S2 §6), each a row of the permission table. */
const abilities = {
  airTable: 'row.read',
  column: 'schema.read',
  rowComments: 'row.comment',
  xcDatatableEditable: 'row.update',
  tableRowUpdate: 'row.update',
  tableAttachment: 'file.upload',
  projectCreate: 'project.create',
  projectActions: 'project.create',
} as const satisfies Record<string, Permission>

describe('the abilities of the specification', () => {
  it.each([
    ['editor', ['airTable', 'xcDatatableEditable', 'column', 'tableAttachment', 'tableRowUpdate', 'rowComments']],
    ['commenter', ['airTable', 'column', 'rowComments']],
    ['viewer', ['airTable', 'column']],
    ['user', ['projectCreate', 'projectActions']],
    ['guest', []],
  ] as const)('of %s follow from the permission table', (held, expected) => {
    const granted = Object.entries(abilities).flatMap(([name, permission]) => (can([held], permission) ? [name] : []))
    expect(granted.toSorted()).toEqual([...expected].toSorted())
  })

  it.each(['creator', 'owner'] as const)('of a %s are all those of a project', (held) => {
    const { projectCreate: _create, projectActions: _actions, ...ofProject } = abilities
    expect(Object.entries(ofProject).filter(([, permission]) => !can([held], permission))).toEqual([])
  })
})
