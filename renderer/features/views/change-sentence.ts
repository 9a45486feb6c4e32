import { linkTitle } from '@common/views/link-title'
import type { Table } from '@common/model'
import type { SettingsChange } from '@common/views'
import type { AnyMessage } from '@common/messages'
import { sentence } from '@renderer/i18n'

/** Returns the message of a view's change as a whole sentence. */
export function changeSentence(change: SettingsChange, table: Table): AnyMessage {
  switch (change.kind) {
    case 'hid':
    case 'showed':
    case 'resized':
    case 'sorted':
    case 'grouped':
    case 'froze': {
      const [first] = change.columns
      const count = change.columns.length
      const column = first === undefined ? '' : titleOf(table, first)
      return sentence(`views.changes.${change.kind}`, { count, column })
    }
    case 'rowHeight':
      return sentence('views.changes.rowHeight', { height: sentence(`views.rowHeights.${change.rowHeight}`) })
    default:
      return sentence(`views.changes.${change.kind}`)
  }
}

/** Changes whose undo is a change of the same kind, so that only "back" distinguishes the messages. */
const back = {
  resized: true,
  moved: true,
  filtered: true,
  coloured: true,
  summed: true,
  several: true,
} as const
const isSameBack = (kind: SettingsChange['kind']): kind is keyof typeof back => Object.hasOwn(back, kind)

/** Returns the message of a view's undo. @param change  from the newer settings to the older ones */
export function undoneSentence(change: SettingsChange, table: Table): AnyMessage {
  const { kind } = change
  if (!isSameBack(kind)) return changeSentence(change, table)
  if (change.kind !== 'resized') return sentence(`views.changesBack.${kind}`)
  const [first] = change.columns
  return sentence('views.changesBack.resized', {
    count: change.columns.length,
    column: first === undefined ? '' : titleOf(table, first),
  })
}

/** Returns the title of a view's column. */
export function titleOf(table: Table, id: string): string {
  const stored = table.columns.find(({ name }) => name === id)
  const made = table.virtualColumns.find((one) => one.id === id)
  return stored?.title ?? (made?.kind === 'link' ? linkTitle(made, table) : made?.title) ?? id
}
