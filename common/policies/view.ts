import { permits } from '@common/principal'
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

allow('change', View, (principal, { locked }) => !locked && permits(principal, 'view.save'))
allow('lock', View, (principal) => permits(principal, 'view.change'))
allow('openColumns', View, (principal) => permits(principal, 'schema.change'))
