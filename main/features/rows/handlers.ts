import type { rowOperations, RowChangeInput } from '@common/operations/rows'
import { inProject, type CallContext, type Handlers } from '@main/operations/context'
import type { Once } from './once'

type Values = Readonly<Record<string, unknown>>

/** Port for writing rows of several tables in one transaction. */
export interface Changes {
  readonly apply: (call: ChangesCall) => Promise<{
    readonly made: readonly { at: number; rowId: string | null; row: Values }[]
    readonly skipped: readonly number[]
  }>
  readonly preview: (call: ChangesCall) => Promise<readonly { sql: string; changes: readonly number[] }[]>
}

interface ChangesCall {
  readonly projectId: string
  readonly context: CallContext
  readonly changes: readonly Change[]
  readonly anyway: boolean
}

type Change =
  | { readonly kind: 'create'; readonly table: string; readonly values: Values }
  | {
      readonly kind: 'update'
      readonly table: string
      readonly rowId: string
      readonly values: Values
      readonly expected: Values
    }
  | { readonly kind: 'delete'; readonly table: string; readonly rowId: string; readonly expected: Values }

interface Answer {
  readonly made: { at: number; rowId: string | null; row: Values }[]
  readonly skipped?: number[]
  /** Id of the change, for the header of a retry's response. */
  readonly change?: string
}

export interface RowHandlersOptions {
  readonly changes: Changes
  readonly once: Once
}

/** Handlers of `common/operations/rows.ts`. */
export function createRowHandlers({ changes: engine, once }: RowHandlersOptions): Handlers<typeof rowOperations> {
  return {
    rowsApply: async (context, { id, changes, anyway }) => {
      const { projectId, actor } = inProject(context)
      const apply = async (signal: AbortSignal) => {
        const call = { projectId, context: { ...context, signal }, changes: changes.map(changeOf), anyway }
        const { made, skipped } = await engine.apply(call)
        return { made: made.map(({ at, rowId, row }) => ({ at, rowId, row: { ...row } })), skipped: [...skipped] }
      }
      // Updates and deletes are idempotent: a guard compares them with the stored rows.
      if (!changes.some(({ kind }) => kind === 'create')) return apply(context.signal)
      // Ignores disconnects: a client that left can retry and get the outcome.
      const request = ['rowsApply', JSON.stringify(changes)]
      const name = { projectId, userId: actor.userId, id, request }
      const answer: Answer = await once(name, async (): Promise<Answer> => {
        const applied = await apply(new AbortController().signal)
        const change = context.change?.named
        return change === undefined ? applied : { ...applied, change }
      })
      if (answer.change !== undefined) context.change?.repeats(answer.change)
      // Responses that older versions stored have no `skipped`.
      return { made: answer.made, skipped: answer.skipped ?? [] }
    },
    rowsPreview: async (context, { changes, anyway }) => {
      const { projectId } = inProject(context)
      const statements = await engine.preview({ projectId, context, changes: changes.map(changeOf), anyway })
      return { statements: statements.map((each) => ({ sql: each.sql, changes: [...each.changes] })) }
    },
  }
}

function changeOf(change: RowChangeInput): Change {
  if (change.kind === 'create') return { kind: 'create', table: change.table, values: change.values }
  const { kind, table, rowId, expected = {} } = change
  return kind === 'update' ? { kind, table, rowId, expected, values: change.values } : { kind, table, rowId, expected }
}
