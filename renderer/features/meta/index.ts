import { lazy } from 'react'

export { DriftNote } from './DriftNote'
export { goneSentence } from './drift-words'
export { MetaEntry } from './MetaEntry'
/** Its own chunk: most people never open it. */
export const MetaTab = lazy(async () => ({ default: (await import('./MetaTab')).MetaTab }))
export { useTableDrift } from './use-drift'
