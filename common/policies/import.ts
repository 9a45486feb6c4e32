import type { Permission } from '@common/permissions'
import { accountOf, permits } from '@common/principal'
import { allow, subject } from './define'

/** An uploaded file on its way into tables. It belongs to the person who uploaded it. */
export const ImportFile = subject<{ readonly projectId: string; readonly userId: number }>()('import', ['use'])

allow(
  'use',
  ImportFile,
  (principal, { projectId, userId }) => principal.projectId === projectId && accountOf(principal)?.userId === userId,
)

/** The writes of an import. */
export const ImportPlan = subject<{ readonly permissions: readonly Permission[] }>()('import plan', ['run'])

allow('run', ImportPlan, (principal, { permissions }) =>
  permissions.every((permission) => permits(principal, permission)),
)
