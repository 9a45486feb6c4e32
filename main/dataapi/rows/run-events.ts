import type { StoredValue } from '@common/columns/column-type'
import type { StepResult } from '@main/db/statement'
import { keyOfRow } from '../parse/row-key'
import { storedRow } from '../shape/row-json'
import type { Run } from './change-runs'
import { alongOf } from './dependents'
import type { PlannedChange } from './plan-changes'
import type { RecordedChange, StepRows } from './recorded'
import { ownRows } from './stored-in'
import { namesOf } from './write-call'
import type { AlongRows, ChangeEvent, OwnRow } from './change-event'

/** The part of a change event that the results of a run determine. */
export type Change = Pick<ChangeEvent, 'kind' | 'table' | 'keys' | 'before' | 'after' | 'along' | 'own' | 'set'>

/** Returns the change that a run made. */
export function changeOf(run: Run, results: readonly StepResult[]): Change {
  const { kind, index, changes, write, dependents, children } = run
  const { table } = index
  const rowsAt = (at: number): readonly (readonly StoredValue[])[] => results[at]?.rows ?? []
  const stored = (rows: readonly (readonly StoredValue[])[]) => rows.map((row) => storedRow(table.columns, row))
  const keysOf = (rows: readonly (readonly StoredValue[])[]) =>
    rows.map((row) => keyOfRow(index, (column) => row[table.columns.indexOf(column)]))
  switch (kind) {
    case 'create':
      return { kind, table, keys: keysOf(rowsAt(write)), before: [], after: stored(rowsAt(write)) }
    case 'update':
      return {
        kind,
        table,
        keys: changes.map(({ key }) => key),
        before: stored(rowsAt(0)),
        after: stored(rowsAt(2)),
        set: namesOf(changes[0]?.values.keys() ?? []),
      }
    case 'delete': {
      const rows = rowsAt(write)
      const own = ownRows(index, children, results.slice(dependents.length), rows)
      const along = alongOf(dependents, results)
      return { kind, table, keys: keysOf(rows), before: stored(rows), after: [], along, ...(own && { own }) }
    }
  }
}

/** Returns the changes of runs for the outbox. @param first  the place of their first step in the transaction */
export function recordedRuns(runs: readonly Run[], first: number): RecordedChange[] {
  let from = first
  return runs.map(({ kind, index: { table }, changes, steps, write }) => {
    const at = (step: number): StepRows[] => [{ step, rows: changes.length }]
    const written = from + write
    from += steps.length
    if (kind === 'update') return { kind, table, before: at(written - 1), after: at(written + 1) }
    return kind === 'create' ? { kind, table, after: at(written) } : { kind, table, before: at(written) }
  })
}

/** Splits an update so that each row with a changed key has its own event: listeners can't follow it otherwise. */
export function byKeyChange({ kind, changes }: Run, change: Change): readonly Change[] {
  const isMoved = ({ key, newKey }: PlannedChange): boolean => key.some((part, at) => part !== newKey[at])
  if (kind !== 'update' || !changes.some(isMoved)) return [change]
  const pick = (places: readonly number[]): Change => {
    const of = <T>(list: readonly T[]): T[] => places.flatMap((place) => list.slice(place, place + 1))
    return { ...change, keys: of(change.keys), before: of(change.before), after: of(change.after) }
  }
  const places = changes.map((each, at) => ({ at, moves: isMoved(each) }))
  const stays = places.filter(({ moves }) => !moves).map(({ at }) => at)
  const moved = places.filter(({ moves }) => moves).map(({ at }) => pick([at]))
  return stays.length === 0 ? moved : [...moved, pick(stays)]
}

/** Merges the events of each table and kind of change, so that history and audit get one entry per batch. */
export function joined(changes: readonly Change[]): readonly Change[] {
  const found = new Map<string, Change>()
  for (const change of changes) {
    // A single-row update stays a separate event: listeners can only follow a changed key in an event of one row.
    const isAlone = change.kind === 'update' && change.keys.length === 1
    const name = JSON.stringify([change.kind, change.table.name, isAlone ? found.size : ''])
    const same = found.get(name)
    found.set(name, same === undefined ? change : both(same, change))
  }
  return [...found.values()]
}

function both(one: Change, other: Change): Change {
  const own = one.own ?? other.own
  const ownOf = ({ own: rows, keys }: Change): readonly (OwnRow | undefined)[] => rows ?? keys.map(() => undefined)
  const along: readonly AlongRows[] = [...(one.along ?? []), ...(other.along ?? [])]
  return {
    ...one,
    keys: [...one.keys, ...other.keys],
    before: [...one.before, ...other.before],
    after: [...one.after, ...other.after],
    ...(one.set && other.set && { set: [...new Set([...one.set, ...other.set])] }),
    ...(along.length > 0 && { along }),
    ...(own !== undefined && { own: [...ownOf(one), ...ownOf(other)] }),
  }
}
