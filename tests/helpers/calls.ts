import type { OperationName, OperationOutput, operations } from '@common/operations'
import type { LegacyInput, LegacyName, LegacyOutput } from '@main/http/legacy'
import type { z } from 'zod'

/** Calls of the legacy API: legacy names, and every other operation under its declared name. */
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
