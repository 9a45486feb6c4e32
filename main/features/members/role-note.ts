import { nameOfRole, type HeldRole } from '@common/permissions/custom-role'
import { changedValues, type ChangedValue } from '@main/lib/changed-values'

/** Returns a changed role for the audit; null before or after a membership. */
export const roleNote = (before: HeldRole, after: HeldRole | null): { readonly values: readonly ChangedValue[] } => ({
  values: changedValues({ role: nameOfRole(before) }, { role: after === null ? null : nameOfRole(after) }),
})
