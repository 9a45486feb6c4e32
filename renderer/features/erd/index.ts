import { lazy } from 'react'

export { showInDiagram } from './asked'
export { DiagramEntry } from './DiagramEntry'
/** Its own chunk: most people never open it. */
export const DiagramTab = lazy(async () => ({ default: (await import('./DiagramTab')).DiagramTab }))
