import { lazy } from 'react'

export { TrashEntry } from './TrashEntry'
/** Its own chunk: most people seldom open it. */
export const TrashTab = lazy(async () => ({ default: (await import('./TrashTab')).TrashTab }))
