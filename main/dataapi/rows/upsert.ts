import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { StepResult } from '@main/db/statement'
import type { Clock } from '@main/lib/clock'
import { message } from '@common/messages'
import type { TableIndex } from '../plan/columns'
import { keyFromRow, keyOfRow, requireKey } from '../parse/row-key'
import type { ChangeEvents } from './change-events'
import type { RecordedChange } from './recorded'
import { objectOf, readChanges, readNewRow, type RowPlace } from './row-input'
import { storedRow } from '../shape/row-json'
import { atRow, boundedList, eachRow, refuseReadOnly, runsOf, signature } from './row-lists'
import { lockSeen, requireInsertedSeen, requireReferences, requireSeen } from './row-rule'
import { heldRows, namesOf, requireWritable, type RowValues, type WriteCall } from './write-call'
import { withTitles } from './error-titles'
import { insertRows, lockedRows, typedPlaces, updateRows } from './row-statements'

/** Creates or updates rows by key, atomically. Returns the keys in order. */
export type Upsert = (call: WriteCall, body: unknown) => Promise<StoredValue[][]>

/** Maximum attempts if other clients create or delete the same rows concurrently. */
const attempts = 3

interface Row {
  readonly at: number
  readonly body: Readonly<Record<string, unknown>>
  /** Undefined if the database generates it. */
  readonly key: readonly string[] | undefined
}
interface Change extends Row {
  readonly values: ReadonlyMap<Column, StoredValue>
}

export function createUpsert(events: ChangeEvents, clock: Clock): Upsert {
  return async (call, body) => {
    const { database, context } = call
    requireWritable(call, 'create')
    const index = requireWritable(call, 'change')
    requireKey(index)
    const rows = await readRows(index, body)
    const keyed = rows.flatMap(({ key }) => (key === undefined ? [] : [key]))
    for (let attempt = 1; ; attempt += 1) {
      const there = await heldRows(database, index, keyed, context.signal)
      const plan = await planned(index, rows, there, { now: clock.now(), ignored: call.ignored })
      const { dialect } = database
      const signatureOf = ({ values }: Change): string => signature(index, values)
      const inserts = runsOf(plan.made, signatureOf)
      const updates = runsOf(plan.changed, signatureOf)
      const changedKeys = plan.changed.map(({ key }) => key ?? [])
      const madeAt = inserts.flatMap((run, step) => run.map((_, row) => ({ step, row })))
      const reads = changedKeys.length > 0 ? [lockedRows(dialect, index, changedKeys, typedPlaces)] : []
      const before = [
        ...lockSeen(dialect, index, changedKeys),
        ...requireReferences(
          dialect,
          index,
          [...plan.made, ...plan.changed].map(({ values }) => values),
        ),
      ]
      const steps = [
        ...before,
        ...reads,
        ...inserts.map((run) => ({
          ...insertRows(
            dialect,
            index,
            run.map(({ values }) => values),
            index.table.columns,
            typedPlaces,
          ),
          expectRows: run.length,
          tooFew: 'WRITE_PREVENTED' as const,
        })),
        ...updates.map((run) => ({
          ...updateRows(
            dialect,
            index,
            run.map(({ key = [], values }) => ({ key, values })),
            index.key,
            typedPlaces,
          ),
          expectRows: run.length,
        })),
        ...requireSeen(dialect, index, changedKeys, 'ROW_OUTSIDE_RULES'),
        ...requireInsertedSeen(
          dialect,
          index,
          madeAt.map(({ step, row }) => ({ step: step + reads.length + before.length, row })),
          index.table.columns,
        ),
        ...reads,
      ]
      try {
        const from = reads.length + before.length
        const recorded = (): RecordedChange[] => [
          {
            kind: 'create',
            table: index.table,
            after: inserts.map((run, at) => ({ step: from + at, rows: run.length })),
          },
          {
            kind: 'update',
            table: index.table,
            before: reads.map(() => ({ step: before.length, rows: changedKeys.length })),
            after: reads.map(() => ({ step: steps.length - 1, rows: changedKeys.length })),
          },
        ]
        const results = steps.length === 0 ? [] : await events.recorder.transact(call, steps, recorded)
        const made = results.slice(from, from + inserts.length).flatMap((result) => result.rows)
        tell({ ...call, index }, plan, {
          made,
          before: reads.length > 0 ? results[before.length] : undefined,
          after: results.at(-1),
        })
        return keysOf(index, rows, { plan, made, there })
      } catch (error) {
        const raced = error instanceof AppError && (error.code === 'VALUE_NOT_UNIQUE' || error.code === 'ROW_NOT_FOUND')
        const changed =
          raced && attempt < attempts && !sameKeys(there, await heldRows(database, index, keyed, context.signal))
        if (!changed) throw error instanceof AppError ? withTitles(index, error) : error
      }
    }
  }

  function tell(
    { projectId, index, context, why }: WriteCall,
    plan: Plan,
    {
      made,
      before,
      after,
    }: { made: readonly StoredValue[][]; before: StepResult | undefined; after: StepResult | undefined },
  ): void {
    const { table } = index
    const common = { projectId, table, when: clock.now().toISOString(), why, typed: true } as const
    const stored = (rows: readonly StoredValue[][] = []) => rows.map((row) => storedRow(table.columns, row))
    events.publish(
      {
        ...common,
        kind: 'create',
        keys: made.map((row) => keyOfRow(index, (column) => row[index.position.get(column) ?? -1])),
        before: [],
        after: stored(made),
      },
      context,
    )
    if (before === undefined) return
    const keys = plan.changed.map(({ key = [] }) => key)
    const set = namesOf(new Set(plan.changed.flatMap(({ values }) => [...values.keys()])))
    events.publish(
      { ...common, kind: 'update', keys, before: stored(before.rows), after: stored(after?.rows), set },
      context,
    )
  }
}

async function readRows(index: TableIndex, body: unknown): Promise<Row[]> {
  const seen = new Set<string>()
  return eachRow(boundedList(body), (row, at) =>
    atRow(at, () => {
      const object = objectOf(row)
      const given = (name: string): boolean => Object.hasOwn(object, name) && object[name] !== null
      if (!index.key.every(({ title, name }) => given(title) || given(name)))
        return { at, body: object, key: undefined }
      const key = keyFromRow(index, object)
      const text = JSON.stringify(key)
      if (seen.has(text)) {
        const field = index.key.map(({ title }) => title).join(', ')
        throw new AppError('INPUT_INVALID', { problems: [message('inputProblems.twice', { field })] })
      }
      seen.add(text)
      return { at, body: object, key }
    }),
  )
}

interface Plan {
  readonly made: readonly Change[]
  readonly changed: readonly Change[]
}

async function planned(
  index: TableIndex,
  rows: readonly Row[],
  there: ReadonlyMap<string, RowValues>,
  place: Pick<RowPlace, 'now' | 'ignored'>,
): Promise<Plan> {
  const made: Change[] = []
  const changed: Change[] = []
  await eachRow(rows, (row) => {
    const { at, body, key } = row
    const held = key && there.get(JSON.stringify(key))
    if (key === undefined || held === undefined) {
      made.push({ ...row, values: readNewRow(index, body, { ...place, row: at, bringsKey: true }).values })
      return
    }
    const input = readChanges(index, body, key, { ...place, row: at }, held)
    refuseReadOnly(input, at)
    if (input.values.size > 0) changed.push({ ...row, values: input.values })
  })
  return { made, changed }
}

const sameKeys = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean =>
  one.size === other.size && [...one.keys()].every((key) => other.has(key))

function keysOf(
  index: TableIndex,
  rows: readonly Row[],
  { plan, made, there }: { plan: Plan; made: readonly StoredValue[][]; there: ReadonlyMap<string, RowValues> },
): StoredValue[][] {
  const places = new Map(plan.made.map(({ at }, n) => [at, made[n]]))
  return rows.map(({ at, key }) => {
    const row = places.get(at) ?? (key && there.get(JSON.stringify(key)))
    return index.key.map((column) => row?.[index.position.get(column) ?? -1] ?? null)
  })
}
