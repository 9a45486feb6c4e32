import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const installationAudit = async () =>
  (await withTexts(import('./InstallationAuditPage'), ['audit', 'settings'])).InstallationAuditPage

export const screens: readonly Screen[] = [
  // Not in S1: events of the installation, for super admins.
  { path: '/user/admin/audit', layout: 'default', guard: 'member', page: installationAudit },
]
