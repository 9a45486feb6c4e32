import type { Table } from '@common/model'
import type { Dialect } from '@main/db/dialect'
import type { Step, StepResult } from '@main/db/statement'
import type { TableIndex } from '../plan/columns'
import { selectDependents, type Dependent } from './dependents'
import type { ChangesCall, PlannedChange } from './plan-changes'
import { signature } from './row-lists'
import { lockSeen, requireInsertedSeen, requireReferences, requireSeen } from './row-rule'
import { deleteRows, insertRows, lockedRows, selectRows, typedPlaces, updateRows } from './row-statements'
import { selectFromChildren } from './stored-in'

/** Changes that one statement makes, in the order of the list. */
export interface Run {
  readonly kind: PlannedChange['kind']
  readonly index: TableIndex
  readonly changes: readonly PlannedChange[]
  readonly steps: readonly Step[]
  /** Index of the writing step among them. */
  readonly write: number
  readonly dependents: readonly Dependent[]
  readonly children: readonly Table[]
}

/** Returns the batch key: changes with the same one fit into one statement. */
export function runName({ kind, index, values, guard }: PlannedChange, guarded: boolean): string {
  const nulls = guarded
    ? [...guard].map(([column, value]) => `${index.position.get(column)}${value === null ? '0' : ''}`)
    : []
  return JSON.stringify([kind, index.table.name, signature(index, values), nulls])
}

/** Returns the statements of a batch, with the reads that its event needs. */
export function stepsOf(
  { database: { dialect } }: ChangesCall,
  group: readonly PlannedChange[],
  guarded: boolean,
  dependents: readonly Dependent[],
  children: readonly Table[],
): { readonly steps: readonly Step[]; readonly write: number } {
  const [first] = group
  if (first === undefined) return { steps: [], write: 0 }
  const { kind, index } = first
  const keys = group.map(({ key }) => key)
  const all = index.table.columns
  const expect = guarded ? { expectRows: group.length, tooFew: 'VALUE_CHANGED' as const } : {}
  switch (kind) {
    case 'create': {
      const insert = insertRows(
        dialect,
        index,
        group.map(({ values }) => values),
        all,
        typedPlaces,
      )
      return { steps: [{ ...insert, expectRows: group.length, tooFew: 'WRITE_PREVENTED' }], write: 0 }
    }
    case 'update': {
      const rows = group.map(({ key, values, guard }) => ({ key, values, ...(guarded && { guard }) }))
      const after = selectRows(
        dialect,
        index,
        group.map(({ newKey }) => newKey),
        typedPlaces,
      )
      return {
        steps: [
          lockedRows(dialect, index, keys, typedPlaces),
          { ...updateRows(dialect, index, rows, [], typedPlaces), ...expect },
          after,
        ],
        write: 1,
      }
    }
    case 'delete': {
      const guards = guarded ? group.map(({ guard }) => guard) : []
      const before = [
        ...dependents.map((dependent) => selectDependents(dialect, index, keys, dependent)),
        ...selectFromChildren(dialect, index, children, keys),
      ]
      return {
        steps: [...before, { ...deleteRows(dialect, index, keys, all, guards), ...expect }],
        write: before.length,
      }
    }
  }
}

/** Returns the steps that hold the runs to the row rules of the caller, at the start and at the end of the transaction. */
export function rowRuleSteps(
  dialect: Dialect,
  runs: readonly Run[],
): { readonly before: Step[]; readonly after: Step[] } {
  const before = runs.flatMap(({ kind, index, changes }) => {
    const keys = kind === 'create' ? [] : changes.map(({ key }) => key)
    const written = kind === 'delete' ? [] : changes.map(({ values }) => values)
    return [...lockSeen(dialect, index, keys), ...requireReferences(dialect, index, written)]
  })
  let from = before.length
  const after = runs.flatMap(({ kind, index, changes, steps, write }) => {
    const step = from + write
    from += steps.length
    if (kind === 'delete') return []
    if (kind === 'update')
      return requireSeen(
        dialect,
        index,
        changes.map(({ newKey }) => newKey),
        'ROW_OUTSIDE_RULES',
      )
    const made = changes.map((_, row) => ({ step, row }))
    return requireInsertedSeen(dialect, index, made, index.table.columns)
  })
  return { before, after }
}

/** Splits the results of a transaction by run. */
export function split(runs: readonly Run[], results: readonly StepResult[]): StepResult[][] {
  let from = 0
  return runs.map(({ steps }) => {
    from += steps.length
    return results.slice(from - steps.length, from)
  })
}
