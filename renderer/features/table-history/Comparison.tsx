import { columnType } from '@common/columns/registry'
import type { StoredValue } from '@common/columns/column-type'
import type { Column, Table } from '@common/model'
import type { RecordDifference, TableComparison } from '@common/operations/history'
import { CellView } from '@renderer/cells'
import { formatDateTime, formatNumber, localeTag, readerZone, useTranslation } from '@renderer/i18n'
import { Checkbox, classes, Icon } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import styles from './history.module.css'
import { stateIcons } from './place'

export interface ComparisonProps {
  readonly table: Table
  readonly comparison: TableComparison
  /** Keys of chosen records; undefined while the user doesn't choose. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChoose: (rowId: string, isChosen: boolean) => void
}

const rowPx = 32
const columnPx = 112

/** The records that differ, then on the left and now on the right. */
export function Comparison({ table, comparison, chosen, onChoose }: ComparisonProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const { current } = scroller
    if (current === null) return undefined
    const observer = new ResizeObserver(() => setRoom(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const { list } = comparison
  const count = Math.max(2, Math.floor((room / 2 - 36) / columnPx))
  const columns = useMemo(() => shownColumns(table, list).slice(0, count), [table, list, count])
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
  })
  const grid = { gridTemplateColumns: `36px repeat(${columns.length}, minmax(0, 1fr))` }
  const sides = [
    { side: 'was' as const, title: t('moments.was'), time: comparison.at, records: comparison.was },
    { side: 'now' as const, title: t('moments.now'), time: undefined, records: comparison.now },
  ]
  return (
    <div
      className={styles.comparison}
      ref={scroller}
      role="table"
      aria-label={t('moments.compared', { table: table.title })}
      aria-rowcount={list.length + 1}
      tabIndex={0}
    >
      <div className={styles.head} role="rowgroup">
        <div className={styles.pair} role="presentation">
          {sides.map(({ side, title, time, records }) => (
            <div key={side} className={styles.sideTitle}>
              <b>{title}</b>
              <span>{time !== undefined && formatDateTime(time)}</span>
              <span>{t('moments.records', { count: records, shown: formatNumber(records) })}</span>
            </div>
          ))}
        </div>
        <div className={styles.pair} role="row">
          {sides.map(({ side, title }) => (
            <div key={side} className={styles.cells} style={grid} role="presentation">
              <span role="columnheader" aria-label={t('moments.state')} />
              {columns.map((column) => (
                <span
                  key={column.name}
                  role="columnheader"
                  className={styles.cell}
                  data-align={columnType(column.uiType).align}
                  dir="auto"
                  title={column.title}
                >
                  {column.title}
                  <span className="hidden-text"> {title}</span>
                </span>
              ))}
            </div>
          ))}
        </div>
      </div>
      <div className={styles.rows} style={{ blockSize: virtual.getTotalSize() }} role="rowgroup">
        {virtual.getVirtualItems().map(({ index, start }) => {
          const record = list[index]
          return (
            record && (
              <div
                key={record.rowId}
                className={classes(styles.pair, styles.place)}
                role="row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${start}px)` }}
              >
                {sides.map(({ side }) => (
                  <Side
                    key={side}
                    side={side}
                    record={record}
                    columns={columns}
                    grid={grid}
                    isChosen={chosen?.has(record.rowId)}
                    onChoose={(isChosen) => onChoose(record.rowId, isChosen)}
                  />
                ))}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

interface SideProps {
  readonly side: 'was' | 'now'
  readonly record: RecordDifference
  readonly columns: readonly Column[]
  readonly grid: { readonly gridTemplateColumns: string }
  /** Undefined while the user doesn't choose. */
  readonly isChosen: boolean | undefined
  readonly onChoose: (isChosen: boolean) => void
}

function Side({ side, record, columns, grid, isChosen, onChoose }: SideProps) {
  const { t } = useTranslation()
  const { state, unknown, restorable } = record
  const values = record[side]
  const label = t(`moments.states.${state}`)
  return (
    <div className={styles.cells} style={grid} role="presentation" data-state={values === null ? 'absent' : state}>
      <span className={styles.stateMark} role="cell">
        {side === 'was' && isChosen !== undefined ? (
          <Checkbox
            checked={isChosen}
            disabled={!restorable}
            onChange={onChoose}
            aria-label={t('moments.choose', { record: record.rowId })}
          />
        ) : (
          values !== null && (
            <span title={label}>
              <Icon name={stateIcons[state]} size={12} />
              <span className="hidden-text">{label}</span>
            </span>
          )
        )}
      </span>
      {columns.map((column) => {
        const isUnknown = side === 'was' && unknown.includes(column.title)
        const isChanged = state === 'changed' && (record.columns.includes(column.title) || isUnknown)
        return (
          <span key={column.name} className={styles.cell} role="cell" data-changed={isChanged || undefined}>
            {values !== null &&
              (isUnknown ? (
                <em>{t('moments.unknownValue')}</em>
              ) : (
                <Value column={column} value={values[column.title] ?? null} />
              ))}
          </span>
        )
      })}
    </div>
  )
}

function Value({ column, value }: { readonly column: Column; readonly value: unknown }) {
  const stored: StoredValue = typeof value === 'object' && value !== null ? JSON.stringify(value) : asStored(value)
  const text = columnType(column.uiType).format(stored, column, { locale: localeTag(), timeZone: readerZone() })
  return <CellView value={stored} text={text} column={column} />
}

const asStored = (value: unknown): StoredValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** The name of a record first, then the fields that changed most often, then the others. */
function shownColumns(table: Table, list: readonly RecordDifference[]): readonly Column[] {
  const changes = new Map<string, number>()
  for (const { columns } of list) for (const title of columns) changes.set(title, (changes.get(title) ?? 0) + 1)
  const rank = ({ primaryValue, title, primaryKey }: Column): number =>
    primaryValue ? Infinity : (changes.get(title) ?? (primaryKey ? -1 : 0))
  return table.columns.toSorted((one, other) => rank(other) - rank(one) || 0)
}
