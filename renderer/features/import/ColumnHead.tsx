import type { Table } from '@common/model'
import type { WireImportColumn } from '@common/operations/imports'
import { TypeIcon } from '@renderer/cells'
import { TypePicker } from '@renderer/features/tables'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon, IconButton, Select, TextField } from '@renderer/ui'
import { choiceOf, fillableColumns, withGoal, type ColumnGoal, type ColumnPlan, type SheetPlan } from './plan'
import styles from './preview.module.css'

export interface ColumnHeadProps {
  /** From 1. */
  readonly number: number
  readonly source: WireImportColumn
  readonly plan: SheetPlan
  readonly column: ColumnPlan
  /** The target table, if any. */
  readonly table: Table | undefined
  /** Number of invalid values in the preview. */
  readonly misfits: number
  readonly isWhole: boolean
  /** Brings the next value that does not fit into sight. */
  readonly onShowMisfit: () => void
  readonly onColumns: (columns: readonly ColumnPlan[]) => void
}

/** One column of a file: its name, its target and its type. */
export function ColumnHead(props: ColumnHeadProps) {
  const { source, plan, column, table, onColumns } = props
  const { t } = useTranslation()
  const label = source.header.trim() === '' ? source.title : source.header
  const isSkipped = column.goal.kind === 'skip'
  const change = (part: Partial<ColumnPlan>): void =>
    onColumns(plan.columns.map((each) => (each.source === column.source ? { ...each, ...part } : each)))
  return (
    <div className={classes(styles.headBody, isSkipped && styles.headSkipped)}>
      {plan.target.kind === 'new' ? (
        <div className={styles.nameLine}>
          <TextField
            size="sm"
            className={styles.name}
            aria-label={t('imports.column.title', { column: label })}
            value={column.title}
            disabled={isSkipped}
            onChange={(title) => change({ title })}
          />
          <IconButton
            icon={isSkipped ? 'eyeOff' : 'eye'}
            label={t(isSkipped ? 'imports.column.take' : 'imports.column.leave', { column: label })}
            aria-pressed={isSkipped}
            onClick={() => change({ goal: { kind: isSkipped ? 'new' : 'skip' } })}
          />
        </div>
      ) : (
        <>
          <div className={styles.source} title={label}>
            <bdi>{label}</bdi>
          </div>
          <Select
            size="sm"
            searchable
            aria-label={t('imports.column.goal', { column: label })}
            value={valueOf(column.goal)}
            options={goals()}
            onChange={(value) => onColumns(withGoal(plan.columns, column.source, goalOf(value)))}
          />
        </>
      )}
      {plan.target.kind === 'new' && !isSkipped && (
        <TypePicker
          hiddenLabel={t('imports.column.type', { column: label })}
          value={column.uiType}
          only={[source.guess.uiType, ...source.types.map(({ uiType }) => uiType)]}
          onChange={(uiType) => change({ uiType })}
        />
      )}
      <Note {...props} />
    </div>
  )

  function goals() {
    const columns = table ? fillableColumns(table) : []
    return [
      { value: skipValue, label: t('imports.column.skip') },
      ...columns.map(({ name, title, uiType }) => ({
        value: `${columnPrefix}${name}`,
        label: title,
        icon: <TypeIcon uiType={uiType} />,
      })),
    ]
  }
}

const skipValue = 'skip'
const columnPrefix = 'column:'
const valueOf = (goal: ColumnGoal): string => (goal.kind === 'column' ? `${columnPrefix}${goal.name}` : skipValue)
const goalOf = (value: string): ColumnGoal =>
  value === skipValue ? { kind: 'skip' } : { kind: 'column', name: value.slice(columnPrefix.length) }

/** Shows the number of invalid values or another note on the column. */
function Note({ source, column, misfits, isWhole, onShowMisfit }: ColumnHeadProps) {
  const { t } = useTranslation()
  if (column.goal.kind === 'skip') return <div className={styles.note}>{t('imports.column.skipped')}</div>
  // The server has checked more rows than the preview shows.
  const known = column.goal.kind === 'new' ? (choiceOf(source, column.uiType)?.misfits ?? 0) : 0
  const count = Math.max(misfits, known)
  if (count > 0) {
    const hint = t(isWhole ? 'imports.column.misfitsHint' : 'imports.column.misfitsOfSampleHint', { count })
    const told = (
      <>
        <Icon name="warning" size={12} />
        {t('imports.column.misfits', { count })}
      </>
    )
    // Invalid values beyond the preview can't be scrolled to.
    return misfits > 0 ? (
      <button
        type="button"
        className={classes(styles.note, styles.noteWarning, styles.noteButton)}
        title={hint}
        onClick={onShowMisfit}
      >
        {told}
      </button>
    ) : (
      <div className={classes(styles.note, styles.noteWarning)} title={hint}>
        {told}
      </div>
    )
  }
  return (
    <div className={styles.note}>
      {source.filled === 0 ? t('imports.column.empty') : source.known ? t('imports.column.known') : ' '}
    </div>
  )
}
