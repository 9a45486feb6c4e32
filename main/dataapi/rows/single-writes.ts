import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { StepResult } from '@main/db/statement'
import { compileByKey, rowShape } from '../compile/read'
import { partOf } from '../parse/row-key'
import type { TableIndex } from '../plan/columns'
import { rowJson } from '../shape/row-json'
import { alongOf, selectDependents } from './dependents'
import { refuseChanged, refuseDifferent, refuseOthersChanged, type Expected } from './expected'
import { isPrevented } from './prevented'
import { readChanges, readNewRow } from './row-input'
import { hidesRows, isGone, lockSeen, requireInsertedSeen, requireReferences, requireSeen, seenRow } from './row-rule'
import { deleteRows, insertRows, lockedRows, selectRows, single, typedPlaces, updateRows } from './row-statements'
import type { RowWriting } from './row-writing'
import { ownRows, selectFromChildren } from './stored-in'
import { keyOf, namesOf, requireWritable, stored, transact, type RowValues, type WriteCall } from './write-call'
import type { RowService } from './types'

/** Attempts for a row that satisfies the guard but isn't matched by the statement. */
const expectTries = 2

/** Writes of one row. */
export function createSingleWrites({
  events,
  clock,
  reached,
  inherited,
  removing,
  publish,
}: RowWriting): Pick<RowService, 'create' | 'update' | 'remove'> {
  const { recorder } = events
  return {
    async create(call, body) {
      const index = requireWritable(call, 'create')
      const { dialect } = call.database
      const { values } = readNewRow(index, body === undefined ? {} : body, { now: clock.now(), ignored: call.ignored })
      const { columns } = index.table
      const references = requireReferences(dialect, index, [values])
      const results = await transact(
        { ...call, index, recorder },
        [
          ...references,
          single(insertRows(dialect, index, [values], columns, typedPlaces)),
          ...requireInsertedSeen(dialect, index, [{ step: references.length, row: 0 }], columns),
        ],
        [{ kind: 'create', after: [{ step: references.length, rows: 1 }] }],
      )
      const row = results[references.length]?.rows[0]
      if (!row) throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(
        { ...call, index },
        { kind: 'create', keys: [keyOf(index, row)], before: [], after: [stored(index, row)] },
      )
      return seenRow(index, row)
    },

    async update(call, key, body, expected) {
      const index = requireWritable(call, 'change')
      const write = { ...call, index }
      const [held] = await read(write, key)
      const input = readChanges(index, body, key, { now: clock.now(), ignored: call.ignored }, held)
      if (held === undefined) return undefined
      if (input.values.size === 0) {
        if (expected) refuseDifferent(expected, answeredRow(index, held))
        return seenRow(index, held)
      }
      const { dialect } = call.database
      const newKey = index.key.map((column, at) => {
        const value = input.values.get(column)
        return value === undefined || value === null ? (key[at] ?? '') : partOf(column, value)
      })
      const run = async (guard: Expected['guard'] | undefined): Promise<StepResult[]> => {
        const seen = [...lockSeen(dialect, index, [key]), ...requireReferences(dialect, index, [input.values])]
        const rules = requireSeen(dialect, index, [newKey], 'ROW_OUTSIDE_RULES')
        const before = [{ step: seen.length, rows: 1 }]
        const after = [{ step: seen.length + 2 + rules.length, rows: 1 }]
        const results = await transact(
          { ...write, recorder },
          [
            ...seen,
            single(lockedRows(dialect, index, [key], typedPlaces)),
            single(
              updateRows(dialect, index, [{ key, values: input.values, ...(guard && { guard }) }], [], typedPlaces),
            ),
            ...rules,
            single(selectRows(dialect, index, [newKey], typedPlaces)),
          ],
          [{ kind: 'update', before, after }],
        ).catch(noneIfGone)
        const rows = results.slice(seen.length)
        return [rows[0], rows[1], rows.at(-1)].filter((result) => result !== undefined)
      }
      if (expected !== undefined && expected.looked.size > 0) refuseOthersChanged(expected, await answered(call, key))
      let [before, written, after] = await run(expected?.guard)
      // The guard failed in the transaction that read the row. If the row satisfies it now, either another client wrote
      // in between, which the next attempt shows, or the database compares the values differently.
      for (
        let tries = 1;
        expected !== undefined && before?.rows[0] !== undefined && written?.changes === 0;
        tries += 1
      ) {
        if (tries > expectTries) break
        refuseChanged(expected, answeredRow(index, before.rows[0]))
        ;[before, written, after] = await run(tries < expectTries ? expected.guard : undefined)
      }
      const [was] = before?.rows ?? []
      const [is] = after?.rows ?? []
      // Row security may forbid to lock a row that the account can read.
      const isSame = newKey.every((part, at) => part === key[at])
      if (was === undefined && is !== undefined && isSame)
        throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      if (!was || !is) return undefined
      if (isPrevented(index, input.values, was, is, written?.changes))
        throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(write, {
        kind: 'update',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [stored(index, is)],
        set: namesOf(input.values.keys()),
      })
      return seenRow(index, is)
    },

    async remove(call, key) {
      const index = requireWritable(call, 'delete')
      const write = { ...call, index }
      const { dialect } = call.database
      if (hidesRows(index) && (await read(write, key)).length === 0) return false
      const [dependents, children] = await Promise.all([reached(write), inherited(write)])
      const seen = lockSeen(dialect, index, [key])
      const results = await removing(
        write,
        [key],
        [
          ...seen,
          ...dependents.map((dependent) => single(selectDependents(dialect, index, [key], dependent))),
          ...selectFromChildren(dialect, index, children, [key]),
          single(deleteRows(dialect, index, [key], index.table.columns)),
        ],
      ).catch(noneIfGone)
      const [was] = results.at(-1)?.rows ?? []
      if (!was) return false
      const own = ownRows(index, children, results.slice(seen.length + dependents.length), [was])
      publish(write, {
        kind: 'delete',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [],
        along: alongOf(dependents, results.slice(seen.length)),
        ...(own !== undefined && { own }),
      })
      await events.stored()
      return true
    },
  }
}

/** Returns no results if the row was deleted or hidden meanwhile: for the caller it doesn't exist. */
function noneIfGone(error: unknown): StepResult[] {
  if (isGone(error)) return []
  throw error
}

/** Reads the current row. */
async function read({ database, index }: WriteCall, key: readonly string[]): Promise<StoredValue[][]> {
  return database.read(single(selectRows(database.dialect, index, [key])), { lane: 'short' })
}

const answeredRow = ({ table }: TableIndex, row: RowValues): Readonly<Record<string, unknown>> =>
  JSON.parse(rowJson(table.columns, row)) as Record<string, unknown>

/** Returns a row in the format of lists, without computed columns. */
async function answered(
  { database, index, context }: WriteCall,
  key: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const statement = compileByKey(database.dialect, index, key)
  const bytes = await database.readJson(statement, rowShape(index), { signal: context.signal })
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
}
