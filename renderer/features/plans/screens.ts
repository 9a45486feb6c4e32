import type { Screen } from '@renderer/actions'
import { plansPath } from '@renderer/stores'

export const screens: readonly Screen[] = [
  {
    path: plansPath,
    layout: 'public',
    guard: 'open',
    page: async () => (await import('./PlansPage')).PlansPage,
  },
]
