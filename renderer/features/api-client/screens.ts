import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const client = async () => (await withTexts(import('./ApiClientPage'), ['apiClient'])).ApiClientPage

/** `?project=` names the project. */
export const screens: readonly Screen[] = [{ path: '/apiClient', layout: 'default', guard: 'member', page: client }]
