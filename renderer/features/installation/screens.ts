import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const installation = async () =>
  (await withTexts(import('./InstallationPage'), ['installation', 'settings'])).InstallationPage

export const screens: readonly Screen[] = [
  // Not in S1: settings of the installation, for super admins.
  { path: '/user/admin/installation', layout: 'default', guard: 'member', page: installation },
]
