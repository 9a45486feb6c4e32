import { formatNameList } from '@common/query/name-list'
import { nameColumn } from '@common/views'
import { data } from '@renderer/api'
import type { ValueSources } from '@renderer/features/views'
import { useMemo } from 'react'
import { rowFilter } from '../rows/row-api'
import type { GridSession } from '../session/session'
import { usePeople } from '../session/use-people'

const offered = 25

/** Returns the people and values that conditions of a table can name. */
export function useValueSources({ projectId, table, permissions, rowFilter: { reader } }: GridSession): ValueSources {
  const people = usePeople(projectId, table, permissions, true)
  // Visitors of a shared view read linked records in its cells only.
  const mayList = permissions.has('schema.read')
  return useMemo(
    () => ({
      people: people.map(({ email }) => email),
      records: async (column, text, signal) => {
        const related = column.link && reader.tables?.(column.link.link.relatedTable)
        const name = related && nameColumn(related)
        if (name === undefined || !mayList) return []
        const { title } = name
        const rows = await data.call<Readonly<Record<string, unknown>>[]>(projectId, [related?.title ?? ''], {
          query: {
            limit: offered,
            fields: formatNameList([title]),
            hm: '',
            bt: '',
            mm: '',
            ...rowFilter({
              search: '',
              filter:
                text.trim() === ''
                  ? undefined
                  : { kind: 'condition', column: title, operator: 'contains', value: text.trim() },
            }),
          },
          signal,
        })
        return rows.flatMap((row) => {
          const value = row[title]
          return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
        })
      },
    }),
    [projectId, people, reader, mayList],
  )
}
