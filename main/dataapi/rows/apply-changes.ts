import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { RowChangeToApply } from '@common/model/row-change'
import { rowIdSegment } from '@common/query/row-id'
import { systemPrincipal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import type { SightedTable } from '@common/principal/sight'
import type { StepResult } from '@main/db/statement'
import type { Clock } from '@main/lib/clock'
import type { CallContext } from '@main/operations/context'
import { openTable, tablesOf } from '../plan/sights'
import type { DataApiPorts } from '../ports'
import { keyOfRow } from '../parse/row-key'
import type { ChangeEvents } from './change-events'
import { rowRuleSteps, runName, split, stepsOf, type Run } from './change-runs'
import { dependentsOf } from './dependents'
import { planChanges, type ChangesCall, type PlannedChange, type PlannedChanges } from './plan-changes'
import { isPrevented } from './prevented'
import { explainReferenced } from './referenced'
import { rowJson } from '../shape/row-json'
import { runsOf } from './row-lists'
import { byKeyChange, changeOf, joined, recordedRuns } from './run-events'
import { isGone } from './row-rule'
import { sentStatements, withLiterals } from './sent-statements'
import { withTitles } from './error-titles'
import { childTables } from './stored-in'

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
  /** Conflicts that an error names at most. Default: 200. */
  readonly conflictsMax?: number
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
  /** @throws AppError as `apply` does before it writes */
  readonly check: (call: ApplyChangesCall) => Promise<void>
}

/** A statement that writes rows, as the database gets it. */
export interface PreviewedStatement {
  /** With its values as literals. */
  readonly sql: string
  /** Positions of the changes that it writes. */
  readonly changes: readonly number[]
}

const conflictsTold = 200
/** Two attempts with the guard, in case only the comparison differs, and a last one without it. */
const attempts = 3

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
    if (!given.anyway && conflicts.length > 0) throw changed(conflicts, given.conflictsMax)
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

    async check(given) {
      await plan(await prepare(given), given)
    },

    async apply(given) {
      const call = await prepare(given)
      const { why = 'batch' } = given
      for (let attempt = 1; ; attempt += 1) {
        const { changes, gone } = await plan(call, given)
        if (changes.length === 0) return { made: [], skipped: gone }
        const guarded = !given.anyway && attempt < attempts
        const runs = await runsFor(call, changes, guarded)
        const { before, after } = rowRuleSteps(call.database.dialect, runs)
        let results: StepResult[]
        try {
          const steps = [...before, ...runs.flatMap(({ steps: own }) => own), ...after]
          const recorded = () => recordedRuns(runs, before.length)
          results = (await events.recorder.transact({ ...call, why }, steps, recorded)).slice(before.length)
        } catch (error) {
          // A guard failed, or a row was hidden: the next attempt reads the rows again and finds the conflicts.
          const isChanged = error instanceof AppError && error.code === 'VALUE_CHANGED'
          if ((guarded && isChanged) || (attempt < attempts && isGone(error))) continue
          throw await explained(call, runs, shifted(error, before.length), ports)
        }
        const parts = split(runs, results)
        refusePrevented(runs, parts)
        publish(call, why, runs, parts)
        if (given.changes.some(({ kind }) => kind === 'delete')) await events.stored()
        const made = runs.flatMap((run, at) => (run.kind === 'create' ? madeBy(run, parts[at] ?? []) : []))
        const missed = runs.flatMap((run, at) => (run.kind === 'update' ? missedBy(run, parts[at] ?? []) : []))
        return { made, skipped: [...gone, ...missed].toSorted((one, other) => one - other) }
      }
    },
  }
}

/** Returns an error with the place of its step counted from the first run. */
function shifted(error: unknown, steps: number): unknown {
  if (!(error instanceof AppError) || steps === 0) return error
  const { at } = error.details
  if (typeof at !== 'object' || at === null || !('step' in at)) return error
  return new AppError(error.code, { ...error.details, at: { ...at, step: Number(at.step) - steps } }, { cause: error })
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

function changed(conflicts: PlannedChanges['conflicts'], max = conflictsTold): AppError {
  const [first] = conflicts
  return new AppError('VALUE_CHANGED', {
    column: first?.column ?? '',
    ...(first?.column !== undefined && { value: first.value }),
    row: first?.at ?? 0,
    changed: conflicts.length,
    conflicts: conflicts.slice(0, max),
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
  // The explanation names linked records, which may be hidden.
  if (isLimited(call.context.principal)) return named
  return explainReferenced(named, {
    database: call.database,
    index: failed.index,
    keys: failed.changes.map(({ key }) => key),
    tableNamed: tablesOf(ports, systemPrincipal, call.projectId),
  })
}
