import type { shareOperations, Share } from '@common/operations/shares'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** The audit names links by their views, never by their addresses. */
export const shareAudit: AuditRules<typeof shareOperations> = {
  shareCreate: ({ output }) => factsOf('SHARE/CREATED', output),
  shareUpdate: ({ output }) => factsOf('SHARE/CHANGED', output),
  shareReplace: ({ output }) => factsOf('SHARE/REPLACED', output),
  shareRevoke: ({ input: { id } }) => ({ operation: 'SHARE/REVOKED', details: { title: id } }),
  shareBaseCreate: ({ output }) => factsOf('SHARE/CREATED', output),
  // The history of the record holds the answers.
  shareSubmit: null,
}

function factsOf(operation: string, { id, view, role, ...share }: Share): AuditFacts {
  const { enabled, hasPassword, expiresAt, download } = share
  return {
    operation,
    ...(view !== null && { table: view.table }),
    details: {
      title: view?.title ?? '',
      share: id,
      ...(role !== null && { role }),
      enabled,
      hasPassword,
      expiresAt,
      download,
    },
  }
}
