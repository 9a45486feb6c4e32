import type { TrashKind } from '@common/operations/trash'
import { permits } from '@common/principal'
import { allow, subject } from './define'

/** Deleted records, a deleted column or a deleted table. */
export const TrashEntry = subject<{ readonly kind: TrashKind }>()('trash entry', ['use'])

allow('use', TrashEntry, (principal, { kind }) => permits(principal, kind === 'rows' ? 'trash.use' : 'schema.change'))
