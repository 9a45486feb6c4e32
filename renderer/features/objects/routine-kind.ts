import type { OperationInput, OperationOutput } from '@common/operations'

export type RoutineKind = OperationInput<'routineRead'>['kind']
export type Routine = OperationOutput<'routineRead'>[number]
