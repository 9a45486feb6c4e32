import type { Table as TableModel } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import { Chip, Section, Table } from '@renderer/ui'

/** The columns of a table as the database has them. They are changed in the grid. */
export function ColumnsPart({ table }: { readonly table: TableModel }) {
  const { t } = useTranslation()
  const references = new Map(
    table.foreignKeys.flatMap(({ columns, referencedTable }) =>
      columns.map((name) => [name, referencedTable] as const),
    ),
  )
  return (
    <Section title={t('objects.parts.columns')} text={t('objects.columns.text')}>
      <Table label={t('objects.parts.columns')} framed dense minWidth={720}>
        <thead>
          <tr>
            <th scope="col">{t('objects.columns.name')}</th>
            <th scope="col">{t('objects.columns.title')}</th>
            <th scope="col">{t('objects.columns.type')}</th>
            <th scope="col">{t('objects.columns.rules')}</th>
            <th scope="col">{t('objects.columns.default')}</th>
          </tr>
        </thead>
        <tbody>
          {table.columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">
                <bdi>{column.name}</bdi>
              </th>
              <td>
                <bdi>{column.title}</bdi>
              </td>
              <td data-cell="quiet">
                <bdi>{column.nativeType}</bdi>
              </td>
              <td>
                {column.primaryKey && <Chip>{t('objects.columns.key')}</Chip>}{' '}
                {column.required && <Chip>{t('objects.columns.required')}</Chip>}{' '}
                {column.unique && <Chip>{t('objects.columns.unique')}</Chip>}{' '}
                {column.generated && <Chip>{t('objects.columns.generated')}</Chip>}{' '}
                {references.has(column.name) && (
                  <Chip>{t('objects.columns.references', { table: references.get(column.name) ?? '' })}</Chip>
                )}
              </td>
              <td data-cell="quiet">
                <bdi>{column.defaultValue ?? ''}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
