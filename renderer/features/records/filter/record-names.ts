import type { Table } from '@common/model'
import { formatNameList } from '@common/query/name-list'
import { nameColumn, type FilterColumn } from '@common/views'
import { data } from '@renderer/api'
import { rowFilter } from '../rows/row-api'

const offered = 25

/**
 * Returns names of records that a link can target, those that contain the text.
 *
 * @param tables  finds tables by their names in the database
 */
export async function recordNames(
  projectId: string,
  tables: (name: string) => Table | undefined,
  { link }: FilterColumn,
  text: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const related = link && tables(link.link.relatedTable)
  const name = related && nameColumn(related)
  if (related === undefined || name === undefined) return []
  const { title } = name
  const wanted = text.trim()
  const rows = await data.call<Readonly<Record<string, unknown>>[]>(projectId, [related.title], {
    query: {
      limit: offered,
      fields: formatNameList([title]),
      hm: '',
      bt: '',
      mm: '',
      ...rowFilter({
        search: '',
        filter: wanted === '' ? undefined : { kind: 'condition', column: title, operator: 'contains', value: wanted },
      }),
    },
    signal,
  })
  return rows.flatMap((row) => {
    const value = row[title]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}
