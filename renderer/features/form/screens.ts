import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const memberForm = async () => (await withTexts(import('./FormPage'), ['forms'])).FormPage

export const screens: readonly Screen[] = [
  // Not in S1: a form for members. The public one is `/nc/form/:id?`.
  { path: '/nc/:projectId/form/:viewId', layout: 'shared', guard: 'member', page: memberForm },
]
