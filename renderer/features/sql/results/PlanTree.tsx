import type { SqlPlanStep } from '@common/sql/shapes'
import { formatNumber, logicalKey, useTranslation } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { spentTime } from '../words'
import styles from './results.module.css'

/** A step with its place in the tree. */
interface Line {
  readonly id: string
  readonly step: SqlPlanStep
  readonly level: number
  /** The part of all costs that the step has itself, from 0 to 1; undefined without costs. */
  readonly share: number | undefined
}

/** Steps above this share of the costs are marked. */
const expensive = 0.3

/** A query plan as a tree table. Arrows open, close and move. */
export function PlanTree({ steps }: { readonly steps: readonly SqlPlanStep[] }) {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState('0')
  const lines = useMemo(() => linesOf(steps, closed), [steps, closed])
  const isMeasured = lines.some(({ step }) => step.actualMs !== null || step.actualRows !== null)
  // SQLite estimates nothing.
  const isEstimated = lines.some(({ step }) => step.rows !== null || step.cost !== null)
  const toggle = (id: string, isOpen: boolean): void => {
    const next = new Set(closed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const at = lines.findIndex(({ id }) => id === active)
    const line = lines[at]
    if (line === undefined) return
    const isOpen = line.step.steps.length > 0 && !closed.has(line.id)
    const key = logicalKey(event.key)
    const next =
      key === 'ArrowDown'
        ? lines[at + 1]
        : key === 'ArrowUp'
          ? lines[at - 1]
          : key === 'ArrowLeft' && !isOpen
            ? lines.slice(0, at).findLast(({ level }) => level < line.level)
            : undefined
    if (next !== undefined) {
      setActive(next.id)
      event.currentTarget.querySelector<HTMLElement>(`[data-step="${next.id}"]`)?.focus()
    } else if (key === 'ArrowLeft' && isOpen) toggle(line.id, false)
    else if (key === 'ArrowRight' && !isOpen && line.step.steps.length > 0) toggle(line.id, true)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.planFrame}>
      <div
        role="treegrid"
        tabIndex={-1}
        aria-label={t('sql.plan.label')}
        className={styles.planTable}
        onKeyDown={press}
      >
        <div role="row" className={styles.planHead}>
          <div role="columnheader">{t('sql.plan.step')}</div>
          <div role="columnheader">{t('sql.plan.object')}</div>
          {isEstimated && (
            <>
              <div role="columnheader" data-number>
                {t('sql.plan.rows')}
              </div>
              <div role="columnheader" data-number>
                {t('sql.plan.cost')}
              </div>
            </>
          )}
          {isMeasured && (
            <>
              <div role="columnheader" data-number>
                {t('sql.plan.actualRows')}
              </div>
              <div role="columnheader" data-number>
                {t('sql.plan.time')}
              </div>
            </>
          )}
        </div>
        {lines.map((line) => (
          <PlanLine
            key={line.id}
            line={line}
            isOpen={line.step.steps.length > 0 && !closed.has(line.id)}
            isActive={line.id === active}
            isEstimated={isEstimated}
            isMeasured={isMeasured}
            onActive={() => setActive(line.id)}
            onToggle={(isOpen) => toggle(line.id, isOpen)}
          />
        ))}
      </div>
    </div>
  )
}

interface PlanLineProps {
  readonly line: Line
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly isEstimated: boolean
  readonly isMeasured: boolean
  readonly onActive: () => void
  readonly onToggle: (isOpen: boolean) => void
}

const shown = (value: number | null): string => (value === null ? '' : formatNumber(value))

function PlanLine({ line, isOpen, isActive, isEstimated, isMeasured, onActive, onToggle }: PlanLineProps) {
  const { t } = useTranslation()
  const { id, step, level, share } = line
  const hasSteps = step.steps.length > 0
  return (
    <div
      role="row"
      className={styles.planLine}
      data-step={id}
      aria-level={level + 1}
      aria-expanded={hasSteps ? isOpen : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActive}
    >
      <div role="gridcell" style={{ paddingInlineStart: 12 + level * 18 }}>
        {hasSteps ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.fold}
            aria-label={t(isOpen ? 'sql.plan.close' : 'sql.plan.open', { step: step.operation })}
            onClick={() => onToggle(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          </button>
        ) : (
          <span className={styles.fold} />
        )}
        <b dir="ltr">{step.operation}</b>
        {step.detail !== '' && (
          <span className={styles.planDetail} dir="ltr">
            {step.detail}
          </span>
        )}
      </div>
      <div role="gridcell">
        <bdi>{step.object}</bdi>
      </div>
      {isEstimated && (
        <>
          <div role="gridcell" data-number>
            {shown(step.rows)}
          </div>
          <div role="gridcell" data-number>
            {share !== undefined && (
              <span className={styles.share} data-expensive={share >= expensive || undefined}>
                <span style={{ inlineSize: `${Math.round(share * 100)}%` }} />
              </span>
            )}
            {shown(step.cost)}
          </div>
        </>
      )}
      {isMeasured && (
        <>
          <div role="gridcell" data-number>
            {shown(step.actualRows)}
          </div>
          <div role="gridcell" data-number>
            {step.actualMs === null ? '' : spentTime(step.actualMs)}
          </div>
        </>
      )}
    </div>
  )
}

/** Returns the visible steps in reading order. */
function linesOf(steps: readonly SqlPlanStep[], closed: ReadonlySet<string>): readonly Line[] {
  const total = Math.max(...steps.map(({ cost }) => cost ?? 0), 0)
  const lines: Line[] = []
  const add = (step: SqlPlanStep, id: string, level: number): void => {
    lines.push({ id, step, level, share: shareOf(step, total) })
    if (!closed.has(id)) step.steps.forEach((child, at) => add(child, `${id}.${at}`, level + 1))
  }
  steps.forEach((step, at) => add(step, `${at}`, 0))
  return lines
}

/** The costs of a step include those of the steps below it. */
function shareOf({ cost, steps }: SqlPlanStep, total: number): number | undefined {
  if (cost === null || total <= 0) return undefined
  const below = steps.reduce((sum, step) => sum + (step.cost ?? 0), 0)
  return Math.min(1, Math.max(0, cost - below) / total)
}
