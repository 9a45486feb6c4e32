import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const settings = async () =>
  (await withTexts(import('./SecondFactorPage'), ['secondFactor', 'settings'])).SecondFactorPage

export const screens: readonly Screen[] = [
  // Not in S1, which has no second factor.
  { path: '/user/settings/second-factor', layout: 'default', guard: 'member', page: settings },
]
