import type { followerOperations } from '@common/operations/followers'
import type { AuditRules } from '@main/operations/module'

/** Personal notification settings don't belong in the audit of a project. */
export const followerAudit: AuditRules<typeof followerOperations> = {
  recordFollow: null,
  noticesRead: null,
  noticesClear: null,
}
