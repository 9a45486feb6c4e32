import type { attachmentOperations } from '@common/operations/attachments'
import type { auditOperations } from '@common/operations/audit'
import type { authOperations } from '@common/operations/auth'
import type { commentOperations } from '@common/operations/comments'
import type { followerOperations } from '@common/operations/followers'
import type { formOperations } from '@common/operations/forms'
import type { importOperations } from '@common/operations/imports'
import type { metaOperations } from '@common/operations/meta'
import type { objectOperations } from '@common/operations/objects'
import type { projectOperations } from '@common/operations/projects'
import type { relationOperations } from '@common/operations/relations'
import type { rowOperations } from '@common/operations/rows'
import type { scriptOperations } from '@common/operations/scripts'
import type { tableOperations } from '@common/operations/tables'
import type { trashOperations } from '@common/operations/trash'
import type { viewOperations } from '@common/operations/views'
import type { virtualColumnOperations } from '@common/operations/virtual-columns'
import type { OperationName } from '@common/operations'
import type { CallContext, Handlers } from './context'

/** What each feature brings. A declared operation without a handler does not compile. */
export interface FeatureHandlers {
  readonly attachments: Handlers<typeof attachmentOperations>
  readonly audit: Handlers<typeof auditOperations>
  readonly auth: Handlers<typeof authOperations>
  readonly comments: Handlers<typeof commentOperations>
  readonly followers: Handlers<typeof followerOperations>
  readonly forms: Handlers<typeof formOperations>
  readonly imports: Handlers<typeof importOperations>
  readonly projects: Handlers<typeof projectOperations>
  readonly tables: Handlers<typeof tableOperations>
  readonly trash: Handlers<typeof trashOperations>
  readonly meta: Handlers<typeof metaOperations>
  readonly objects: Handlers<typeof objectOperations>
  readonly relations: Handlers<typeof relationOperations>
  readonly rows: Handlers<typeof rowOperations>
  readonly scripts: Handlers<typeof scriptOperations>
  readonly views: Handlers<typeof viewOperations>
  readonly virtualColumns: Handlers<typeof virtualColumnOperations>
}

/** A handler as the pipeline calls it: the operation's schema has judged the input. */
export type AnyHandler = (context: CallContext, input: never) => unknown

/** All handlers by operation name. */
export function joinHandlers(features: FeatureHandlers): Readonly<Record<OperationName, AnyHandler>> {
  return {
    ...features.attachments,
    ...features.audit,
    ...features.auth,
    ...features.comments,
    ...features.followers,
    ...features.forms,
    ...features.imports,
    ...features.projects,
    ...features.tables,
    ...features.trash,
    ...features.meta,
    ...features.objects,
    ...features.relations,
    ...features.rows,
    ...features.scripts,
    ...features.views,
    ...features.virtualColumns,
  }
}
