import type { TableSummary } from '@common/model'
import type { TableDrift } from '@common/model/drift'
import { useTranslation } from '@renderer/i18n'
import { Checkbox } from '@renderer/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { stateOf } from './drift-words'
import styles from './meta.module.css'
import { MetaLine } from './MetaLine'

export interface MetaLinesProps {
  readonly lines: readonly TableDrift[]
  readonly isChosen: (name: string) => boolean
  readonly onChoose: (names: readonly string[], chosen: boolean) => void
  readonly choices: Readonly<Record<string, boolean>>
  readonly onDecide: (id: string, taken: boolean) => void
  readonly onOpenTable: (table: OpenedTable) => void
}

export type OpenedTable = Pick<TableSummary, 'name' | 'title' | 'type'>

const lineHeightPx = 33

/** List with one line per table. Virtualized, since there may be thousands. */
export function MetaLines({ lines, isChosen, onChoose, choices, onDecide, onOpenTable }: MetaLinesProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeightPx,
    overscan: 12,
    getItemKey: (index) => lines[index]?.table ?? index,
  })
  const different = lines.filter(({ changes }) => changes.length > 0).map(({ table }) => table)
  const chosen = different.filter(isChosen).length
  return (
    <div className={styles.lines} ref={scroller} tabIndex={0} role="region" aria-label={t('metaTab.lines')}>
      <div className={styles.table} role="table" aria-label={t('tabs.kinds.meta')} aria-rowcount={lines.length + 1}>
        <div className={styles.head} role="row">
          <div className={styles.tick} role="columnheader">
            {different.length > 0 && (
              <Checkbox
                checked={chosen === different.length}
                indeterminate={chosen > 0 && chosen < different.length}
                onChange={(isOn) => onChoose(different, isOn)}
                aria-label={t('metaTab.chooseAll')}
              />
            )}
          </div>
          <div role="columnheader">{t('metaTab.column.known')}</div>
          <div role="columnheader">{t('metaTab.column.database')}</div>
          <div role="columnheader">{t('metaTab.column.state')}</div>
          <div role="columnheader">{t('metaTab.column.changes')}</div>
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const drift = lines[item.index]
            if (drift === undefined) return null
            const isGone = stateOf(drift) === 'removed'
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={styles.place}
                role="presentation"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <MetaLine
                  drift={drift}
                  isChosen={isChosen(drift.table)}
                  onChoose={(isOn) => onChoose([drift.table], isOn)}
                  choices={choices}
                  onDecide={onDecide}
                  onOpen={
                    isGone ? undefined : () => onOpenTable({ name: drift.table, title: drift.title, type: drift.type })
                  }
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
