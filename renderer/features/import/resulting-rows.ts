import type { Table } from '@common/model'
import type { WireImportPreview } from '@common/operations/imports'
import { fitsColumn, fitsType, type Fits } from './misfits'
import { choiceOf, type SheetPlan } from './plan'

/** Number of rows that an import creates; an estimate if the preview covers only the start of the file. */
export interface ResultingRows {
  readonly rows: number
  readonly isExact: boolean
}

/** Returns undefined if the number is unknown. */
export function resultingRows(
  preview: WireImportPreview | undefined,
  plan: SheetPlan,
  table: Table | undefined,
  onFail: 'skip' | 'stop',
): ResultingRows | undefined {
  if (preview === undefined) return undefined
  if (!preview.whole)
    return preview.estimatedRows === null ? undefined : { rows: rounded(preview.estimatedRows), isExact: false }
  if (onFail === 'stop') return { rows: preview.rows.length, isExact: true }
  const fits = plan.columns.map((column) => ({ source: column.source, fits: fitsOf(column, preview, table) }))
  const taken = preview.rows.filter((row) => fits.every((each) => each.fits(row[each.source] ?? null)))
  return { rows: taken.length, isExact: true }
}

/** True if a text is a valid value of its target column. */
export function fitsOf(
  column: SheetPlan['columns'][number],
  { locale, columns }: WireImportPreview,
  table: Table | undefined,
): Fits {
  const { goal } = column
  if (goal.kind === 'skip') return () => true
  if (goal.kind === 'column') {
    const target = table?.columns.find(({ name }) => name === goal.name)
    return target ? fitsColumn(target, locale) : () => true
  }
  const source = columns.find((each) => each.source === column.source)
  return fitsType(column.uiType, (source && choiceOf(source, column.uiType)?.options) ?? {}, locale)
}

/** Rounds an estimate to two digits. */
function rounded(rows: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 1)
  return Math.round(rows / unit) * unit
}
