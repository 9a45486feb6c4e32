import type { TrashKind } from '@common/operations/trash'
import { can } from '@common/permissions'
import { allow, subject } from './define'

/** Deleted records, a deleted column or a deleted table. */
export const TrashEntry = subject<{ readonly kind: TrashKind }>()('trash entry', ['use'])

allow('use', TrashEntry, ({ roles }, { kind }) => can(roles, kind === 'rows' ? 'trash.use' : 'schema.change'))
