import { AppError } from '@common/errors'
import type { Column } from '@common/model'
import type { StepResult } from '@main/db/statement'
import type { Clock } from '@main/lib/clock'
import type { TableIndex } from '../plan/columns'
import { compileList, withPage } from '../compile/read'
import { valuesOf, type LinkedRows, type LinkedRowsCall } from '../nested/linked-rows'
import { planList } from '../plan/plan'
import { keyFromRow, keyOfRow, requireKey } from '../parse/row-key'
import type { ChangeEvents } from '../rows/change-events'
import { objectOf } from '../rows/row-input'
import { requireWritableLink } from '../rows/row-rule'
import type { WriteCall } from '../rows/write-call'
import { WriteBatch, type Given, type MadeRow } from './batch'
import { TreePlanner } from './tree'
import type { ReadCall } from '../run/read-call'
import type { RowService } from '../rows/types'

/** A row of a table for reading and writing. */
export interface LinkedWriteCall extends LinkedRowsCall {
  readonly write: WriteCall
}

/** Writes over links: children of a row, the links themselves, and rows with linked rows. */
export interface LinkedWrites {
  /** Creates a linked row and returns its key. @throws AppError ROW_NOT_FOUND if the other row is missing */
  readonly create: (call: LinkedWriteCall, body: unknown) => Promise<readonly string[]>
  /** Returns true if the linked row existed. */
  readonly update: (call: LinkedWriteCall, linkedKey: readonly string[], body: unknown) => Promise<boolean>
  readonly remove: (call: LinkedWriteCall, linkedKey: readonly string[]) => Promise<boolean>
  /** Returns true if the link is new. @throws AppError ROW_NOT_FOUND if one of the rows is missing */
  readonly link: (call: LinkedWriteCall, linkedKey: readonly string[]) => Promise<boolean>
  /** Returns true if the rows were linked. */
  readonly unlink: (call: LinkedWriteCall, linkedKey: readonly string[]) => Promise<boolean>
  /** Creates a row with the linked rows of its body, in one transaction. Returns its key. */
  readonly createTree: (read: ReadCall, write: WriteCall, body: unknown) => Promise<readonly string[]>
  /**
   * Changes a row and the linked rows of its body, in one transaction. Returns its new key. @throws AppError
   * ROW_NOT_FOUND
   */
  readonly updateTree: (
    read: ReadCall,
    write: WriteCall,
    key: readonly string[],
    body: unknown,
  ) => Promise<readonly string[]>
}

interface Parts {
  readonly rows: RowService
  readonly linkedRows: LinkedRows
  readonly events: ChangeEvents
  readonly clock: Clock
}

export function createLinkedWrites({ rows, linkedRows, events, clock }: Parts): LinkedWrites {
  /** Runs the writes of a batch in one transaction and publishes the changes. @returns the created rows by step */
  const runBatch = async (batch: WriteBatch, call: WriteCall): Promise<readonly StepResult[]> => {
    const { projectId, why, context } = call
    const { changes, results } = await batch.run(events.recorder, call)
    const when = clock.now().toISOString()
    for (const change of changes) events.publish({ ...change, typed: true, projectId, when, why }, context)
    return results
  }

  /** Plans writes, runs them in one transaction and publishes the changes. */
  const together = async (
    read: ReadCall,
    write: WriteCall,
    plan: (planner: TreePlanner, batch: WriteBatch) => Promise<MadeRow | undefined>,
  ): Promise<readonly string[]> => {
    const batch = new WriteBatch(read.database, clock.now())
    const { database, tableNamed, signal } = read
    const made = await plan(new TreePlanner({ database, tableNamed, signal, now: clock.now() }, batch), batch)
    const results = await runBatch(batch, write)
    if (!made) return []
    const [row] = results[made.step]?.rows ?? []
    return keyOfRow(made.index, (column) => row?.[made.index.table.columns.indexOf(column)])
  }

  /** Sets the foreign key columns of a row. */
  const setLink = async (
    { write }: LinkedWriteCall,
    index: TableIndex,
    key: readonly string[],
    columns: readonly Column[],
    values: readonly Given[],
  ): Promise<void> => {
    const batch = new WriteBatch(write.database, clock.now())
    const given = new Map(columns.map((column, at): [Column, Given] => [column, values[at] ?? null]))
    batch.update(index, key, given, '')
    await runBatch(batch, write)
  }

  const requireThere = async (read: ReadCall, key: readonly string[]): Promise<void> => {
    await valuesOf(read, key, read.index.key)
  }

  return {
    create: ({ read, key, ends, column, write }, body) =>
      together(read, write, async (planner, batch) => {
        requireWritableLink(read.index, column)
        const own = { key, index: read.index }
        if (column.link.kind === 'hasMany') {
          const values = await valuesOf(read, key, ends.from)
          return planner.create(ends.index, body, new Map(ends.to.map((to, at) => [to, values[at] ?? null])))
        }
        await requireThere(read, key)
        const made = await planner.create(ends.index, body)
        if (column.link.kind === 'manyToMany') await planner.pair(ends, own, { made }, '')
        else
          batch.update(
            read.index,
            key,
            new Map(ends.from.map((from, at): [Column, Given] => [from, { of: made, column: ends.to[at] ?? from }])),
            '',
          )
        return made
      }),

    async update(call, linkedKey, body) {
      if (!(await linkedRows.exists(call, linkedKey))) return false
      return (await rows.update(writeOf(call), linkedKey, body)) !== undefined
    },

    async remove(call, linkedKey) {
      return (await linkedRows.exists(call, linkedKey)) && (await rows.remove(writeOf(call), linkedKey))
    },

    async link(call, linkedKey) {
      const { read, key, ends, column, linked } = call
      requireWritableLink(read.index, column)
      await requireThere(read, key)
      await requireThere(linked, linkedKey)
      if (await linkedRows.exists(call, linkedKey)) return false
      switch (column.link.kind) {
        case 'hasMany':
          await setLink(call, ends.index, linkedKey, ends.to, await valuesOf(read, key, ends.from))
          return true
        case 'belongsTo':
          await setLink(call, read.index, key, ends.from, await valuesOf(linked, linkedKey, ends.to))
          return true
        case 'manyToMany': {
          let isNew = false
          return together(read, call.write, async (planner) => {
            isNew = await planner.pair(ends, { key, index: read.index }, { key: linkedKey, index: ends.index }, '')
            return undefined
          }).then(() => isNew, falseIfTaken)
        }
      }
    },

    async unlink(call, linkedKey) {
      const { read, key, ends, column, linked } = call
      requireWritableLink(read.index, column)
      if (!(await linkedRows.exists(call, linkedKey))) return false
      const none = (columns: readonly Column[]): null[] => columns.map(() => null)
      switch (column.link.kind) {
        case 'hasMany':
          await setLink(call, ends.index, linkedKey, ends.to, none(ends.to))
          return true
        case 'belongsTo':
          await setLink(call, read.index, key, ends.from, none(ends.from))
          return true
        case 'manyToMany': {
          const { through } = ends
          if (!through) return false
          requireKey(through.index)
          const pair = [
            ...pairs(through.from, await valuesOf(read, key, ends.from)),
            ...pairs(through.to, await valuesOf(linked, linkedKey, ends.to)),
          ]
          const removed = await rows.removeMany(writeOf(call, through.index), await keysOf(call, through.index, pair))
          return removed.some(Boolean)
        }
      }
    },

    createTree: (read, write, body) => together(read, write, (planner) => planner.create(read.index, body)),

    async updateTree(read, write, key, body) {
      await requireThere(read, key)
      await together(read, write, async (planner) => {
        await planner.update(read.index, key, body)
        return undefined
      })
      return changedKey(read.index, key, body)
    },
  }
}

const writeOf = ({ write, ends }: LinkedWriteCall, index: TableIndex = ends.index): WriteCall => ({ ...write, index })

type Pair = readonly [Column, unknown]
const pairs = (columns: readonly Column[], values: readonly unknown[]): Pair[] =>
  columns.map((column, at) => [column, values[at]])

/** Returns the key of a pair's row in a junction table, as a bulk delete expects it. */
async function keysOf(
  { read }: LinkedWriteCall,
  index: TableIndex,
  pair: readonly Pair[],
): Promise<Record<string, unknown>[]> {
  const { database, signal } = read
  const filters = pair.map(([{ title }, value]) => ({
    kind: 'condition' as const,
    column: title,
    operator: 'eq' as const,
    value: String(value),
  }))
  // Deletes one row of the junction table per pair, even if the database holds duplicates.
  const page = { limit: 1, offset: 0 }
  const query = {
    filter: { kind: 'and' as const, filters },
    sort: [],
    fields: index.key.map(({ title }) => title),
    page,
  }
  const compiled = compileList(database.dialect, planList(index, query, database.dialect.comparison))
  const found = await database.read(withPage(compiled, page), { signal })
  return found.map((row) => Object.fromEntries(index.key.map(({ title }, at) => [title, row[at]])))
}

/** Another client linked them concurrently. */
function falseIfTaken(error: unknown): false {
  if (error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE') return false
  throw error
}

/** Returns the key after the body's changes. */
function changedKey(index: TableIndex, key: readonly string[], body: unknown): readonly string[] {
  const object = objectOf(body)
  const whole = Object.fromEntries(
    index.key.map(({ title, name }, at) => [title, object[title] ?? object[name] ?? key[at]]),
  )
  return keyFromRow(index, whole)
}
