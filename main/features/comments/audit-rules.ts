import type { commentOperations } from '@common/operations/comments'
import type { AuditRules } from '@main/operations/module'

export const commentAudit: AuditRules<typeof commentOperations> = {
  // A comment is itself a line of the audit.
  commentCreate: null,
  commentUpdate: ({ input }) => ({ operation: 'COMMENT/UPDATED', ...recordOf(input) }),
  commentResolve: ({ input }) => ({
    operation: input.resolved ? 'COMMENT/RESOLVED' : 'COMMENT/REOPENED',
    ...recordOf(input),
  }),
  commentDelete: ({ input }) => ({ operation: 'COMMENT/DELETED', ...recordOf(input) }),
}

const recordOf = ({ table, rowId }: { readonly table: string; readonly rowId: string }) => ({
  table,
  details: { record: rowId },
})
