import type { Screen } from '@renderer/actions'

export const screens: readonly Screen[] = [
  {
    path: '/start',
    layout: 'empty',
    guard: 'guest',
    page: async () => (await import('./StartPage')).StartPage,
  },
]
