import type { Screen } from '@renderer/actions'
import { NotFoundPage, StatusPage } from '.'

// The start chunk includes both: they must also appear when no other chunk can be loaded.
const errorPage = () => Promise.resolve(StatusPage)
const notFound = () => Promise.resolve(NotFoundPage)

export const screens: readonly Screen[] = [
  { path: '/error/:status', layout: 'error', guard: 'open', page: errorPage },
  { path: '*', layout: 'error', guard: 'open', page: notFound },
]
