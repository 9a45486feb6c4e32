import type { Screen } from '@renderer/actions'

const dashboard = async () => (await import('.')).DashboardPage

export const screens: readonly Screen[] = [
  { path: '/nc', layout: 'default', guard: 'member', page: dashboard },
  { path: '/nc/:projectId/*', layout: 'default', guard: 'member', page: dashboard },
]
