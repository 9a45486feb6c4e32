import type { Step } from './statement'

/** Statements of a schema change, and those that revert it. */
export interface SchemaPlan {
  readonly up: readonly Step[]
  readonly down: readonly Step[]
}
