import { attachmentOperations } from './attachments'
import { auditOperations } from './audit'
import { authOperations } from './auth'
import { commentOperations } from './comments'
import { followerOperations } from './followers'
import { formOperations } from './forms'
import { importOperations } from './imports'
import { metaOperations } from './meta'
import { objectOperations } from './objects'
import { projectOperations } from './projects'
import { relationOperations } from './relations'
import { rowOperations } from './rows'
import { scriptOperations } from './scripts'
import { tableOperations } from './tables'
import { trashOperations } from './trash'
import { viewOperations } from './views'
import { virtualColumnOperations } from './virtual-columns'
import type { InputOf, Operation, OutputOf } from './define'

/** The contract: everything the application can do. */
export const operations = {
  ...attachmentOperations,
  ...auditOperations,
  ...authOperations,
  ...commentOperations,
  ...followerOperations,
  ...formOperations,
  ...importOperations,
  ...projectOperations,
  ...tableOperations,
  ...metaOperations,
  ...objectOperations,
  ...relationOperations,
  ...rowOperations,
  ...scriptOperations,
  ...trashOperations,
  ...viewOperations,
  ...virtualColumnOperations,
}

export type OperationName = keyof typeof operations
export type OperationInput<N extends OperationName> = InputOf<(typeof operations)[N]>
export type OperationOutput<N extends OperationName> = OutputOf<(typeof operations)[N]>

export const operationNames = Object.keys(operations) as OperationName[]

export function operationByName(name: string): Operation | undefined {
  return Object.hasOwn(operations, name) ? operations[name as OperationName] : undefined
}

export type { InputOf, Operation, OutputOf } from './define'
