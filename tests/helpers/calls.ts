import type { OperationName, OperationOutput, operations } from '@common/operations'
import type { LegacyInput, LegacyName, LegacyOutput } from '@main/http/legacy'
import type { z } from 'zod'

/** Calls of the legacy door: those under old names, and every other operation as it is declared. */
export type CallName = LegacyName | OperationName

export type CallInput<N extends CallName> = N extends LegacyName
  ? LegacyInput<N>
  : N extends OperationName
    ? z.input<(typeof operations)[N]['input']>
    : never

export type CallOutput<N extends CallName> = N extends LegacyName
  ? LegacyOutput<N>
  : N extends OperationName
    ? OperationOutput<N>
    : never
