import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const users = async () => (await withTexts(import('./UsersPage'), ['settings', 'users'])).UsersPage
const user = async () => (await withTexts(import('./UserPage'), ['installation', 'settings', 'users'])).UserPage

export const screens: readonly Screen[] = [
  { path: '/user/admin', layout: 'default', guard: 'member', page: users },
  { path: '/user/admin/user-edit', layout: 'default', guard: 'member', page: user },
  { path: '/user/admin/user/:userId?', layout: 'default', guard: 'member', page: user },
]
