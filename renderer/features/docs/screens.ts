import type { Screen } from '@renderer/actions'

const docs = async () => (await import('./DocsPage')).DocsPage

export const screens: readonly Screen[] = [
  // Not in S1: no documentation is published, so the link in the app bar leads here.
  { path: '/docs/:page?', layout: 'default', guard: 'member', page: docs },
]
