import { projectRoles, type ProjectRole } from '@common/permissions'
import { customRole } from '@common/permissions/custom-role'
import * as policies from '@common/policies'
import { ApiToken, Comment, ImportFile, ImportPlan, may, Member, TrashEntry, View } from '@common/policies'
import {
  anonymous,
  apiTokenPrincipal,
  personPrincipal,
  previewed,
  sharedBasePrincipal,
  type Person,
} from '@common/principal'
import { describe, expect, it } from 'vitest'

const person = (userId: number, projectRole: ProjectRole = 'owner'): Person =>
  personPrincipal(
    {
      userId,
      sessionId: 's',
      email: 'ada@example.com',
      emailVerified: true,
      firstName: null,
      lastName: null,
      isSuperAdmin: false,
      userRole: 'user',
    },
    ['user'],
    { projectId: 'p', projectRole },
  )
const scriptOf = (userId: number, projectRole: ProjectRole) =>
  apiTokenPrincipal({ projectId: 'p', tokenId: 't', title: 'Script', userId, email: 'ada@example.com', projectRole })
const visitor = sharedBasePrincipal({ shareId: 'x', title: 'X', projectId: 'p', projectRole: 'editor' })

it('has a policy for every action of every subject', () => {
  const missing = Object.values(policies).flatMap((value) =>
    typeof value === 'object'
      ? value.actions.filter((action) => !(value.policies as Map<string, unknown>).has(action))
      : [],
  )
  expect(missing).toEqual([])
})

it('allows nobody an action without a policy', () => {
  const Thing = policies.subject<object>()('thing', ['use'])
  expect(may(person(1), 'use', Thing, {})).toBe(false)
})

describe('a comment', () => {
  it.each(['edit', 'delete'] as const)('lets its author %s it, and nobody else', (action) => {
    const own = { userId: 1 }
    const token = apiTokenPrincipal({
      projectId: 'p',
      tokenId: 't',
      title: 'T',
      userId: 1,
      email: 'ada@example.com',
      projectRole: 'editor',
    })
    for (const author of [person(1), previewed(person(1), 'viewer'), token])
      expect(may(author, action, Comment, own)).toBe(true)
    for (const other of [person(2), visitor, anonymous]) expect(may(other, action, Comment, own)).toBe(false)
  })

  it('without an author belongs to nobody, not even to a principal without an account', () => {
    for (const principal of [person(1), visitor, anonymous])
      expect(may(principal, 'edit', Comment, { userId: null })).toBe(false)
  })
})

describe('an import', () => {
  it('belongs to its person in its project', () => {
    const own = { projectId: 'p', userId: 1, tokenId: undefined }
    expect(may(person(1), 'use', ImportFile, own)).toBe(true)
    expect(may(person(1), 'use', ImportFile, { ...own, projectId: 'q' })).toBe(false)
    for (const other of [person(2), visitor, anonymous, scriptOf(1, 'owner')])
      expect(may(other, 'use', ImportFile, own)).toBe(false)
  })

  it('belongs to its API token, and to no other one of its user', () => {
    const own = { projectId: 'p', userId: 1, tokenId: 't' }
    expect(may(scriptOf(1, 'editor'), 'use', ImportFile, own)).toBe(true)
    expect(may(scriptOf(1, 'editor'), 'use', ImportFile, { ...own, tokenId: 'u' })).toBe(false)
    for (const other of [person(1), visitor]) expect(may(other, 'use', ImportFile, own)).toBe(false)
  })

  it('needs every one of its permissions', () => {
    const plan = { permissions: ['row.create', 'schema.change'] } as const
    expect(projectRoles.filter((role) => may(person(1, role), 'run', ImportPlan, plan))).toEqual(['owner', 'creator'])
  })
})

describe('a view', () => {
  it.each([
    ['change', false, ['owner', 'creator', 'editor']],
    ['change', true, []],
    ['lock', true, ['owner', 'creator']],
    ['openColumns', false, ['owner', 'creator']],
  ] as const)('lets roles %s it (locked: %s)', (action, locked, roles) => {
    expect(projectRoles.filter((role) => may(person(1, role), action, View, { locked }))).toEqual(roles)
  })
})

it('gives tables and columns in the trash to those who may change the schema', () => {
  const roles = (kind: 'rows' | 'column' | 'table') =>
    projectRoles.filter((role) => may(person(1, role), 'use', TrashEntry, { kind }))
  expect([roles('rows'), roles('column'), roles('table')]).toEqual([
    ['owner', 'creator', 'editor'],
    ['owner', 'creator'],
    ['owner', 'creator'],
  ])
})

describe('a member', () => {
  const loader = customRole({ id: 'r', title: 'Loader', description: '', permissions: ['row.create'] })
  const host = customRole({ id: 'h', title: 'Host', description: '', permissions: ['row.create', 'member.manage'] })
  it.each([
    ['owner', 'owner', true],
    ['creator', 'owner', false],
    ['creator', 'creator', true],
    ['editor', 'creator', false],
    ['editor', 'viewer', true],
    ['editor', loader, true],
    ['commenter', 'viewer', false],
    ['viewer', 'viewer', false],
  ] as const)('is changed and removed by a %s: %j', (by, role, expected) => {
    for (const action of ['changeRole', 'remove'] as const)
      expect(may(person(1, by), action, Member, { role })).toBe(expected)
  })

  it('is changed by holders of a custom role with the permission, up to their role', () => {
    const holder = { ...person(1, 'editor'), roles: ['user' as const], customRole: host }
    expect(may(holder, 'remove', Member, { role: loader })).toBe(true)
    expect(may(holder, 'remove', Member, { role: 'viewer' })).toBe(false)
  })

  it('becomes the owner by a person who is one, not by a token or a preview', () => {
    const role = 'viewer' as const
    expect(may(person(1, 'owner'), 'own', Member, { role })).toBe(true)
    expect(may(person(1, 'creator'), 'own', Member, { role })).toBe(false)
    expect(may(previewed(person(1, 'owner'), 'creator'), 'own', Member, { role })).toBe(false)
    expect(may(scriptOf(1, 'owner'), 'own', Member, { role })).toBe(false)
  })
})

describe('an API token', () => {
  const own = { userId: 1, role: 'owner' as const }
  it('is seen and deleted by its creator, and renamed by nobody else', () => {
    for (const action of ['see', 'rename', 'delete'] as const) {
      expect(may(person(1, 'viewer'), action, ApiToken, own)).toBe(true)
      expect(may(person(2, 'editor'), action, ApiToken, own)).toBe(false)
      expect(may(scriptOf(1, 'owner'), action, ApiToken, own)).toBe(false)
    }
    expect(may(person(2, 'owner'), 'rename', ApiToken, own)).toBe(false)
  })

  it('is seen by creators, who delete those up to their role', () => {
    expect(may(person(2, 'creator'), 'see', ApiToken, own)).toBe(true)
    expect(may(person(2, 'creator'), 'delete', ApiToken, own)).toBe(false)
    expect(may(person(2, 'creator'), 'delete', ApiToken, { userId: 1, role: 'creator' })).toBe(true)
    expect(may(person(2, 'owner'), 'delete', ApiToken, own)).toBe(true)
  })
})
