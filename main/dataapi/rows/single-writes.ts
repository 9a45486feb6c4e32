import type { StoredValue } from '@common/columns/column-type'
import { AppError } from '@common/errors'
import type { StepResult } from '@main/db/database'
import { compileByKey, rowShape } from '../compile/read'
import { partOf } from '../parse/row-key'
import type { TableIndex } from '../plan/columns'
import { rowJson } from '../shape/row-json'
import { alongOf, selectDependents } from './dependents'
import { refuseChanged, refuseDifferent, refuseOthersChanged, type Expected } from './expected'
import { isPrevented } from './prevented'
import { readChanges, readNewRow } from './row-input'
import type { RowService } from './row-service'
import { deleteRows, insertRows, selectRows, single, typedPlaces, updateRows } from './row-statements'
import type { RowWriting } from './row-writing'
import { ownRows, selectFromChildren } from './stored-in'
import { keyOf, namesOf, requireWritable, stored, transact, type RowValues, type WriteCall } from './write-call'

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
  return {
    async create(call, body) {
      requireWritable(call, 'create')
      const { index } = call
      const { values } = readNewRow(index, body === undefined ? {} : body, { now: clock.now(), ignored: call.ignored })
      const [result] = await transact(call, [
        single(insertRows(call.database.dialect, index, [values], index.table.columns, typedPlaces)),
      ])
      const row = result?.rows[0]
      if (!row) throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(call, { kind: 'create', keys: [keyOf(index, row)], before: [], after: [stored(index, row)] })
      return row
    },

    async update(call, key, body, expected) {
      requireWritable(call, 'change')
      const { index } = call
      const [held] = await read(call, key)
      const input = readChanges(index, body, key, { now: clock.now(), ignored: call.ignored }, held)
      if (held === undefined) return undefined
      if (input.values.size === 0) {
        if (expected) refuseDifferent(expected, answeredRow(index, held))
        return held
      }
      const { dialect } = call.database
      const newKey = index.key.map((column, at) => {
        const value = input.values.get(column)
        return value === undefined || value === null ? (key[at] ?? '') : partOf(column, value)
      })
      const write = (guard: Expected['guard'] | undefined): Promise<StepResult[]> =>
        transact(call, [
          single(selectRows(dialect, index, [key], typedPlaces)),
          single(updateRows(dialect, index, [{ key, values: input.values, ...(guard && { guard }) }], [], typedPlaces)),
          single(selectRows(dialect, index, [newKey], typedPlaces)),
        ])
      if (expected !== undefined && expected.looked.size > 0) refuseOthersChanged(expected, await answered(call, key))
      let [before, written, after] = await write(expected?.guard)
      // The guard failed in the transaction that read the row. If the row satisfies it now, either another client wrote
      // in between, which the next attempt shows, or the database compares the values differently.
      for (
        let tries = 1;
        expected !== undefined && before?.rows[0] !== undefined && written?.changes === 0;
        tries += 1
      ) {
        if (tries > expectTries) break
        refuseChanged(expected, answeredRow(index, before.rows[0]))
        ;[before, written, after] = await write(tries < expectTries ? expected.guard : undefined)
      }
      const [was] = before?.rows ?? []
      const [is] = after?.rows ?? []
      if (!was || !is) return undefined
      if (isPrevented(index, input.values, was, is, written?.changes))
        throw new AppError('WRITE_PREVENTED', { table: index.table.title })
      publish(call, {
        kind: 'update',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [stored(index, is)],
        set: namesOf(input.values.keys()),
      })
      return is
    },

    async remove(call, key) {
      requireWritable(call, 'delete')
      const { index } = call
      const { dialect } = call.database
      const [dependents, children] = await Promise.all([reached(call), inherited(call)])
      const results = await removing(
        call,
        [key],
        [
          ...dependents.map((dependent) => single(selectDependents(dialect, index, [key], dependent))),
          ...selectFromChildren(dialect, index, children, [key]),
          single(deleteRows(dialect, index, [key], index.table.columns)),
        ],
      )
      const [was] = results.at(-1)?.rows ?? []
      if (!was) return false
      const own = ownRows(index, children, results.slice(dependents.length), [was])
      publish(call, {
        kind: 'delete',
        keys: [keyOf(index, was)],
        before: [stored(index, was)],
        after: [],
        along: alongOf(dependents, results),
        ...(own !== undefined && { own }),
      })
      await events.stored()
      return true
    },
  }
}

/** Reads the current row. */
async function read({ database, index }: WriteCall, key: readonly string[]): Promise<StoredValue[][]> {
  const { sql, params } = single(selectRows(database.dialect, index, [key]))
  return database.read({ sql, params }, { lane: 'short' })
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
