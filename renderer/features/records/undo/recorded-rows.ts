import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionJson } from '@common/query/condition-json'
import { formatNameList } from '@common/query/name-list'
import { data } from '@renderer/api'
import { undoLog, type StepWords } from '@renderer/features/undo'
import type { RowChange } from '@renderer/stores'
import type { MadeRow, RowApi } from '../rows/row-api'
import { keyColumns, keyOfRowId, rowIdOf, rowKey, storedValue, type Row } from '../rows/row-key'
import { changedWords } from './words'
import { addedWords, changedStep, createdStep, nameOf, removedStep, type RowChanged, type RowPlace } from './row-steps'

/** Writes rows without recording an undo step. */
export type PlainRowApi = Omit<RowApi, 'asOne' | 'during'>

/** Rows whose values before are asked for in one question. */
const rowsAtOnce = 500

/** The same writes, each of them kept in the history of this session so that it can be taken back. */
export function recordedRowApi(projectId: string, table: Table, plain: PlainRowApi): RowApi {
  const place = { projectId, table }
  const hasKey = table.primaryKey.length > 0

  const recordChanged = (rows: readonly RowChanged[], name: string): void => {
    const [first] = rows
    if (first === undefined) return
    const titles = [...new Set(rows.flatMap(({ after }) => Object.keys(after)))]
    const cells = rows.reduce((sum, { after }) => sum + Object.keys(after).length, 0)
    undoLog.record(projectId, changedStep(place, changedWords(table, rows.length, cells, titles, name), rows))
  }

  return {
    read: plain.read,

    update: async (row, changes, expected) => {
      const rowId = rowIdOf(table, row)
      const isKnown = Object.keys(changes).every((title) => Object.hasOwn(row, title))
      const before = isKnown || !hasKey ? row : ((await quietly(() => plain.read(row))) ?? {})
      const was = valuesOf(before, Object.keys(changes))
      const stored = await plain.update(row, changes, expected)
      if (rowId === undefined || Object.keys(was).length === 0) return stored
      const rowIdAfter = rowIdOf(table, stored) ?? rowId
      const changed = { rowId, before: was, after: { ...changes, ...valuesOf(stored, Object.keys(changes)) } }
      recordChanged([rowIdAfter === rowId ? changed : { ...changed, rowIdAfter }], nameOf(table, { ...row, ...before }))
      return stored
    },

    updateMany: async (rows) => {
      const key = new Set(keyColumns(table).map(({ title }) => title))
      const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((title) => !key.has(title))
      const before = await quietly(() => heldNow(place, rows, titles))
      await plain.updateMany(rows)
      if (before === undefined) return
      const changed = rows.flatMap((row): RowChanged[] => {
        const held = before.get(rowKey(table, row) ?? '')
        const rowId = rowIdOf(table, row)
        if (held === undefined || rowId === undefined) return []
        const own = Object.keys(row).filter((title) => !key.has(title))
        return own.length === 0 ? [] : [{ rowId, before: valuesOf(held, own), after: valuesOf(row, own) }]
      })
      const [first] = before.values()
      recordChanged(changed, first === undefined ? '' : nameOf(table, first))
    },

    create: async (values, id) => {
      const made = await plain.create(values, id)
      const rowId = rowIdOf(table, made)
      if (rowId !== undefined)
        undoLog.record(projectId, createdStep(place, addedWords(table, nameOf(table, made)), [rowId]))
      return made
    },

    apply: async (batch) => {
      const { changes, words } = batch
      const recordSteps = await stepsOf(place, changes)
      const applied = await plain.apply(batch)
      await undoLog.group(projectId, words, () => {
        recordSteps(words, applied.made)
        return Promise.resolve()
      })
      return applied
    },

    asOne: (words, work) => undoLog.group(projectId, words, work),
    during: (work) => void undoLog.during(projectId, work),
  }
}

/** A failure to record the way back must not stop a write. */
async function quietly<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}

/** Returns the current values of some columns, by key. */
async function heldNow(
  { projectId, table }: RowPlace,
  rows: readonly Row[],
  titles: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  const parts: (readonly Row[])[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) parts.push(rows.slice(from, from + rowsAtOnce))
  const fields = formatNameList([
    ...new Set([...keyColumns(table).map(({ title }) => title), ...titles, ...nameTitle(table)]),
  ])
  const found = await Promise.all(
    parts.map((part) =>
      data.call<Row[]>(projectId, [table.title], {
        query: {
          conditionGraph: JSON.stringify(conditionJson(keysFilter(table, part))),
          limit: part.length,
          fields,
          hm: '',
          bt: '',
          mm: '',
        },
      }),
    ),
  )
  return new Map(found.flat().map((row) => [rowKey(table, row) ?? '', row]))
}

const keyOfChange = (table: Table, { rowId }: Update): Row => keyOfRowId(table, rowId) ?? {}

/**
 * Reads what the way back of changes needs, before they are written.
 *
 * @returns a function that records the undo steps once the changes are written
 */
export async function stepsOf(
  place: RowPlace,
  changes: readonly RowChange[],
): Promise<(words: StepWords, made: readonly Pick<MadeRow, 'rowId'>[]) => void> {
  const { projectId, table } = place
  const updates = changes.filter(isUpdate)
  const removed = changes.flatMap((change) => (change.kind === 'delete' ? [change.rowId] : []))
  const before = updates.every(({ values, expected }) => isWithin(values, expected))
    ? undefined
    : await quietly(() =>
        heldNow(
          place,
          updates.map((update) => keyOfChange(table, update)),
          titlesOf(updates),
        ),
      )
  const changed = updates.flatMap(({ rowId, rowKey: key, values, expected }): RowChanged[] => {
    const was = before === undefined ? expected : before.get(key)
    if (was === undefined || isSame(was, values)) return []
    return [{ rowId, before: valuesOf(was, Object.keys(values)), after: values }]
  })
  return (words, made) => {
    const madeIds = made.flatMap(({ rowId }) => rowId ?? [])
    if (madeIds.length > 0) undoLog.record(projectId, createdStep(place, words, madeIds))
    if (changed.length > 0) undoLog.record(projectId, changedStep(place, words, changed))
    if (removed.length > 0) undoLog.record(projectId, removedStep(place, words, removed))
  }
}

type Update = Extract<RowChange, { kind: 'update' }>
const isUpdate = (change: RowChange): change is Update => change.kind === 'update'
const titlesOf = (updates: readonly Update[]): string[] => [
  ...new Set(updates.flatMap(({ values }) => Object.keys(values))),
]
/** True for an update that only guards its record. */
const isSame = (was: Row, values: Row): boolean =>
  Object.entries(values).every(([title, value]) => JSON.stringify(was[title]) === JSON.stringify(value))
const isWithin = (values: Row, expected: Row): boolean =>
  Object.keys(values).every((title) => Object.hasOwn(expected, title))

function valuesOf(row: Row, titles: readonly string[]): Row {
  return Object.fromEntries(
    titles.filter((title) => Object.hasOwn(row, title)).map((title) => [title, row[title] ?? null]),
  )
}

const nameTitle = (table: Table): string[] =>
  table.columns.filter(({ primaryValue }) => primaryValue).map(({ title }) => title)

/** The rows with these keys. */
function keysFilter(table: Table, rows: readonly Row[]): Filter {
  const columns = keyColumns(table)
  const [only] = columns
  const text = (value: unknown): string | number => {
    const stored = storedValue(value)
    return typeof stored === 'number' ? stored : stored === null || stored instanceof Uint8Array ? '' : String(stored)
  }
  if (columns.length === 1 && only !== undefined)
    return { kind: 'condition', column: only.title, operator: 'in', value: rows.map((row) => text(row[only.title])) }
  const isRow = (row: Row): Filter => ({
    kind: 'and',
    filters: columns.map(({ title }) => ({
      kind: 'condition',
      column: title,
      operator: 'eq',
      value: text(row[title]),
    })),
  })
  return { kind: 'or', filters: rows.map(isRow) }
}
