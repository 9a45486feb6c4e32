import type { Screen } from '@renderer/actions'
import { withTexts } from '@renderer/i18n'

const page = async () => (await withTexts(import('./ApiServersPage'), ['apiServers'])).ApiServersPage

export const screens: readonly Screen[] = [{ path: '/apiServers', layout: 'default', guard: 'member', page }]
