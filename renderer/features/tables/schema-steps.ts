import type { UiType } from '@common/columns/ui-types'
import type { Column, ColumnDefinition, Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'
import type { VirtualColumnDefinition } from '@common/operations/virtual-columns'
import { definitionOf, definitionToWire } from '@common/wire/mappers'
import { client, isApiError } from '@renderer/api'
import { sayDone, UndoImpossible, undoLog, type StepWords, type UndoStep } from '@renderer/features/undo'
import { t } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { definitionOf as definitionOfDraft, draftOfComputed } from './computed-draft'

/** Where something that was dropped lies in the trash. */
interface Dropped {
  readonly kind: 'column' | 'table'
  /** Name of the table that it was in; of a dropped table nothing. */
  readonly tn?: string
}

type Drop = () => Promise<unknown>

/** Something was dropped: it comes back from the trash, and the way back is beside the sentence. */
export async function recordDropped(projectId: string, words: StepWords, dropped: Dropped, again: Drop): Promise<void> {
  const id = await newestOf(projectId, dropped)
  // Of a table without a key, values of a column cannot be told apart: nothing is kept.
  if (id === undefined) {
    undoLog.recordFinal(projectId, { label: words.label, final: t('undo.notKept') })
    toast.success(words.label)
    return
  }
  const ways = trashWays(projectId, dropped, again, id)
  undoLog.record(projectId, { ...words, undo: ways.back, redo: ways.drop })
  sayDone(projectId, words.label)
}

/** Something was dropped that is not to wait in the trash. */
export async function dropForGood(projectId: string, label: string, dropped: Dropped): Promise<void> {
  const id = await newestOf(projectId, dropped)
  if (id !== undefined) await client.call('trashDelete', { ids: [id] }, { projectId, silent: true })
  undoLog.recordFinal(projectId, { label, final: t('undo.forGood') })
  toast.success(label)
}

/** Something was made: taken back it goes to the trash, with everything that came into it since. */
export function recordMade(projectId: string, words: StepWords, dropped: Dropped, drop: Drop): void {
  const ways = trashWays(projectId, dropped, drop)
  undoLog.record(projectId, { ...words, undo: ways.drop, redo: ways.back })
}

/** Something was changed in the schema, and can be changed back by another call. */
export function recordChanged(projectId: string, step: UndoStep): void {
  undoLog.record(projectId, {
    ...step,
    undo: () => forGood(step.undo),
    redo: () => forGood(step.redo),
  })
}

function trashWays(projectId: string, dropped: Dropped, drop: Drop, first?: string) {
  let id = first
  return {
    drop: async (): Promise<void> => {
      await forGood(drop)
      id = await newestOf(projectId, dropped)
    },
    back: async (): Promise<void> => {
      const entry = id
      if (entry === undefined) throw new UndoImpossible(t('undo.notKept'))
      const { notes } = await forGood(() => client.call('trashRestore', { id: entry }, { projectId }))
      for (const note of notes) toast.info(note)
    },
  }
}

/** What was dropped a moment ago. */
async function newestOf(projectId: string, { kind, tn }: Dropped): Promise<string | undefined> {
  const query = { kind, limit: 1, ...(tn === undefined ? {} : { tn }) }
  const { list } = await client.call('trashList', query, { projectId, silent: true })
  return list[0]?.id
}

/** What the server refuses for reasons that stay will never be done: the step is passed over. */
async function forGood<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isLasting = isApiError(error) && [400, 403, 404, 409, 422].includes(error.status)
    if (isLasting) throw new UndoImpossible(error.msg, { cause: error })
    throw error
  }
}

type ColumnWire = ReturnType<typeof definitionToWire>

const updateColumn = (projectId: string, table: Table, column: ColumnWire): Promise<unknown> =>
  client.call('tableUpdate', { tn: table.name, _tn: table.title, columns: [column] }, { projectId })

export const dropColumn = (projectId: string, table: Table, definition: ColumnDefinition): Promise<unknown> =>
  updateColumn(projectId, table, { ...definitionToWire(definition), altered: 4 })

/** Returns the messages of an added column. */
export function addedColumnWords(title: string, table: Table): StepWords {
  const given = { column: title, table: table.title }
  return { label: t('undo.addedColumn', given), undone: t('undo.deletedColumn', given) }
}

/** Returns the messages of a changed column. */
export function columnWords(
  kind: 'renamedColumn' | 'editedColumn' | 'retypedColumn',
  before: string,
  after: string,
  table: Table,
): StepWords {
  if (kind === 'renamedColumn')
    return {
      label: t('undo.renamedColumn', { column: before, title: after }),
      undone: t('undo.back.renamed', { column: after, title: before }),
    }
  const given = { column: after, table: table.title }
  return kind === 'editedColumn'
    ? { label: t('undo.editedColumn', given), undone: t('undo.back.editedColumn', given) }
    : { label: t('undo.retypedColumn', given), undone: t('undo.back.retypedColumn', given) }
}

/** Returns the messages of an added table. */
export const addedTableWords = (table: string): StepWords => ({
  label: t('undo.addedTable', { table }),
  undone: t('undo.deletedTable', { table }),
})

/** A stored column was made. */
export function recordNewColumn(projectId: string, table: Table, definition: ColumnDefinition): void {
  recordMade(projectId, addedColumnWords(definition.title, table), { kind: 'column', tn: table.name }, () =>
    dropColumn(projectId, table, definition),
  )
}

/** A stored column was changed: back to what it was, where every value finds its way. */
export function recordColumnChange(
  projectId: string,
  table: Table,
  column: Column,
  after: ColumnDefinition,
  lost: boolean,
): void {
  const before = definitionOf(column)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const isRename = before.title !== after.title && before.uiType === after.uiType
  const kind = isRename ? 'renamedColumn' : before.uiType === after.uiType ? 'editedColumn' : 'retypedColumn'
  const words = columnWords(kind, before.title, after.title, table)
  if (lost || !isLossless(before.uiType, after.uiType)) {
    undoLog.recordFinal(projectId, { label: words.label, final: t(lost ? 'undo.lostValues' : 'undo.notLossless') })
    return
  }
  const change = (from: ColumnDefinition, to: ColumnDefinition) => (): Promise<void> =>
    updateColumn(projectId, table, definitionToWire(to, { altered: 2, currentName: from.name })).then(() => undefined)
  recordChanged(projectId, { ...words, undo: change(after, before), redo: change(before, after) })
}

/** A computed column was made or changed. */
export function recordComputed(
  projectId: string,
  table: Table,
  before: VirtualColumn | undefined,
  after: { readonly id: string; readonly title: string; readonly definition: VirtualColumnDefinition },
): void {
  const { id, title } = after
  const place = { tn: table.name, id }
  if (before === undefined) {
    const drop = (): Promise<unknown> => client.call('virtualColumnDelete', place, { projectId })
    recordMade(projectId, addedColumnWords(title, table), { kind: 'column', tn: table.name }, drop)
    return
  }
  const was = { ...place, title: before.title, definition: definitionOfDraft(draftOfComputed(table, before)) }
  const now = { ...place, title, definition: after.definition }
  const set = (to: typeof now) => (): Promise<void> =>
    client.call('virtualColumnUpdate', to, { projectId }).then(() => undefined)
  // A link has ways of its own.
  if (before.kind === 'link' || was.definition === undefined) return
  const words = columnWords(before.title === title ? 'editedColumn' : 'renamedColumn', before.title, title, table)
  recordChanged(projectId, { ...words, undo: set({ ...was, definition: was.definition }), redo: set(now) })
}

const texts: ReadonlySet<UiType> = new Set(['SingleLineText', 'LongText', 'Email', 'URL', 'PhoneNumber'])
const wholeNumbers: ReadonlySet<UiType> = new Set(['Number', 'Rating', 'Duration', 'Year'])
const numbers: ReadonlySet<UiType> = new Set(['Number', 'Decimal', 'Currency', 'Percent'])

/** Whether values that were converted so come back as they were. */
function isLossless(from: UiType, to: UiType): boolean {
  if (from === to) return true
  if (to === 'SingleLineText' || to === 'LongText') return true
  if (texts.has(from) && (texts.has(to) || to === 'SingleSelect')) return true
  return (wholeNumbers.has(from) || numbers.has(from)) && numbers.has(to) && (to !== 'Number' || wholeNumbers.has(from))
}
