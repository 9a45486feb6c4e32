import type { Column } from '@common/model'
import { conditionJson } from '@common/query/condition-json'
import { formatNameList } from '@common/query/name-list'
import { data } from '@renderer/api'
import { useQuery } from '@tanstack/react-query'
import type { GridModel } from '../model/grid-model'
import { recordLabel, shownLinks } from '../links/linked'
import { keyColumns, type Row } from '../rows/row-key'

export interface ReferenceNameProps {
  readonly projectId: string
  readonly model: Pick<GridModel, 'table' | 'labels' | 'reader'>
  /** Holds references to records of another table. */
  readonly column: Column
  readonly value: string
}

/** True if values of a column refer to records of another table. */
export const isReference = (model: Pick<GridModel, 'table'>, column: Column): boolean =>
  shownLinks(model.table).references.has(column.name)

/** Shows the name of a referenced record. Shows the value while the name is unknown, or if the record is deleted. */
export function ReferenceName({ projectId, model, column, value }: ReferenceNameProps) {
  const link = shownLinks(model.table).references.get(column.name)
  const related = link && model.labels.relatedTable(link)
  const target = related?.columns.find(({ name }) => name === link?.link.relatedColumns[0])
  const { data: name } = useQuery({
    queryKey: ['referenceName', projectId, related?.name, target?.name, value],
    enabled: related !== undefined && target !== undefined,
    queryFn: async ({ signal }) => {
      if (related === undefined || target === undefined) return null
      const named = related.columns.filter(({ primaryValue }) => primaryValue)
      const fields = new Set([...keyColumns(related), ...named].map(({ title }) => title))
      const [record] = await data.call<readonly Row[]>(projectId, [related.title], {
        query: {
          limit: 1,
          fields: formatNameList([...fields]),
          conditionGraph: JSON.stringify(
            conditionJson({ kind: 'condition', column: target.title, operator: 'eq', value }),
          ),
        },
        signal,
      })
      return record === undefined ? null : recordLabel(related, record, model.reader)
    },
  })
  return <span title={value}>{name ?? value}</span>
}
