import { columnType } from '@common/columns/registry'
import { CellView, TypeIcon } from '@renderer/cells'
import { localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { classes, Segments } from '@renderer/ui'
import { useState } from 'react'
import type { SampleCell, SampleColumn, SampleTable } from './sample-rows'
import styles from './detail.module.css'

/** Rows of each table that the detail shows. */
export const sampleRowsShown = 8

/** The columns of each table, with the first of its sample rows. */
export function SampleRows({ tables }: { readonly tables: readonly SampleTable[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const table = tables.find(({ id }) => id === chosen) ?? tables[0]
  if (table === undefined) return null
  const { title, rows, columns } = table
  return (
    <section className={styles.part} aria-label={t('templates.sample.title')}>
      <div className={styles.partHead}>
        <h3>{t('templates.sample.title')}</h3>
        <span className={styles.quiet}>
          {rows > sampleRowsShown
            ? t('templates.sample.some', { shown: sampleRowsShown, count: rows })
            : t('templates.sample.all', { count: rows })}
        </span>
      </div>
      {tables.length > 1 && (
        <div className={styles.tabs}>
          <Segments
            label={t('templates.sample.table')}
            value={table.id}
            options={tables.map((each) => ({ value: each.id, label: each.title }))}
            onChange={setChosen}
          />
        </div>
      )}
      <div
        className={styles.rows}
        role="region"
        aria-label={t('templates.sample.rowsOf', { table: title })}
        // Users scroll it sideways by keys.
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              {columns.map(({ id, title: name, column }) => (
                <th key={id} scope="col" data-align={columnType(column.uiType).align}>
                  <span>
                    <TypeIcon uiType={column.uiType} />
                    <bdi>{name}</bdi>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) => (
              <tr key={row}>
                {columns.map((sample, at) => (
                  <td key={sample.id} className={classes(at === 0 && styles.name)}>
                    <Cell sample={sample} cell={sample.cells[row]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows === 0 && <p className={styles.noRows}>{t('templates.sample.none')}</p>}
      </div>
    </section>
  )
}

function Cell({ sample: { column }, cell }: { readonly sample: SampleColumn; readonly cell: SampleCell | undefined }) {
  if (cell === undefined) return null
  if ('names' in cell)
    return (
      <span className={styles.linked}>
        {cell.names.map((name, at) => (
          <bdi key={at}>{name}</bdi>
        ))}
      </span>
    )
  const { value } = cell
  if (value === null) return null
  const text = columnType(column.uiType).format(value, column, { locale: localeTag(), timeZone: readerZone() })
  return <CellView value={value} text={text} column={column} />
}
