import type { Permission } from '@common/permissions'
import { permits, tokenIdOf, userOf } from '@common/principal'
import { allow, subject } from './define'

/** An uploaded file on its way into tables. It belongs to the person or API token that uploaded it. */
export const ImportFile = subject<{
  readonly projectId: string
  readonly userId: number
  readonly tokenId: string | undefined
}>()('import', ['use'])

allow(
  'use',
  ImportFile,
  (principal, { projectId, userId, tokenId }) =>
    principal.projectId === projectId && userOf(principal)?.userId === userId && tokenIdOf(principal) === tokenId,
)

/** The writes of an import. */
export const ImportPlan = subject<{ readonly permissions: readonly Permission[] }>()('import plan', ['run'])

allow('run', ImportPlan, (principal, { permissions }) =>
  permissions.every((permission) => permits(principal, permission)),
)
