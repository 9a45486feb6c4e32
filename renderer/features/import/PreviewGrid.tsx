import type { Table } from '@common/model'
import { columnType } from '@common/columns/registry'
import type { WireImportPreview } from '@common/operations/imports'
import { useDirection, useTranslation } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { ColumnHead } from './ColumnHead'
import type { ColumnPlan, SheetPlan } from './plan'
import { fitsOf } from './resulting-rows'
import styles from './preview.module.css'

export interface PreviewGridProps {
  readonly preview: WireImportPreview
  readonly plan: SheetPlan
  /** The table that the rows go into, where there is one. */
  readonly table: Table | undefined
  /** The preview is reloading. */
  readonly isReading: boolean
  readonly onColumns: (columns: readonly ColumnPlan[]) => void
}

const columnPx = 184
const rowPx = 28
const numberPx = 48

/** Shows the first rows of a file under their target columns and marks invalid values. */
export function PreviewGrid({ preview, plan, table, isReading, onColumns }: PreviewGridProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const { columns } = plan
  const { rows } = preview
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const places = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnPx,
    overscan: 2,
    paddingStart: numberPx,
    isRtl: useDirection() === 'rtl',
  })
  const fits = useMemo(() => columns.map((column) => fitsOf(column, preview, table)), [columns, table, preview])
  const misfits = useMemo(
    () => columns.map(({ source }, at) => rows.filter((row) => fits[at]?.(row[source] ?? null) === false).length),
    [columns, rows, fits],
  )
  const isNumeric = columns.map(({ goal, uiType }) => {
    const written = goal.kind === 'column' ? table?.columns.find(({ name }) => name === goal.name)?.uiType : uiType
    return goal.kind !== 'skip' && written !== undefined && columnType(written).align === 'end'
  })
  /** Where one was shown last, by column: the next one follows, and after the last one the first. */
  const seen = useRef(new Map<number, number>())
  const showMisfit = (at: number): void => {
    const source = columns[at]?.source
    if (source === undefined) return
    const wrong = rows.flatMap((row, line) => (fits[at]?.(row[source] ?? null) === false ? [line] : []))
    const line = wrong.find((each) => each > (seen.current.get(source) ?? -1)) ?? wrong[0]
    if (line === undefined) return
    seen.current.set(source, line)
    lines.scrollToIndex(line, { align: 'center' })
  }
  const shown = places.getVirtualItems()
  const width = places.getTotalSize()
  return (
    <div
      className={styles.frame}
      ref={scroller}
      data-reading={isReading || undefined}
      role="table"
      // Scrolls by keys too.
      tabIndex={0}
      aria-label={t('imports.preview.label')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-busy={isReading}
    >
      <div className={styles.heads} role="row" aria-rowindex={1} style={{ width }}>
        <div className={classes(styles.corner)} role="columnheader" aria-label={t('imports.preview.line')} />
        {shown.map(({ index, start }) => {
          const column = columns[index]
          const source = preview.columns[index]
          if (!column || !source) return null
          return (
            <div
              key={index}
              role="columnheader"
              aria-colindex={index + 2}
              className={styles.head}
              style={{ insetInlineStart: start, width: columnPx }}
            >
              <ColumnHead
                number={index + 1}
                source={source}
                plan={plan}
                column={column}
                table={table}
                misfits={misfits[index] ?? 0}
                isWhole={preview.whole}
                onShowMisfit={() => showMisfit(index)}
                onColumns={onColumns}
              />
            </div>
          )
        })}
      </div>
      <div className={styles.lines} role="rowgroup" style={{ height: lines.getTotalSize(), width }}>
        {lines.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className={styles.line}
            role="row"
            aria-rowindex={index + 2}
            style={{ insetBlockStart: start, width }}
          >
            <div className={styles.number} role="rowheader">
              {index + 1}
            </div>
            {shown.map((place) => {
              const column = columns[place.index]
              if (!column) return null
              const text = rows[index]?.[column.source] ?? null
              const isMisfit = fits[place.index]?.(text) === false
              return (
                <div
                  key={place.index}
                  role="cell"
                  aria-colindex={place.index + 2}
                  className={classes(
                    styles.cell,
                    column.goal.kind === 'skip' && styles.skipped,
                    isMisfit && styles.misfit,
                    isNumeric[place.index] === true && styles.numeric,
                  )}
                  title={isMisfit ? t('imports.preview.misfit', { value: text ?? '' }) : (text ?? undefined)}
                  style={{ insetInlineStart: place.start, width: columnPx }}
                >
                  <bdi>{text}</bdi>
                  {isMisfit && <span className="hidden-text">{t('imports.preview.doesNotFit')}</span>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {rows.length === 0 && <p className={styles.none}>{t('imports.preview.noRows')}</p>}
    </div>
  )
}
