import type { FormatOptions } from '@common/columns/column-type'
import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import { Button, Checkbox, IconButton } from '@renderer/ui'
import { useState } from 'react'
import { storedValue, type Row } from '../rows/row-key'
import type { DuplicateGroup } from './duplicates'
import styles from './duplicates.module.css'
import { isDeleted, survivorOf, withSurvivor, withTick, type Decisions } from './survivors'

export interface DuplicateGroupsProps {
  readonly groups: readonly DuplicateGroup[]
  readonly columns: readonly Column[]
  readonly reader: FormatOptions
  readonly decisions: Decisions
  readonly onDecide: (decisions: Decisions) => void
}

const groupsOfPage = 20
/** Records of a group shown at first, and added by each click. */
const recordsAtOnce = 20

/** Groups of equal records, page by page: the survivor of each, and the records to delete. */
export function DuplicateGroups({ groups, columns, reader, decisions, onDecide }: DuplicateGroupsProps) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(0)
  const to = Math.min(groups.length, from + groupsOfPage)
  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('grid.duplicates.keep')}</th>
              <th scope="col">{t('grid.duplicates.deleteHead')}</th>
              {columns.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {groups.slice(from, to).map((group, at) => (
            <Group
              key={group.id}
              group={group}
              number={from + at + 1}
              columns={columns}
              reader={reader}
              decisions={decisions}
              onDecide={onDecide}
            />
          ))}
        </table>
      </div>
      {groups.length > groupsOfPage && (
        <div className={styles.pages}>
          <IconButton
            icon="chevronLeft"
            label={t('grid.duplicates.previous')}
            disabled={from === 0}
            onClick={() => setFrom(Math.max(0, from - groupsOfPage))}
          />
          {t('grid.duplicates.page', { from: from + 1, to, count: groups.length })}
          <IconButton
            icon="chevronRight"
            label={t('grid.duplicates.next')}
            disabled={to >= groups.length}
            onClick={() => setFrom(to)}
          />
        </div>
      )}
    </>
  )
}

interface GroupProps extends Omit<DuplicateGroupsProps, 'groups'> {
  readonly group: DuplicateGroup
  /** Counted from 1. */
  readonly number: number
}

function Group({ group, number, columns, reader, decisions, onDecide }: GroupProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(recordsAtOnce)
  const survivor = survivorOf(group, decisions)
  const hidden = group.records.length - shown
  return (
    <tbody aria-label={t('grid.duplicates.group', { number })}>
      {group.records.slice(0, shown).map(({ row }, at) => {
        const isSurvivor = at === survivor
        const isTicked = isDeleted(group, at, decisions)
        const texts = columns.map((column) => textOf(row, column, reader))
        const record = t('grid.duplicates.record', { name: texts[0] ?? '', key: texts.at(-1) ?? '' })
        return (
          <tr key={at} data-deleted={isTicked || undefined}>
            <td>
              <input
                type="radio"
                className={styles.radio}
                name={`survivor-${group.id}`}
                checked={isSurvivor}
                aria-label={t('grid.duplicates.keepOne', { record })}
                onChange={() => onDecide(withSurvivor(decisions, group.id, at))}
              />
            </td>
            <td>
              {!isSurvivor && (
                <Checkbox
                  checked={isTicked}
                  aria-label={t('grid.duplicates.deleteOne', { record })}
                  onChange={(ticked) => onDecide(withTick(decisions, group.id, at, ticked))}
                />
              )}
            </td>
            {texts.map((text, column) => (
              <td key={column} title={text}>
                <bdi>{text}</bdi>
              </td>
            ))}
          </tr>
        )
      })}
      {hidden > 0 && (
        <tr>
          <td colSpan={columns.length + 2}>
            <Button kind="quiet" onClick={() => setShown(shown + recordsAtOnce * 5)}>
              {t('grid.duplicates.more', { count: hidden })}
            </Button>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function textOf(row: Row, column: Column, reader: FormatOptions): string {
  return columnType(column.uiType).format(storedValue(row[column.title]), column, reader)
}
