import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const page = async () => (await withTexts(import('./TemplateEditorPage'), ['templateEditor'])).TemplateEditorPage

/** `?from=` of the page for a new template names the one to copy. */
export const screens: readonly Screen[] = [
  { path: '/project/templates/new', layout: 'default', guard: 'member', page },
  { path: '/project/templates/:id/edit', layout: 'default', guard: 'member', page },
]
