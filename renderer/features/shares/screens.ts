import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const share = async () => (await withTexts(import('./SharePage'), ['shares'])).SharePage

export const screens: readonly Screen[] = [
  { path: '/nc/kanban/:link?', layout: 'shared', guard: 'open', page: share },
  { path: '/nc/base/:link?', layout: 'shared', guard: 'open', page: share },
  { path: '/nc/form/:link?', layout: 'shared', guard: 'open', page: share },
  { path: '/nc/view/*', layout: 'shared', guard: 'open', page: share },
]
