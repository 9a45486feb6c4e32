import type { Table } from '@common/model'
import type { Filter } from '@common/query/tree'
import { conditionJson } from '@common/query/condition-json'
import { formatNameList } from '@common/query/name-list'
import { rowIdSegment } from '@common/query/row-id'
import { data } from '@renderer/api'
import { undoLog, type StepWords } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import type { RowApi } from '../row-api'
import { keyColumns, rowKey, storedValue, type Row } from '../row-key'
import { addedWords, changedStep, createdStep, nameOf, removedStep, rowIdOf, type RowChanged } from './row-steps'

/** Writing rows as the server answers it: also the ids of rows that were made together. */
export interface PlainRowApi extends Omit<RowApi, 'createMany' | 'asOne' | 'during'> {
  readonly createMany: (rows: readonly Row[]) => Promise<readonly unknown[]>
}

/** Rows whose values before are asked for in one question. */
const rowsAtOnce = 500

/** The same writes, each of them kept in the history of this session so that it can be taken back. */
export function recordedRowApi(projectId: string, table: Table, plain: PlainRowApi): RowApi {
  const place = { projectId, table }
  const hasKey = table.primaryKey.length > 0

  /** Nobody is stopped from writing because the way back cannot be kept. */
  const quietly = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch {
      return undefined
    }
  }

  /** What rows hold now of some columns, by key. */
  const heldNow = async (rows: readonly Row[], titles: readonly string[]): Promise<ReadonlyMap<string, Row>> => {
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
      const before = await quietly(() => heldNow(rows, titles))
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

    create: async (values) => {
      const made = await plain.create(values)
      const rowId = rowIdOf(table, made)
      if (rowId !== undefined)
        undoLog.record(projectId, createdStep(place, addedWords(table, nameOf(table, made)), [rowId]))
      return made
    },

    createMany: async (rows) => {
      const ids = await plain.createMany(rows)
      const rowIds = idsOf(table, rows, ids)
      if (rowIds.length > 0)
        undoLog.record(
          projectId,
          createdStep(
            place,
            {
              label: t('undo.addedMany', { count: rowIds.length, table: table.title }),
              undone: t('undo.removedMany', { count: rowIds.length, table: table.title }),
            },
            rowIds,
          ),
        )
    },

    removeMany: async (keys) => {
      const [only] = keys
      const named = keys.length === 1 && only !== undefined ? await quietly(() => heldNow([only], [])) : undefined
      await plain.removeMany(keys)
      const rowIds = keys.flatMap((key) => rowIdOf(table, key) ?? [])
      const [row] = named?.values() ?? []
      const words =
        row === undefined
          ? {
              label: t('undo.removedMany', { count: rowIds.length, table: table.title }),
              undone: t('undo.back.removedMany', { count: rowIds.length }),
            }
          : {
              label: t('undo.removed', { record: nameOf(table, row), table: table.title }),
              undone: t('undo.back.removed', { record: nameOf(table, row) }),
            }
      if (rowIds.length > 0) undoLog.record(projectId, removedStep(place, words, rowIds))
    },

    asOne: (words, work) => undoLog.group(projectId, words, work),
    during: (work) => undoLog.during(projectId, work),
  }
}

function changedWords(table: Table, rows: number, cells: number, titles: readonly string[], record: string): StepWords {
  if (rows > 1) {
    const given = { count: cells, records: t('undo.records', { count: rows }), table: table.title }
    return { label: t('undo.changedCells', given), undone: t('undo.back.changedCells', given) }
  }
  if (titles.length > 1) {
    const given = { count: titles.length, record }
    return { label: t('undo.changedFields', given), undone: t('undo.back.changedFields', given) }
  }
  const given = { column: titles[0] ?? '', record }
  return { label: t('undo.changedCell', given), undone: t('undo.back.changedCell', given) }
}

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

/** Ids as a bulk call answers them; those of a key of several columns come from the values that were sent. */
function idsOf(table: Table, rows: readonly Row[], ids: readonly unknown[]): string[] {
  if (table.primaryKey.length !== 1) return rows.flatMap((row) => rowIdOf(table, row) ?? [])
  return ids.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? [rowIdSegment([id])] : []))
}
