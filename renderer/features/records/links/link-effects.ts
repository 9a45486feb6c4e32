import type { Table } from '@common/model'
import type { LinkEffect, UnsavedLink } from '@renderer/stores'
import { keyColumns, rowKey, type Row } from '../rows/row-key'
import type { LinkDone, LinkTables } from './link-api'
import { linkedRows, type LinkColumn } from './linked'

/** A queued change of one link of one row, as the grid shows it. */
export interface ShownLink extends Pick<UnsavedLink, 'id' | 'state' | 'done' | 'rowKey' | 'record' | 'recordKey'> {
  /** Id of the link's column. */
  readonly column: string
  readonly replaced?: UnsavedLink['replaced']
  readonly reference?: UnsavedLink['reference']
  /** False if the user made the change in another row or table. */
  readonly isOwn: boolean
}

/**
 * Returns the effects of a link change on other rows: on the other record, and on its previous partner, where only one
 * can be linked.
 */
export function linkEffects(
  { own, related }: LinkTables,
  column: LinkColumn,
  row: Row,
  record: Row,
  done: LinkDone,
): readonly LinkEffect[] {
  const back = inverse(own, related, column)
  const [ofRow, ofRecord] = [rowKey(own, row), rowKey(related, record)]
  const effects: LinkEffect[] = []
  if (back !== undefined && ofRecord !== undefined) {
    const [replaced] = column.link.kind === 'hasMany' ? linkedRows(record, back) : []
    const lists = { lists: 'row', recordKey: titlesOf(own), done } as const
    const place = { table: related.name, column: back.id, rowKey: ofRecord }
    effects.push({ ...place, ...lists, ...(replaced !== undefined && { replaced }) })
    const former = replaced && rowKey(own, replaced)
    if (done === 'linked' && former !== undefined && former !== ofRow)
      effects.push({
        table: own.name,
        column: column.id,
        rowKey: former,
        lists: 'record',
        recordKey: titlesOf(related),
        done: 'unlinked',
      })
  }
  const [parent] = column.link.kind === 'belongsTo' ? linkedRows(row, column) : []
  const formerParent = parent && rowKey(related, parent)
  if (back !== undefined && done === 'linked' && formerParent !== undefined && formerParent !== ofRecord)
    effects.push({
      table: related.name,
      column: back.id,
      rowKey: formerParent,
      lists: 'row',
      recordKey: titlesOf(own),
      done: 'unlinked',
    })
  return effects
}

/** Returns what a queued change shows in the rows of one table. */
export function shownOf(edit: UnsavedLink, tableName: string): readonly ShownLink[] {
  const { id, state, done, rowKey: key, record, recordKey, replaced, reference } = edit
  const others = (edit.effects ?? []).flatMap((effect, at): ShownLink[] =>
    effect.table === tableName
      ? [
          {
            ...effect,
            id: `${id} ${at}`,
            state,
            record: effect.lists === 'row' ? edit.row : record,
            reference,
            isOwn: false,
          },
        ]
      : [],
  )
  if (edit.table.name !== tableName) return others
  return [
    { id, state, done, rowKey: key, record, recordKey, replaced, reference, column: edit.column.id, isOwn: true },
    ...others,
  ]
}

const titlesOf = (table: Table): readonly string[] => keyColumns(table).map(({ title }) => title)

/** The same link, as the related table has it. */
function inverse(own: Table, related: Table, { link }: LinkColumn): LinkColumn | undefined {
  const kinds = { hasMany: 'belongsTo', belongsTo: 'hasMany', manyToMany: 'manyToMany' } as const
  return related.virtualColumns.find(
    (column): column is LinkColumn =>
      column.kind === 'link' &&
      column.problem === undefined &&
      column.link.kind === kinds[link.kind] &&
      column.link.relatedTable === own.name &&
      isSame(column.link.columns, link.relatedColumns) &&
      isSame(column.link.relatedColumns, link.columns) &&
      column.link.through?.table === link.through?.table &&
      isSame(column.link.through?.columns, link.through?.relatedColumns) &&
      isSame(column.link.through?.relatedColumns, link.through?.columns),
  )
}

const isSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.join('\n') === other.join('\n')
