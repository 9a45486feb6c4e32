import { can } from '@common/permissions'
import { allow, subject } from './define'

/** A view of a table. */
export const View = subject<{ readonly locked: boolean }>()('view', [
  /** Changes what the view shows. */
  'change',
  /** Locks or unlocks it. */
  'lock',
  /** Lets visitors of its form add options to columns. */
  'openColumns',
])

allow('change', View, ({ roles }, { locked }) => !locked && can(roles, 'view.save'))
allow('lock', View, ({ roles }) => can(roles, 'view.change'))
allow('openColumns', View, ({ roles }) => can(roles, 'schema.change'))
