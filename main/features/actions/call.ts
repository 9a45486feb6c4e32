import type { OperationName, OperationOutput, operations } from '@common/operations'
import type { CallContext } from '@main/operations/context'
import type { z } from 'zod'

/** Calls an operation through the pipeline, which checks the rights of the context. */
export type CallOperation = <N extends OperationName>(
  name: N,
  input: z.input<(typeof operations)[N]['input']>,
  context: CallContext,
) => Promise<OperationOutput<N>>
