import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const templates = async () => (await withTexts(import('./TemplatesPage'), ['templates'])).TemplatesPage

export const screens: readonly Screen[] = [
  { path: '/project/templates/:id?', layout: 'default', guard: 'member', page: templates },
]
