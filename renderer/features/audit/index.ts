import { lazy } from 'react'

export { AuditEntry } from './AuditEntry'
/** Its own chunk: most people never open it. */
export const AuditTab = lazy(async () => ({ default: (await import('./AuditTab')).AuditTab }))
