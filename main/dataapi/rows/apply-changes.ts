import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Table } from '@common/model'
import type { RowChangeToApply } from '@common/model/row-change'
import { rowIdSegment } from '@common/query/row-id'
import { systemPrincipal } from '@common/principal'
import type { SightedTable } from '@common/principal/sight'
import type { Clock } from '@main/lib/clock'
import type { Step, StepResult } from '@main/db/database'
import type { CallContext } from '@main/operations/context'
import type { TableIndex } from '../plan/columns'
import { openTable, tablesOf } from '../plan/sights'
import type { DataApiPorts } from '../ports'
import { keyOfRow } from '../parse/row-key'
import type { AlongRows, ChangeEvent, ChangeEvents, OwnRow } from './change-events'
import { alongOf, dependentsOf, selectDependents, type Dependent } from './dependents'
import { planChanges, type ChangesCall, type PlannedChange, type PlannedChanges } from './plan-changes'
import { isPrevented } from './prevented'
import { explainReferenced } from './referenced'
import { rowJson, storedRow } from '../shape/row-json'
import { runsOf, signature } from './row-lists'
import { sentStatements, withLiterals } from './sent-statements'
import { namesOf } from './write-call'
import { withTitles } from './error-titles'
import { deleteRows, insertRows, selectRows, typedPlaces, updateRows } from './row-statements'
import { childTables, ownRows, selectFromChildren } from './stored-in'

/** A created row. */
export interface MadeRow {
  /** Position of its change in the list. */
  readonly at: number
  /** As in a path; null for a table without a key. */
  readonly rowId: string | null
  /** Values by title. */
  readonly row: Readonly<Record<string, unknown>>
}

export interface ApplyChangesCall {
  readonly projectId: string
  readonly context: CallContext
  readonly changes: readonly RowChangeToApply[]
  /** Skips the guard: overwrites values changed by other clients, and skips deleted rows. */
  readonly anyway: boolean
  /** Reason in the change log. Default: `batch`. */
  readonly why?: string
}

export interface AppliedChanges {
  /** The created rows. */
  readonly made: readonly MadeRow[]
  /** Positions of updates that were not written, since their row is deleted. */
  readonly skipped: readonly number[]
}

/** Writes rows of any tables of a project in one transaction, all or nothing. */
export interface ApplyChanges {
  /**
   * @throws AppError VALUE_CHANGED with `conflicts`; the errors of a single write, with `row`, the change's position
   */
  readonly apply: (call: ApplyChangesCall) => Promise<AppliedChanges>
  /**
   * Returns the writing statements of `apply`, in their order, without running them.
   *
   * @throws AppError as `apply` does before it writes
   */
  readonly preview: (call: ApplyChangesCall) => Promise<readonly PreviewedStatement[]>
}

/** A statement that writes rows, as the database gets it. */
export interface PreviewedStatement {
  /** With its values as literals. */
  readonly sql: string
  /** Positions of the changes that it writes. */
  readonly changes: readonly number[]
}

/** Conflicts that an error names. */
const conflictsTold = 200
/** Two attempts with the guard, in case only the comparison differs, and a last one without it. */
const attempts = 3

/** Changes that one statement makes, in the order of the list. */
interface Run {
  readonly kind: PlannedChange['kind']
  readonly index: TableIndex
  readonly changes: readonly PlannedChange[]
  readonly steps: readonly Step[]
  /** Index of the writing step among them. */
  readonly write: number
  readonly dependents: readonly Dependent[]
  readonly children: readonly Table[]
}

type Ports = Pick<DataApiPorts, 'database' | 'tables' | 'authorize'>

export function createApplyChanges(events: ChangeEvents, clock: Clock, ports: Ports): ApplyChanges {
  const { authorize } = ports

  const prepare = async ({ projectId, context, changes }: ApplyChangesCall): Promise<ChangesCall> => {
    for (const kind of new Set(changes.map((change) => change.kind))) authorize(context, `row.${kind}`)
    const table = async (name: string): Promise<SightedTable> =>
      (await openTable(ports, context.principal, projectId, name)).table
    return { projectId, database: await ports.database(projectId), table, context, now: clock.now() }
  }

  const runsFor = async (call: ChangesCall, changes: readonly PlannedChange[], guarded: boolean): Promise<Run[]> => {
    // A delete changes linked rows that the principal may not see.
    const tableNamed = tablesOf(ports, systemPrincipal, call.projectId)
    const groups = runsOf(changes, (change) => runName(change, guarded))
    return Promise.all(
      groups.map(async (group): Promise<Run> => {
        const [first] = group
        if (first === undefined) throw new Error('A run without changes')
        const { kind, index } = first
        const deletes = kind === 'delete' && events.heard
        const dependents = deletes ? await dependentsOf(index.table, tableNamed) : []
        const children = deletes ? await childTables(index.table, tableNamed) : []
        return {
          kind,
          index,
          changes: group,
          dependents,
          children,
          ...stepsOf(call, group, guarded, dependents, children),
        }
      }),
    )
  }

  const publish = (
    call: ChangesCall,
    why: string,
    runs: readonly Run[],
    results: readonly (readonly StepResult[])[],
  ): void => {
    const when = clock.now().toISOString()
    const all = runs.flatMap((run, at) => byKeyChange(run, changeOf(run, results[at] ?? [])))
    for (const change of joined(all))
      events.publish({ ...change, typed: true, projectId: call.projectId, when, why }, call.context)
  }

  const plan = async (
    call: ChangesCall,
    given: ApplyChangesCall,
  ): Promise<Pick<PlannedChanges, 'changes' | 'gone'>> => {
    const { conflicts, ...planned } = await planChanges(call, given.changes)
    if (!given.anyway && conflicts.length > 0) throw changed(conflicts)
    return planned
  }

  return {
    async preview(given) {
      const call = await prepare(given)
      const runs = await runsFor(call, (await plan(call, given)).changes, !given.anyway)
      const { dialect } = call.database
      return runs.flatMap(({ steps, write, changes }) => {
        const places = changes.map(({ at }) => at)
        return sentStatements(dialect, steps[write]).map(({ rows, ...statement }) => ({
          sql: withLiterals(dialect, statement),
          changes: places.splice(0, rows),
        }))
      })
    },

    async apply(given) {
      const call = await prepare(given)
      for (let attempt = 1; ; attempt += 1) {
        const { changes, gone } = await plan(call, given)
        if (changes.length === 0) return { made: [], skipped: gone }
        const guarded = !given.anyway && attempt < attempts
        const runs = await runsFor(call, changes, guarded)
        let results: StepResult[]
        try {
          results = await call.database.transact(
            runs.flatMap(({ steps }) => steps),
            { signal: call.context.signal },
          )
        } catch (error) {
          // A guard failed: the next attempt reads the rows again and finds the conflicts.
          if (guarded && error instanceof AppError && error.code === 'VALUE_CHANGED') continue
          throw await explained(call, runs, error, ports)
        }
        const parts = split(runs, results)
        refusePrevented(runs, parts)
        publish(call, given.why ?? 'batch', runs, parts)
        if (given.changes.some(({ kind }) => kind === 'delete')) await events.stored()
        const made = runs.flatMap((run, at) => (run.kind === 'create' ? madeBy(run, parts[at] ?? []) : []))
        const missed = runs.flatMap((run, at) => (run.kind === 'update' ? missedBy(run, parts[at] ?? []) : []))
        return { made, skipped: [...gone, ...missed].toSorted((one, other) => one - other) }
      }
    },
  }
}

/** Returns the batch key: changes with the same one fit into one statement. */
function runName({ kind, index, values, guard }: PlannedChange, guarded: boolean): string {
  const nulls = guarded
    ? [...guard].map(([column, value]) => `${index.position.get(column)}${value === null ? '0' : ''}`)
    : []
  return JSON.stringify([kind, index.table.name, signature(index, values), nulls])
}

function stepsOf(
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
          selectRows(dialect, index, keys, typedPlaces),
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

function split(runs: readonly Run[], results: readonly StepResult[]): StepResult[][] {
  let from = 0
  return runs.map(({ steps }) => {
    from += steps.length
    return results.slice(from - steps.length, from)
  })
}

type Change = Pick<ChangeEvent, 'kind' | 'table' | 'keys' | 'before' | 'after' | 'along' | 'own' | 'set'>

function changeOf(run: Run, results: readonly StepResult[]): Change {
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

/** Splits an update so that each row with a changed key has its own event: listeners can't follow it otherwise. */
function byKeyChange({ kind, changes }: Run, change: Change): readonly Change[] {
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
function joined(changes: readonly Change[]): readonly Change[] {
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

/** Positions of updates whose row was deleted after it was read. */
function missedBy({ index, changes, write }: Run, results: readonly StepResult[]): number[] {
  const { columns } = index.table
  const keyText = (row: readonly StoredValue[]): string =>
    JSON.stringify(keyOfRow(index, (column) => row[columns.indexOf(column)]))
  const there = new Set((results[write - 1]?.rows ?? []).map(keyText))
  return changes.flatMap(({ at, key }) => (there.has(JSON.stringify(key)) ? [] : [at]))
}

function madeBy({ index, changes, write }: Run, results: readonly StepResult[]): MadeRow[] {
  const { columns } = index.table
  return (results[write]?.rows ?? []).map((row, place) => ({
    at: changes[place]?.at ?? 0,
    rowId: index.key.length === 0 ? null : rowIdSegment(keyOfRow(index, (column) => row[columns.indexOf(column)])),
    row: JSON.parse(rowJson(columns, row)) as Record<string, unknown>,
  }))
}

/** Throws WRITE_PREVENTED if a trigger or row security left every row unchanged without an error. */
function refusePrevented(runs: readonly Run[], results: readonly (readonly StepResult[])[]): void {
  const isUnchanged = ({ kind, index, changes }: Run, [before, written, after]: readonly StepResult[]): boolean =>
    kind === 'update' &&
    changes.every(({ values }, at) => {
      const [was, is] = [before?.rows[at], after?.rows[at]]
      return was !== undefined && is !== undefined && isPrevented(index, values, was, is, written?.changes)
    })
  const [first] = runs
  if (first !== undefined && runs.every((run, at) => isUnchanged(run, results[at] ?? [])))
    throw new AppError('WRITE_PREVENTED', { table: first.index.table.title })
}

function changed(conflicts: Awaited<ReturnType<typeof planChanges>>['conflicts']): AppError {
  const [first] = conflicts
  return new AppError('VALUE_CHANGED', {
    column: first?.column ?? '',
    ...(first?.column !== undefined && { value: first.value }),
    row: first?.at ?? 0,
    changed: conflicts.length,
    conflicts: conflicts.slice(0, conflictsTold),
  })
}

/** Returns the database's error with column titles, and with `row`, the position of the change in the list. */
async function explained(call: ChangesCall, runs: readonly Run[], error: unknown, ports: Ports): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  const { at, ...details } = error.details
  const place = typeof at === 'object' && at !== null && 'step' in at ? at : undefined
  let left = Number(place?.step ?? 0)
  const run = runs.find(({ steps }) => {
    if (left < steps.length) return true
    left -= steps.length
    return false
  })
  const [only] = runs
  const failed = place === undefined ? (runs.length === 1 ? only : undefined) : run
  if (failed === undefined) return error
  const row = failed.changes[Number(place !== undefined && 'row' in place ? place.row : 0)]?.at
  const located = new AppError(error.code, { ...details, ...(row !== undefined && { row }) }, { cause: error })
  const named = withTitles(failed.index, located)
  return explainReferenced(named, {
    database: call.database,
    index: failed.index,
    keys: failed.changes.map(({ key }) => key),
    tableNamed: tablesOf(ports, systemPrincipal, call.projectId),
  })
}
