import { describe, expect, it } from 'vitest'
import {
  anonymous,
  apiTokenPrincipal,
  formVisitorPrincipal,
  personPrincipal,
  previewed,
  sharedBasePrincipal,
  sharedViewPrincipal,
  systemPrincipal,
  type Principal,
} from '@common/principal'
import { actorOf } from '@common/principal/actor'

const account = {
  userId: 7,
  sessionId: 's',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: null,
  lastName: null,
  isSuperAdmin: false,
  userRole: 'user',
} as const
const person = personPrincipal(account, ['user'], { projectId: 'p', projectRole: 'owner' })
const share = { projectId: 'p', shareId: 'x1', table: 'people', columns: new Set<string>() }

const cases: readonly (readonly [string, Principal, object])[] = [
  ['a person', person, { kind: 'person', userId: 7, email: 'ada@example.com', origin: 'page' }],
  ['a person who previews a role', previewed(person, 'viewer'), { kind: 'person', userId: 7, origin: 'page' }],
  [
    'an API token',
    apiTokenPrincipal({
      projectId: 'p',
      tokenId: 't1',
      title: 'Nightly',
      userId: 7,
      email: 'ada@example.com',
      projectRole: 'editor',
    }),
    { kind: 'apiToken', id: 't1', title: 'Nightly', userId: 7, email: 'ada@example.com', origin: 'token' },
  ],
  [
    'a shared view',
    sharedViewPrincipal({ ...share, title: 'Open', filter: undefined, download: true }),
    { kind: 'sharedView', id: 'x1', title: 'Open', userId: null, email: null, origin: 'share' },
  ],
  ['a form', formVisitorPrincipal({ ...share, title: 'Sign up' }), { kind: 'formVisitor', id: 'x1', title: 'Sign up' }],
  [
    'a shared base',
    sharedBasePrincipal({ projectId: 'p', shareId: 'x1', title: 'Shop', projectRole: 'editor' }),
    { kind: 'sharedBase', id: 'x1', title: 'Shop', userId: null, origin: 'share' },
  ],
  ['nobody signed in', anonymous, { kind: 'anonymous', userId: null, email: null, origin: 'page' }],
  ['the server', systemPrincipal, { kind: 'system', userId: null, origin: 'automation' }],
]

describe('the actor of a request', () => {
  it.each(cases)('of %s names kind, id, title and origin', (_, principal, expected) => {
    expect(actorOf(principal, { ip: '192.0.2.1', client: 'c', fromPage: true })).toMatchObject({
      ...expected,
      ip: '192.0.2.1',
      client: 'c',
    })
  })

  it('is a script without our page', () => {
    expect(actorOf(person, { ip: null, fromPage: false }).origin).toBe('script')
  })
})
