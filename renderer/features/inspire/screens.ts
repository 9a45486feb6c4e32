import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const gallery = async () => (await withTexts(import('./InspirePage'), ['inspire'])).InspirePage

export const screens: readonly Screen[] = [{ path: '/inspire', layout: 'default', guard: 'member', page: gallery }]
