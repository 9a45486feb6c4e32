import type { OperationName, operations } from '.'
import type { z } from 'zod'

/** A call that reverses a command. The change log stores it with the change of the command. */
export interface Inverse {
  readonly operation: OperationName
  readonly input: unknown
}

/** Returns the call of an operation as an inverse: `inverse('tableRetitle', { table: 'things', title: 'Things' })`. */
export function inverse<N extends OperationName>(
  operation: N,
  input: z.input<(typeof operations)[N]['input']>,
): Inverse {
  return { operation, input }
}
