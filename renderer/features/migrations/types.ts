import type { OperationOutput } from '@common/operations'

export type Migrations = OperationOutput<'migrationList'>
