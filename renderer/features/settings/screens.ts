import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const index = async () => (await import('./SettingsIndex')).SettingsIndex
const profile = async () => (await withTexts(import('./ProfilePage'), ['settings'])).ProfilePage
const picture = async () => (await withTexts(import('./PicturePage'), ['settings'])).PicturePage
const password = async () => (await withTexts(import('./PasswordPage'), ['settings', 'recovery'])).PasswordPage
const accounts = async () => (await withTexts(import('./AccountsPage'), ['settings', 'recovery'])).AccountsPage

export const screens: readonly Screen[] = [
  { path: '/user/settings', layout: 'default', guard: 'member', page: index },
  { path: '/user/settings/profile', layout: 'default', guard: 'member', page: profile },
  { path: '/user/settings/picture', layout: 'default', guard: 'member', page: picture },
  { path: '/user/settings/password', layout: 'default', guard: 'member', page: password },
  { path: '/user/settings/accounts', layout: 'default', guard: 'member', page: accounts },
]
