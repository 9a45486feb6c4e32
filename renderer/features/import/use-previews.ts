import type { ImportOptions } from '@common/import/options'
import type { Table } from '@common/model'
import type { WireImportPreview } from '@common/operations/imports'
import { sentenceOf } from '@renderer/api'
import { readTable } from '@renderer/features/tables'
import { useRef } from 'react'
import * as api from './import-api'
import { carriedColumns, mappedColumns, newTableColumns, type ImportTarget, type SheetPlan } from './plan'
import type { Items, WizardItem } from './wizard-items'

export interface Previews {
  /** Loads the first rows of a sheet. */
  readonly read: (item: WizardItem, options: ImportOptions, target: ImportTarget) => Promise<void>
  /** Plans the columns again for another target. */
  readonly readInto: (item: WizardItem, target: ImportTarget) => Promise<void>
}

/** Loads the first rows of sheets and plans their columns. */
export function usePreviews(projectId: string, { change }: Items): Previews {
  const readings = useRef(new Map<string, number>())

  /** Loads the first rows. Ignores responses that a later request has superseded. */
  const read = async (item: WizardItem, options: ImportOptions, target: ImportTarget): Promise<void> => {
    const { key, importId, sheet } = item
    if (importId === undefined) return
    const turn = (readings.current.get(key) ?? 0) + 1
    readings.current.set(key, turn)
    change(key, () => ({ isReading: true, options }))
    try {
      const [preview, table] = await Promise.all([
        api.preview(projectId, { id: importId, sheet, options }),
        target.kind === 'table' && target.name !== '' ? readTable(projectId, target.name) : undefined,
      ])
      if (readings.current.get(key) !== turn) return
      change(key, ({ preview: was, plan }) => {
        const fresh = columnsFor(preview, target, table)
        const columns =
          was && sameTarget(plan.target, target) ? carriedColumns(plan.columns, was, fresh, preview) : fresh
        return { isReading: false, problem: undefined, preview, plan: { ...plan, target, columns } }
      })
    } catch (error) {
      if (readings.current.get(key) !== turn) return
      const problem = sentenceOf(error)
      // A sheet without a preview, such as an empty one, doesn't block the others.
      change(key, ({ preview, included }) => ({
        isReading: false,
        problem,
        included: included && preview !== undefined,
      }))
    }
  }

  /** Loads the same rows for another table. */
  const readInto = async ({ key, preview }: WizardItem, target: ImportTarget): Promise<void> => {
    if (!preview) return
    const table = target.kind === 'table' && target.name !== '' ? await readTable(projectId, target.name) : undefined
    change(key, ({ plan }) =>
      sameTarget(plan.target, target) ? { plan: { ...plan, columns: columnsFor(preview, target, table) } } : {},
    )
  }
  return { read, readInto }
}

function columnsFor(preview: WireImportPreview, target: ImportTarget, table: Table | undefined): SheetPlan['columns'] {
  return target.kind === 'table' && table ? mappedColumns(preview, table) : newTableColumns(preview)
}

const sameTarget = (one: ImportTarget, other: ImportTarget): boolean =>
  one.kind === other.kind && (one.kind === 'new' || (other.kind === 'table' && one.name === other.name))
