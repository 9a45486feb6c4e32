import type { FormatOptions } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Table } from '@common/model'
import type { FooterAggregate, ViewSettings } from '@common/views'
import { aggregateFamily, aggregatesOf, figureOf, figureText } from '@common/views/aggregates'
import { ownValue } from '@common/util/own-value'
import { messageOf } from '@renderer/api'
import { memo, useDirection, useTranslation } from '@renderer/i18n'
import { showBottomPart } from '@renderer/stores'
import { Icon, MenuDivider, MenuItem, Spinner, Tooltip } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { rowNumberWidth, type DataGridColumn } from '@renderer/features/records/painter/data-grid'
import { PointMenu } from '@renderer/features/records/frame/PointMenu'
import { useAfterRows } from '@renderer/features/records/frame/use-after-rows'
import styles from './foot.module.css'
import type { Figures } from './use-figures'

export interface FootRowProps {
  readonly table: Table
  readonly columns: readonly DataGridColumn[]
  readonly frozen: number
  /** Number of lines, which sets the width of the row-number column. */
  readonly lines: number
  readonly aggregates: ViewSettings['aggregates']
  readonly figures: Figures
  readonly reader: FormatOptions
  /** The element that the grid scrolls in. */
  readonly area: RefObject<HTMLElement | null>
  readonly onChoose: (column: string, aggregate: FooterAggregate | undefined) => void
}

/** Figures over all rows, each under its column. Scrolls sideways with the grid, by itself. */
export const FootRow = memo(function FootRow(props: FootRowProps) {
  const { table, columns, frozen, lines, aggregates, figures, reader, area, onChoose } = props
  const { t } = useTranslation()
  const direction = useDirection()
  const isTime = useAfterRows(table)
  useEffect(() => showBottomPart('figures'), [])
  const moving = useRef<HTMLDivElement>(null)
  const [choosing, setChoosing] = useState<{ readonly column: DataGridColumn; readonly at: Bounds }>()
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const place = (left: number): void => {
      if (moving.current) moving.current.style.transform = `translateX(${direction === 'rtl' ? left : -left}px)`
    }
    const follow = ({ target }: Event): void => {
      if (target instanceof Element && target.classList.contains('dvn-scroller')) place(target.scrollLeft)
    }
    // Another direction keeps the position of the scroller, which sends no event.
    place(element.querySelector('.dvn-scroller')?.scrollLeft ?? 0)
    element.addEventListener('scroll', follow, { capture: true, passive: true })
    return () => element.removeEventListener('scroll', follow, { capture: true })
  }, [area, direction])

  const cell = (column: DataGridColumn) => (
    <FootCell
      key={column.id}
      column={column}
      aggregate={ownValue(aggregates, column.id)}
      figures={figures}
      reader={reader}
      onPress={(at) => setChoosing({ column, at })}
    />
  )
  return (
    <div className={styles.foot} role="group" aria-label={t('grid.figures.foot')} data-grid-foot>
      <div className={styles.fixed}>
        <div className={styles.numbers} style={{ width: rowNumberWidth(lines) }}>
          {figures.isLoading && <Spinner />}
          {figures.error !== undefined && (
            <Tooltip label={t('grid.figures.failedWhy', { reason: messageOf(figures.error) })}>
              <span className={styles.failed} tabIndex={0} role="img" aria-label={t('grid.figures.failed')}>
                <Icon name="warning" size={14} />
              </span>
            </Tooltip>
          )}
        </div>
        {isTime && columns.slice(0, frozen).map(cell)}
      </div>
      <div
        className={styles.window}
        onScroll={({ currentTarget }) => {
          // The focus moved to a figure off screen: the grid scrolls there with the figures.
          const by = currentTarget.scrollLeft
          const scroller = area.current?.querySelector('.dvn-scroller')
          if (by === 0 || !scroller) return
          currentTarget.scrollLeft = 0
          // The grid counts from its first column, also from right to left.
          scroller.scrollLeft += Math.abs(by)
        }}
      >
        <div className={styles.moving} ref={moving}>
          {isTime && columns.slice(frozen).map(cell)}
        </div>
      </div>
      {choosing && (
        <FigureMenu
          column={choosing.column}
          at={choosing.at}
          chosen={ownValue(aggregates, choosing.column.id)}
          onChoose={(aggregate) => onChoose(choosing.column.id, aggregate)}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </div>
  )
})

interface FootCellProps {
  readonly column: DataGridColumn
  readonly aggregate: FooterAggregate | undefined
  readonly figures: Figures
  readonly reader: FormatOptions
  readonly onPress: (at: Bounds) => void
}

function FootCell({ column, aggregate, figures, reader, onPress }: FootCellProps) {
  const { t } = useTranslation()
  const answer = figures.answer
  const figure = aggregate && answer && figureOf(column.title, aggregate, answer)
  const value = figure ? figureText(figure, figureColumn(column), reader) : ''
  const label =
    aggregate === undefined
      ? t('grid.figures.choose', { column: column.title })
      : t('grid.figures.is', { column: column.title, figure: t(`grid.figures.short.${aggregate}`), value })
  return (
    <button
      type="button"
      className={styles.cell}
      style={{ width: column.width }}
      data-right={column.align === 'end' || undefined}
      data-column={column.title}
      aria-haspopup="menu"
      aria-label={label}
      title={
        aggregate === undefined
          ? undefined
          : t('grid.figures.named', { name: t(`grid.figures.names.${aggregate}`), value })
      }
      onClick={(event) => onPress(event.currentTarget.getBoundingClientRect())}
    >
      {aggregate === undefined ? (
        <span className={styles.offer}>
          <Icon name="plus" size={12} />
        </span>
      ) : (
        <>
          <span className={styles.label}>{t(`grid.figures.short.${aggregate}`)}</span>{' '}
          <span className={styles.value}>{value}</span>
        </>
      )}
    </button>
  )
}

/** A list of values of linked records is counted, never written. */
const figureColumn = ({ column, computed }: DataGridColumn) => computed?.item ?? column

interface FigureMenuProps {
  readonly column: DataGridColumn
  readonly at: Bounds
  readonly chosen: FooterAggregate | undefined
  readonly onChoose: (aggregate: FooterAggregate | undefined) => void
  readonly onClose: () => void
}

function FigureMenu({ column, at, chosen, onChoose, onClose }: FigureMenuProps) {
  const { t } = useTranslation()
  const family = aggregateFamily(column.column, column.computed?.item !== undefined)
  const isTime = ['date', 'dateTime'].includes(columnType(column.column.uiType).storage)
  const name = (aggregate: FooterAggregate): string => {
    if (isTime && aggregate === 'min') return t('grid.figures.earliest')
    if (isTime && aggregate === 'max') return t('grid.figures.latest')
    return t(`grid.figures.names.${aggregate}`)
  }
  return (
    <PointMenu at={at} label={t('grid.figures.choose', { column: column.title })} onClose={onClose}>
      <MenuItem chosen={chosen === undefined} onClick={() => onChoose(undefined)}>
        {t('grid.figures.none')}
      </MenuItem>
      <MenuDivider />
      {aggregatesOf[family].map((aggregate) => (
        <MenuItem key={aggregate} chosen={chosen === aggregate} onClick={() => onChoose(aggregate)}>
          {name(aggregate)}
        </MenuItem>
      ))}
    </PointMenu>
  )
}
