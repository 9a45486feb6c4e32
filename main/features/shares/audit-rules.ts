import type { shareOperations, Share } from '@common/operations/shares'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** The audit names links by their views, never by their addresses. */
export const shareAudit: AuditRules<typeof shareOperations> = {
  shareCreate: ({ output }) => factsOf('SHARE/CREATED', output),
  // The handler adds the settings before and after.
  shareUpdate: ({ output }) => ({
    operation: 'SHARE/CHANGED',
    ...(output.view !== null && { table: output.view.table }),
    details: { ...sharedIn(output), share: output.id },
  }),
  shareReplace: ({ output }) => factsOf('SHARE/REPLACED', output),
  shareRevoke: () => ({ operation: 'SHARE/REVOKED' }),
  shareBaseCreate: ({ output }) => factsOf('SHARE/CREATED', output),
  // The history of the record holds the answers.
  shareSubmit: null,
}

/** Names what a link shares: the whole base, or a view by its title. The default grid has the name of its table. */
export const sharedIn = ({ view }: Pick<Share, 'view'>): Readonly<Record<string, unknown>> => {
  if (view === null) return { base: true }
  return view.title === '' ? {} : { title: view.title }
}

function factsOf(operation: string, share: Share): AuditFacts {
  const { id, view, role, enabled, hasPassword, expiresAt, download } = share
  return {
    operation,
    ...(view !== null && { table: view.table }),
    details: {
      ...sharedIn(share),
      share: id,
      ...(role !== null && { role }),
      enabled,
      hasPassword,
      expiresAt,
      download,
    },
  }
}
