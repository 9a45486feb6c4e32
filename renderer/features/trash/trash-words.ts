import type { ListedTrashEntry } from '@common/operations/trash'
import { formatFacts, t } from '@renderer/i18n'

/** Returns the title of a trash entry: "3 records: Low Water, Harbour Lamp, …". */
export function titleOf({ kind, titles, count, tableTitle }: ListedTrashEntry): string {
  const names = formatFacts(titles)
  switch (kind) {
    case 'rows':
      return count !== null && count > 1 ? t('trash.rowsNamed', { count, names }) : names
    case 'column':
      return names === '' ? t('trash.linkIn', { table: tableTitle }) : names
    case 'table':
      return names
  }
}
