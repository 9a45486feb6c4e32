import type { Table } from '@common/model'
import { data } from '@renderer/api'
import { localeTag, readerZone } from '@renderer/i18n'
import { useQuery } from '@tanstack/react-query'
import { linkParameters, recordLabel, shownLinks } from '../links/linked'
import { rowFilter } from '../rows/row-api'
import { rowIdOf, type Row } from '../rows/row-key'
import { useDebounced } from '../session/use-debounced'

const offered = 25
const searchDelayMs = 200

export interface RecordOption {
  /** Key of the record as in a path. */
  readonly value: string
  /** Its name, or its key if it has none. */
  readonly label: string
}

/** Returns the first records of a table that hold a text in any field. */
export function useRecordOptions(projectId: string, table: Table, text: string): readonly RecordOption[] {
  const search = useDebounced(text.trim(), searchDelayMs)
  const { data: rows } = useQuery({
    queryKey: ['recordOptions', projectId, table.name, search],
    queryFn: ({ signal }) =>
      data.call<Row[]>(projectId, [table.title], {
        query: { limit: offered, ...linkParameters(shownLinks(table)), ...rowFilter({ search }) },
        signal,
      }),
    // Shows the previous records until the next response, so that nothing jumps while the user types.
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const reader = { locale: localeTag(), timeZone: readerZone() }
  return (rows ?? []).flatMap((row) => {
    const value = rowIdOf(table, row)
    return value === undefined ? [] : [{ value, label: recordLabel(table, row, reader) }]
  })
}
