import type { Table } from '@common/model'
import {
  conditionState,
  filterColumn,
  filterColumns,
  valueForOperator,
  choosableOperators,
  type FilterReader,
  type ViewCondition,
  type ViewOperator,
} from '@common/views'
import { TypeIcon } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { Button, classes, Icon, IconButton, Select } from '@renderer/ui'
import { useId, useMemo, type ReactNode } from 'react'
import { SortableList } from '../SortableList'
import { ValueField } from '../values/ValueField'
import {
  changedLine,
  countLines,
  firstCondition,
  groupDepthMax,
  isDraftGroup,
  newCondition,
  withGroup,
  withLine,
  withMovedLine,
  type DraftGroup,
  type DraftLine,
} from './draft'
import panelStyles from '../panel.module.css'
import styles from './filter.module.css'
import type { ValueSources } from '../values/types'

export interface FilterLinesProps {
  readonly table: Table
  readonly reader: FilterReader
  readonly sources: ValueSources
  readonly group: DraftGroup
  /** 0 for the outermost group. */
  readonly depth: number
  /** Changes the outermost group. */
  readonly edit: (change: (before: DraftGroup) => DraftGroup) => void
}

const joins = ['and', 'or'] as const
/** Room for the longest comparison of all languages. */
const comparisonListWidth = 248

/** The conditions of a group, one per line, with nested groups in boxes. */
export function FilterLines(props: FilterLinesProps) {
  const { group, edit } = props
  const { t } = useTranslation()
  return (
    <SortableList
      items={group.lines}
      idOf={({ key }) => String(key)}
      nameOf={(line) =>
        isDraftGroup(line)
          ? t(`filters.group.${line.join}`)
          : (filterColumn(props.table, line.condition.column)?.title ?? t('filters.goneField'))
      }
      label={t('filters.title')}
      rowClass={() => styles.sortable}
      onMove={(from, to) => edit((before) => withMovedLine(before, group.key, from, to))}
    >
      {(line, at) => (
        <div className={styles.line} data-line={line.key} role="group">
          <Join group={group} at={at} onChange={(join) => edit((before) => changedJoin(before, group.key, join))} />
          {isDraftGroup(line) ? (
            <Well {...props} group={line} depth={props.depth + 1} />
          ) : (
            <Line {...props} line={line} />
          )}
        </div>
      )}
    </SortableList>
  )
}

/** Chooses AND or OR. All lines of a group share it, so the choice comes once, before the second line. */
function Join({
  group,
  at,
  onChange,
}: {
  readonly group: DraftGroup
  readonly at: number
  readonly onChange: (join: DraftGroup['join']) => void
}) {
  const { t } = useTranslation()
  const options = joins.map((join) => ({ value: join, label: t(`filters.join.${join}`) }))
  const first = t('filters.where')
  return (
    <Room for={[first, ...options.map(({ label }) => label)]}>
      {at === 0 ? (
        <span className={styles.where}>{first}</span>
      ) : at > 1 ? (
        <span className={styles.where}>{t(`filters.join.${group.join}`)}</span>
      ) : (
        <Select
          size="sm"
          aria-label={t('filters.joinLabel')}
          value={group.join}
          options={options}
          onChange={onChange}
        />
      )}
    </Room>
  )
}

/** Room for the longest of some texts in a list. Lines with the same texts have columns of the same width. */
function Room({ for: texts, children }: { readonly for: readonly string[]; readonly children: ReactNode }) {
  return (
    <div className={styles.room} data-texts={texts.join('\n')}>
      {children}
    </div>
  )
}

/** A group within a group. */
function Well(props: FilterLinesProps) {
  const { table, group, depth, edit } = props
  const { t } = useTranslation()
  const add = (change: (before: DraftGroup, condition: ViewCondition) => DraftGroup): void => {
    const condition = firstCondition(table)
    if (condition === undefined) return
    edit((before) =>
      before.key === group.key
        ? change(before, condition)
        : changedLine(before, group.key, (line) => (isDraftGroup(line) ? change(line, condition) : line)),
    )
  }
  return (
    <div className={styles.well}>
      <div className={styles.wellHead}>
        <span>{t(`filters.group.${group.join}`)}</span>
        <span className={panelStyles.space} />
        <IconButton icon="plus" size="xs" label={t('filters.add')} onClick={() => add(withLine)} />
        {depth < groupDepthMax && (
          <IconButton icon="group" size="xs" label={t('filters.addGroup')} onClick={() => add(withGroup)} />
        )}
        <IconButton
          icon="trash"
          size="xs"
          label={t('filters.removeGroup')}
          onClick={() => edit((before) => changedLine(before, group.key, () => undefined))}
        />
      </div>
      {countLines(group) === 0 ? (
        <Button kind="quiet" icon="plus" onClick={() => add(withLine)}>
          {t('filters.add')}
        </Button>
      ) : (
        <FilterLines {...props} />
      )}
    </div>
  )
}

/** One condition: field, comparison, value. */
function Line({
  table,
  reader,
  sources,
  group,
  line: { key, condition },
  edit,
}: FilterLinesProps & { readonly line: Exclude<DraftLine, DraftGroup> }) {
  const { t } = useTranslation()
  const noteId = useId()
  const column = filterColumn(table, condition.column)
  const state = conditionState(condition, table, reader)
  const columns = useColumnOptions(table)
  const change = (next: ViewCondition | undefined): void =>
    edit((before) => changedLine(before, key, () => next && { key, condition: next }))
  const operators = column === undefined ? [] : choosableOperators(column, condition.operator)
  const operatorName = (operator: ViewOperator): string => t(`filters.operators.${operator}`)
  const chosenNames = group.lines.flatMap((line) => (isDraftGroup(line) ? [] : [operatorName(line.condition.operator)]))
  return (
    <>
      <div className={styles.condition}>
        <Select
          size="sm"
          aria-label={t('filters.field')}
          placeholder={t('filters.goneField')}
          searchable
          value={column === undefined ? null : condition.column}
          options={columns}
          onChange={(id) => {
            const next = filterColumn(table, id)
            if (next && id !== condition.column) change(newCondition(next))
          }}
        />
        <Room for={chosenNames}>
          <Select<ViewOperator>
            size="sm"
            aria-label={t('filters.comparison')}
            searchable
            placeholder={t('filters.pickHint')}
            value={operators.includes(condition.operator) ? condition.operator : null}
            listWidth={comparisonListWidth}
            options={operators.map((operator) => ({ value: operator, label: operatorName(operator) }))}
            disabled={column === undefined}
            onChange={(operator) => {
              if (column === undefined) return
              const value = valueForOperator(column, condition, operator)
              change({ column: condition.column, operator, ...(value !== undefined && { value }) })
            }}
          />
        </Room>
        {column === undefined || state === 'unfit' ? (
          <span />
        ) : (
          <ValueField
            key={`${condition.column} ${condition.operator}`}
            column={column}
            operator={condition.operator}
            value={condition.value}
            sources={sources}
            onChange={(value) =>
              change({
                column: condition.column,
                operator: condition.operator,
                ...(value !== undefined && { value }),
              })
            }
          />
        )}
        <IconButton icon="trash" label={t('filters.remove')} onClick={() => change(undefined)} />
      </div>
      {(state === 'gone' || state === 'unfit') && (
        <p id={noteId} className={classes(styles.note)}>
          <Icon name="warning" size={14} />
          {t(state === 'gone' ? 'filters.gone' : 'filters.unfit')}
        </p>
      )}
    </>
  )
}

/** The fields that can be filtered by, each with the sign of its type. */
export function useColumnOptions(table: Table) {
  return useMemo(
    () =>
      filterColumns(table).map(({ id, title, column }) => ({
        value: id,
        label: title,
        icon: <TypeIcon uiType={column.uiType} />,
      })),
    [table],
  )
}

function changedJoin(root: DraftGroup, key: number, join: DraftGroup['join']): DraftGroup {
  if (root.key === key) return { ...root, join }
  return changedLine(root, key, (line) => (isDraftGroup(line) ? { ...line, join } : line))
}
