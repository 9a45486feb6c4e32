import type { Operation, OperationInput, OperationName, OperationOutput } from '@common/operations'
import type { z } from 'zod'
import type { CallContext } from './context'
import type { AuditFacts } from './module'

/** A call under its old name. The pipeline runs it with the rights, the audit and the handler of an operation. */
export type LegacyCall = TranslatedCall | ScriptCall

interface Shapes {
  readonly input: z.ZodType
  readonly output: z.ZodType
  /** Rejects unknown keys. By default the server ignores and reports them, as the original did (wire §1). */
  readonly strict?: true
  /** Input with this key is strict. */
  readonly ownKey?: string
  /** Own path, instead of the dashboard call. */
  readonly http?: { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string }
}

/** A call that is an operation in other words. */
export interface TranslatedCall extends Shapes {
  readonly operation: OperationName
  readonly toInput: (body: never) => unknown
  readonly toBody: (output: never, body: never) => unknown
}

/** A translated call with the types of its shapes. */
export interface Translated<I extends z.ZodType, O extends z.ZodType> extends TranslatedCall {
  readonly input: I
  readonly output: O
}

/** A call that only scripts make. It has a declaration and a handler of its own. */
export interface ScriptCall extends Shapes {
  readonly declaration: Operation
  readonly handle: (context: CallContext, body: never) => unknown
  /** Facts for the audit. Default: a plain line with the name of the call. Null: no line. */
  readonly audit?: (body: never, output: never) => Partial<AuditFacts> | null
}

export type LegacyCalls = Readonly<Record<string, LegacyCall>>

/** Declares a translated call. Both mappings are pure. */
export function translated<N extends OperationName, I extends z.ZodType, O extends z.ZodType>(
  operation: N,
  call: {
    readonly input: I
    readonly output: O
    readonly strict?: true
    readonly ownKey?: string
    readonly http?: Shapes['http']
    readonly toInput: (body: z.infer<I>) => OperationInput<N>
    readonly toBody: (output: OperationOutput<N>, body: z.infer<I>) => z.infer<O>
  },
): Translated<I, O> {
  return { operation, ...call }
}

/** Declares a call that only scripts make. */
export function scripted<I extends z.ZodType, O extends z.ZodType>(
  declaration: Operation & { readonly input: I; readonly output: O },
  call: {
    readonly http?: Shapes['http']
    readonly handle: (context: CallContext, body: z.infer<I>) => z.infer<O> | Promise<z.infer<O>>
    readonly audit?: (body: z.infer<I>, output: z.infer<O>) => Partial<AuditFacts> | null
  },
) {
  const { input, output } = declaration
  return { declaration, input, output, ...call }
}
