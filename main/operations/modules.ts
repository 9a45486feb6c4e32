import type { OperationName, operationSets } from '@common/operations'
import type { Operations } from '@common/operations/define'
import type { CallContext } from './context'
import type { AuditFacts, CommandDone, FeatureModule } from './module'

/** One module for each set of operations. A missing or mistyped handler doesn't compile. */
export type FeatureModules<RowsChange> = {
  readonly [F in keyof typeof operationSets]: FeatureModule<(typeof operationSets)[F], RowsChange>
}

/** A handler as the pipeline calls it, with input that the operation's schema has parsed. */
export type AnyHandler = (context: CallContext, input: never) => unknown

export interface RowListener<RowsChange> {
  readonly onRows: (change: RowsChange) => void
  readonly rowsStored: (() => Promise<void>) | undefined
}

/** All modules as one. */
export interface JoinedModules<RowsChange> {
  readonly handlers: Readonly<Record<OperationName, AnyHandler>>
  /** Returns the audit facts of a command; undefined if it leaves no line. */
  readonly auditFacts: (name: string, input: unknown, output: unknown) => AuditFacts | undefined
  /** Modules that receive changes of rows, in order. */
  readonly rowListeners: readonly RowListener<RowsChange>[]
  readonly onCommand: (command: CommandDone) => void
  readonly settled: () => Promise<void>
}

type AnyRule = (call: { readonly input: unknown; readonly output: unknown }) => AuditFacts | null

type Listener<RowsChange> = Pick<
  FeatureModule<Operations, RowsChange>,
  'onRows' | 'rowsStored' | 'onCommand' | 'settled'
>

/**
 * Joins feature modules. They receive events in the order of the keys.
 *
 * @param listeners  receive events after the modules
 */
export function joinModules<RowsChange>(
  modules: FeatureModules<RowsChange>,
  listeners: readonly Listener<RowsChange>[],
): JoinedModules<RowsChange> {
  const features = Object.values(modules) as FeatureModule<Operations, RowsChange>[]
  const all: readonly Listener<RowsChange>[] = [...features, ...listeners]
  const rules = new Map(features.flatMap(({ audit }) => Object.entries(audit ?? {}) as [string, AnyRule | null][]))
  return {
    handlers: Object.assign({}, ...features.map(({ handlers }) => handlers)) as Record<OperationName, AnyHandler>,
    auditFacts: (name, input, output) => {
      const rule = rules.get(name)
      if (rule === null) return undefined
      return rule ? (rule({ input, output }) ?? undefined) : { operation: `OPERATION/${name}`, ...tableIn(input) }
    },
    rowListeners: all.flatMap(({ onRows, rowsStored }) => (onRows ? [{ onRows, rowsStored }] : [])),
    onCommand: (command) => {
      for (const { onCommand } of all) onCommand?.(command)
    },
    settled: async () => {
      await Promise.all(all.flatMap(({ settled }) => (settled ? [settled()] : [])))
    },
  }
}

/** Most operations name their table in `table`. */
function tableIn(input: unknown): { table?: string } {
  const { table } = (input ?? {}) as { readonly table?: unknown }
  return typeof table === 'string' ? { table } : {}
}
