import type { Table } from '@common/model'
import { rowsWritten, shortRecordName, type StepWords, type UndoStep } from '@renderer/features/undo'
import { sentence, t } from '@renderer/i18n'
import { keyColumns, storedValue, type Row } from '../rows/row-key'
import { forGood } from './for-good'

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
  return text === '' ? undefined : shortRecordName(text)
}

/** Returns the messages of an added record. */
export function addedWords(table: Table, record: string): StepWords {
  const given = { record, table: table.title }
  return { label: sentence('undo.added', given), undone: sentence('undo.removed', given) }
}

function textOf(value: unknown): string {
  const stored = storedValue(value)
  return stored === null || stored instanceof Uint8Array ? '' : String(stored).trim()
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
