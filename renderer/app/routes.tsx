import { withTexts } from '@renderer/i18n'
import { LaterPage, NotFoundPage, StatusPage } from '@renderer/features/errors'
import type { ComponentType } from 'react'
import type { Guard } from './guard'

/** default: app bar and content · empty: content alone · error · public: brand and content · shared: no sidebar, no tabs. */
export const layouts = ['default', 'empty', 'error', 'public', 'shared'] as const
export type Layout = (typeof layouts)[number]

export interface Screen {
  /** As in S1 §2 and S2 §2, in the router's notation: `:id?` may be absent. */
  readonly path: string
  readonly layout: Layout
  readonly guard: Guard
  /** Loaded when it is first shown. */
  readonly page: () => Promise<ComponentType>
}

const signIn = async () => (await import('@renderer/features/auth/SignInPage')).SignInPage
const signUp = async () => (await import('@renderer/features/auth/SignUpPage')).SignUpPage
const projectList = async () =>
  (await withTexts(import('@renderer/features/projects/ProjectListPage'), ['projects'])).ProjectListPage
const newProject = async () =>
  (await withTexts(import('@renderer/features/projects/NewProjectPage'), ['projects'])).NewProjectPage
const connection = async () =>
  (
    await withTexts(import('@renderer/features/projects/connection'), [
      'projects',
      'connectionFailures',
      'connectionTest',
    ])
  ).ConnectionPage
const dashboard = async () => (await import('@renderer/features/dashboard')).DashboardPage
const docs = async () => (await import('@renderer/features/docs/DocsPage')).DocsPage
const memberForm = async () => (await withTexts(import('@renderer/features/form/FormPage'), ['forms'])).FormPage
// Faults are shown from the first moment on: their pages are always there.
const errorPage = () => Promise.resolve(StatusPage)
const notFound = () => Promise.resolve(NotFoundPage)
/** A placeholder page for screens of later versions. Nothing links to them. */
const later = () => Promise.resolve(LaterPage)

/** Every screen: one entry per route of S1 §2 and S2 §2. */
export const screens: readonly Screen[] = [
  { path: '/', layout: 'empty', guard: 'index', page: later },
  { path: '/projects', layout: 'default', guard: 'member', page: projectList },
  { path: '/project/:id?', layout: 'default', guard: 'member', page: later },
  { path: '/project/name', layout: 'default', guard: 'member', page: newProject },
  { path: '/project/xcdb', layout: 'default', guard: 'member', page: connection },
  { path: '/project/templates', layout: 'default', guard: 'member', page: later },
  { path: '/project/templates/:id', layout: 'default', guard: 'member', page: later },
  { path: '/nc', layout: 'default', guard: 'member', page: dashboard },
  { path: '/nc/:projectId/*', layout: 'default', guard: 'member', page: dashboard },
  // Not in S1: a form for members. The public one is below.
  { path: '/nc/:projectId/form/:viewId', layout: 'shared', guard: 'member', page: memberForm },
  { path: '/nc/base/:sharedBaseId?', layout: 'shared', guard: 'open', page: later },
  { path: '/nc/form/:id?', layout: 'shared', guard: 'open', page: later },
  { path: '/nc/kanban/:id?', layout: 'shared', guard: 'open', page: later },
  { path: '/nc/view/*', layout: 'shared', guard: 'open', page: later },
  // Not in S1: no documentation is published, so the link in the app bar leads here.
  { path: '/docs/:page?', layout: 'default', guard: 'member', page: docs },
  { path: '/apiClient', layout: 'default', guard: 'member', page: later },
  { path: '/inspire', layout: 'default', guard: 'member', page: later },
  { path: '/user', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signin', layout: 'empty', guard: 'guest', page: signIn },
  { path: '/user/authentication/signup', layout: 'empty', guard: 'guest', page: signUp },
  { path: '/user/authentication/signup/:token', layout: 'empty', guard: 'guest', page: signUp },
  { path: '/user/authentication/callback', layout: 'public', guard: 'open', page: later },
  { path: '/user/password', layout: 'public', guard: 'open', page: later },
  { path: '/user/password/forgot', layout: 'public', guard: 'open', page: later },
  { path: '/user/password/reset', layout: 'public', guard: 'open', page: later },
  { path: '/user/password/reset/form', layout: 'public', guard: 'open', page: later },
  { path: '/user/password/reset/invalid', layout: 'public', guard: 'open', page: later },
  { path: '/user/password/reset/success', layout: 'public', guard: 'open', page: later },
  { path: '/user/settings', layout: 'default', guard: 'member', page: later },
  { path: '/user/settings/accounts', layout: 'default', guard: 'member', page: later },
  { path: '/user/settings/password', layout: 'default', guard: 'member', page: later },
  { path: '/user/settings/picture', layout: 'default', guard: 'member', page: later },
  { path: '/user/settings/profile', layout: 'default', guard: 'member', page: later },
  { path: '/user/admin', layout: 'default', guard: 'member', page: later },
  { path: '/user/admin/user-edit', layout: 'default', guard: 'member', page: later },
  { path: '/user/admin/user/:userId?', layout: 'default', guard: 'member', page: later },
  { path: '/error/:status', layout: 'error', guard: 'open', page: errorPage },
  { path: '*', layout: 'error', guard: 'open', page: notFound },
]
