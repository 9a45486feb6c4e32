import type { shareOperations, Share } from '@common/operations/shares'
import type { AuditFacts, AuditRules } from '@main/operations/module'

/** The audit names links by their views, never by their addresses. */
export const shareAudit: AuditRules<typeof shareOperations> = {
  shareCreate: ({ output }) => factsOf('SHARE/CREATED', output),
  // The handler adds the settings before and after.
  shareUpdate: ({ output: { id, view } }) => ({
    operation: 'SHARE/CHANGED',
    ...(view !== null && { table: view.table }),
    details: { title: view?.title ?? '', share: id },
  }),
  shareReplace: ({ output }) => factsOf('SHARE/REPLACED', output),
  shareRevoke: () => ({ operation: 'SHARE/REVOKED' }),
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
