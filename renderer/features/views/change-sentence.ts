import { linkTitle } from '@common/views/link-title'
import type { Table } from '@common/model'
import type { SettingsChange } from '@common/views'
import { t } from '@renderer/i18n'

/** What was done to a view, as a whole sentence. */
export function changeSentence(change: SettingsChange, table: Table): string {
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
      return t(`views.changes.${change.kind}`, { count, column })
    }
    case 'rowHeight':
      return t('views.changes.rowHeight', { height: t(`views.rowHeights.${change.rowHeight}`) })
    default:
      return t(`views.changes.${change.kind}`)
  }
}

/** What people call a column of a view. */
export function titleOf(table: Table, id: string): string {
  const stored = table.columns.find(({ name }) => name === id)
  const made = table.virtualColumns.find((one) => one.id === id)
  return stored?.title ?? (made?.kind === 'link' ? linkTitle(made, table) : made?.title) ?? id
}
