import type { Table } from '@common/model'
import { client, data, isApiError } from '@renderer/api'
import { serverText, serverTexts, t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { UndoConflict, UndoImpossible, type StepWords, type UndoStep } from '@renderer/features/undo'
import { keyColumns, keyOfRowId, storedValue, type Row } from '../rows/row-key'
import { forGood } from './for-good'
import { rowsWritten } from './rows-written'

/** Values of one row before and after, by titles. */
export interface RowChanged {
  /** As in a path. */
  readonly rowId: string
  readonly before: Row
  readonly after: Row
  /** Its key after the change, when that is another one. */
  readonly rowIdAfter?: string
}

export interface RowPlace {
  readonly projectId: string
  readonly table: Table
}

/** Returns the name of a row, or its key if it has none. */
export const nameOf = (table: Table, row: Row): string =>
  displayNameOf(table, row) ??
  t('undo.record', {
    key: keyColumns(table)
      .map(({ title }) => textOf(row[title]))
      .join(', '),
  })

/** Returns the first 40 characters of the record's name; undefined if it has none. */
export function displayNameOf(table: Table, row: Row): string | undefined {
  const column = table.columns.find(({ primaryValue }) => primaryValue) ?? table.columns[0]
  const text = column === undefined ? '' : textOf(row[column.title])
  return text === '' ? undefined : shortName(text)
}

/** Cuts a record's name to 40 characters. */
export const shortName = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/** Returns the messages of an added record. */
export function addedWords(table: Table, record: string): StepWords {
  const given = { record, table: table.title }
  return { label: t('undo.added', given), undone: t('undo.removed', given) }
}

function textOf(value: unknown): string {
  const stored = storedValue(value)
  return stored === null || stored instanceof Uint8Array ? '' : String(stored).trim()
}

/** Messages of changed rows. */
export function changedStep(place: RowPlace, words: StepWords, rows: readonly RowChanged[]): UndoStep {
  const write = (from: 'before' | 'after', to: 'before' | 'after') => (): Promise<void> =>
    writeBack(
      place,
      rows.map((row) => ({
        rowId: from === 'after' ? (row.rowIdAfter ?? row.rowId) : row.rowId,
        values: row[to],
        expected: row[from],
        rowIdAfter: to === 'after' ? (row.rowIdAfter ?? row.rowId) : row.rowId,
      })),
    )
  return { ...words, undo: write('after', 'before'), redo: write('before', 'after') }
}

/** Returns the undo step of changed rows: writes the old values in one call, unless others have changed them since. */
export function createdStep(place: RowPlace, words: StepWords, rowIds: readonly string[]): UndoStep {
  return { ...words, undo: () => removeRows(place, rowIds), redo: () => restoreRows(place, rowIds) }
}

/** A step whose both ways are calls of other kinds. */
export function otherStep(
  { projectId }: RowPlace,
  words: StepWords,
  ways: { readonly undo: () => Promise<unknown>; readonly redo: () => Promise<unknown> },
): UndoStep {
  const told = (way: () => Promise<unknown>) => async (): Promise<void> => {
    await forGood(way)
    rowsWritten.tell(projectId)
  }
  return { ...words, undo: told(ways.undo), redo: told(ways.redo) }
}

interface Written {
  readonly rowId: string
  readonly values: Row
  readonly expected: Row
  /** Returns its key after writing these values. */
  readonly rowIdAfter: string
}

async function writeBack({ projectId, table }: RowPlace, rows: readonly Written[], anyway = false): Promise<void> {
  try {
    await forGood(() =>
      client.call(
        'rowsWriteBack',
        { table: table.name, rows: rows.map(({ rowId, values, expected }) => ({ rowId, values, expected })), anyway },
        { projectId, silent: true },
      ),
    )
  } catch (error) {
    if (!isApiError(error, 'VALUE_CHANGED') || anyway) throw error
    const { changed, missing } = error.details
    const count = (Number(changed) || 0) + (Number(missing) || 0)
    const first = rows.find(({ rowId }) => rowId === error.details['rowId'])
    const sentence =
      count > 1 || first === undefined
        ? t('undo.changedMany', { count })
        : t('undo.changedOne', { column: String(error.details['column']), record: nameOf(table, first.expected) })
    throw new UndoConflict(sentence, () => writeBack({ projectId, table }, rows, true))
  }
  rowsWritten.tell(projectId, {
    table: table.name,
    rowIds: rows.map(({ rowIdAfter }) => rowIdAfter),
    titles: [...new Set(rows.flatMap(({ values }) => Object.keys(values)))],
  })
}

async function removeRows({ projectId, table }: RowPlace, rowIds: readonly string[]): Promise<void> {
  const [only] = rowIds
  await forGood(() =>
    rowIds.length === 1 && only !== undefined
      ? data.call(projectId, [table.title, { encoded: only }], { method: 'DELETE' })
      : data.call(projectId, [table.title, 'bulk'], {
          method: 'DELETE',
          body: rowIds.map((rowId) => keyOfRowId(table, rowId) ?? {}),
        }),
  )
  rowsWritten.tell(projectId)
}

async function restoreRows({ projectId, table }: RowPlace, rowIds: readonly string[]): Promise<void> {
  const { restored, refused, notes, noteMessages } = await forGood(() =>
    client.call('trashRestore', { table: table.name, rowIds: [...rowIds] }, { projectId, silent: true }),
  )
  const [first] = refused
  if (restored === 0 && first !== undefined) throw new UndoImpossible(serverText(first.msg, first.message))
  rowsWritten.tell(projectId, { table: table.name, rowIds, titles: [] })
  if (first !== undefined)
    toast.error(t('undo.notAll', { count: restored, of: rowIds.length }), {
      detail: serverText(first.msg, first.message),
    })
  for (const note of serverTexts(notes, noteMessages)) toast.info(note)
}
