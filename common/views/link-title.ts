import type { Table } from '@common/model'
import type { VirtualColumn } from '@common/model/relations'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

/** Matches the default names of links on the wire: `Author => Book`, `Author <= Book`, `Book <=> Tag`. */
const wireName = /^.+ (?:=>|<=|<=>) .+$/

/**
 * Returns the display name of a link: its own title, else the title of the other table. A second link to the same table
 * also names the column, as in "Tracks (remix_of)".
 */
export function linkTitle(column: LinkColumn, table: Pick<Table, 'columns' | 'virtualColumns'>): string {
  const { link, relatedTitle, title } = column
  if (!wireName.test(title)) return title
  const isTaken =
    table.columns.some((each) => sameName(each.title, relatedTitle)) ||
    table.virtualColumns.some(
      (each) =>
        each.id !== column.id &&
        (sameName(each.title, relatedTitle) ||
          (each.kind === 'link' &&
            isSeen(each) &&
            wireName.test(each.title) &&
            sameName(each.relatedTitle, relatedTitle))),
    )
  if (!isTaken) return relatedTitle
  const by = link.through?.columns ?? (link.kind === 'belongsTo' ? link.columns : link.relatedColumns)
  return `${relatedTitle} (${by.join(', ')})`
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** False for links shown elsewhere: references in their own column, junction tables behind their many-to-many link. */
function isSeen({ link }: LinkColumn): boolean {
  return link.toAssociation !== true && !(link.kind === 'belongsTo' && link.columns.length === 1)
}
