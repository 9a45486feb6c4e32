import { decide, type Visitor } from '@renderer/app/guard'
import { layouts } from '@renderer/actions'
import { screens } from '@renderer/app/routes'
import { matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'

const routes = screens.map(({ path }) => ({ path }))

function screenOf(address: string): string | undefined {
  return matchRoutes(routes, address)?.at(-1)?.route.path
}

describe('the table of routes', () => {
  it.each([
    ['/', '/'],
    ['/projects', '/projects'],
    ['/project', '/project/:id?'],
    ['/project/music_ab12', '/project/:id?'],
    ['/project/0', '/project/:id?'],
    ['/project/name', '/project/name'],
    ['/project/xcdb', '/project/xcdb'],
    ['/project/templates', '/project/templates/:id?'],
    ['/project/templates/7', '/project/templates/:id?'],
    ['/nc', '/nc'],
    ['/nc/music_ab12', '/nc/:projectId/*'],
    ['/nc/music_ab12/anything/below', '/nc/:projectId/*'],
    ['/nc/base', '/nc/base/:link?'],
    ['/nc/base/b1', '/nc/base/:link?'],
    ['/nc/form/f1', '/nc/form/:link?'],
    ['/nc/kanban', '/nc/kanban/:link?'],
    ['/nc/view/v1', '/nc/view/*'],
    ['/nc/view/v1/deeper', '/nc/view/*'],
    ['/plans', '/plans'],
    ['/apiClient', '/apiClient'],
    ['/inspire', '/inspire'],
    ['/user', '/user'],
    ['/user/authentication', '/user/authentication'],
    ['/user/authentication/signin', '/user/authentication/signin'],
    ['/user/authentication/signup', '/user/authentication/signup'],
    ['/user/authentication/signup/t0k', '/user/authentication/signup/:token'],
    ['/user/authentication/callback', '/user/authentication/callback'],
    ['/user/password', '/user/password'],
    ['/user/password/forgot', '/user/password/forgot'],
    ['/user/password/reset', '/user/password/reset'],
    ['/user/password/reset/form', '/user/password/reset/form'],
    ['/user/password/reset/invalid', '/user/password/reset/invalid'],
    ['/user/password/reset/success', '/user/password/reset/success'],
    ['/user/settings', '/user/settings'],
    ['/user/settings/accounts', '/user/settings/accounts'],
    ['/user/settings/password', '/user/settings/password'],
    ['/user/settings/picture', '/user/settings/picture'],
    ['/user/settings/profile', '/user/settings/profile'],
    ['/user/admin', '/user/admin'],
    ['/user/admin/user-edit', '/user/admin/user-edit'],
    ['/user/admin/user', '/user/admin/user/:userId?'],
    ['/user/admin/user/5', '/user/admin/user/:userId?'],
    ['/error/400', '/error/:status'],
    ['/error/403', '/error/:status'],
    ['/error/404', '/error/:status'],
    ['/no/such/page', '*'],
  ])('answers %s with %s', (address, path) => {
    expect(screenOf(address)).toBe(path)
  })

  it('names each path once and uses every layout', () => {
    expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length)
    expect(new Set(screens.map(({ layout }) => layout))).toEqual(new Set(layouts))
  })
})

const jwt = { authType: 'jwt', firstUser: false, projectHasDb: true } as Visitor['info']
const fresh = { authType: 'jwt', firstUser: true, projectHasDb: true } as Visitor['info']
const guest: Visitor = { info: jwt, token: null, user: null }
const newcomer: Visitor = { info: fresh, token: null, user: null }
const member = { info: jwt, token: 't', user: { email: 'a@b.cd', roles: {} } } as unknown as Visitor

describe('the guard', () => {
  it.each([
    ['index', '/', guest, { kind: 'redirect', to: '/user/authentication/signin' }],
    ['index', '/', newcomer, { kind: 'redirect', to: '/user/authentication/signup' }],
    ['index', '/', member, { kind: 'redirect', to: '/projects' }],
    ['member', '/projects', guest, { kind: 'signIn', to: '/user/authentication/signin' }],
    ['member', '/projects', newcomer, { kind: 'signIn', to: '/user/authentication/signup' }],
    ['member', '/nc/p', member, { kind: 'show' }],
    ['member', '/nc/view/v1', guest, { kind: 'show' }],
    ['guest', '/user/authentication/signin', guest, { kind: 'show' }],
    ['guest', '/user/authentication/signin', newcomer, { kind: 'redirect', to: '/user/authentication/signup' }],
    ['guest', '/user/authentication/signup', newcomer, { kind: 'show' }],
    ['guest', '/user/authentication/signin', member, { kind: 'enter' }],
    ['open', '/error/404', guest, { kind: 'show' }],
  ] as const)('of %s pages at %s decides', (guard, path, visitor, decision) => {
    expect(decide(guard, path, visitor)).toEqual(decision)
  })
})
