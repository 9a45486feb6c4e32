import { projectRoles, type ProjectRole } from '@common/permissions'
import * as policies from '@common/policies'
import { Comment, ImportFile, ImportPlan, may, TrashEntry, View } from '@common/policies'
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
    expect(may(person(1), 'use', ImportFile, { projectId: 'p', userId: 1 })).toBe(true)
    expect(may(person(1), 'use', ImportFile, { projectId: 'q', userId: 1 })).toBe(false)
    expect(may(person(2), 'use', ImportFile, { projectId: 'p', userId: 1 })).toBe(false)
    expect(may(visitor, 'use', ImportFile, { projectId: 'p', userId: 1 })).toBe(false)
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
