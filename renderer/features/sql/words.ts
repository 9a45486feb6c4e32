import type { SqlStatementView } from '@common/sql/shapes'
import { formatNumber, t } from '@renderer/i18n'

/** `7 ms`, `1.2 sec`, `3 min`. */
export function spentTime(ms: number): string {
  const unit = (value: number, name: string, digits: number): string =>
    formatNumber(value, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits })
  if (ms < 1_000) return unit(Math.round(ms), 'millisecond', 0)
  if (ms < 60_000) return unit(ms / 1_000, 'second', 1)
  return unit(ms / 60_000, 'minute', 1)
}

/** Returns the outcome of a statement as one sentence. */
export function outcomeOf(statement: SqlStatementView): string {
  const { state, rows, affected, hasResult, isCut } = statement
  const time = spentTime(statement.elapsedMs)
  if (state === 'running') return t('sql.states.running', { time })
  if (state !== 'done') return t(`sql.states.${state}`)
  if (hasResult) return t(isCut ? 'sql.result.cut' : 'sql.result.rowsIn', { count: rows, time })
  return affected === null ? t('sql.result.doneIn', { time }) : t('sql.result.affectedIn', { count: affected, time })
}
