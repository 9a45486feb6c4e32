import type { ComputedKind } from '@common/columns/new-types'
import {
  computedOf,
  isRelation,
  isSameName,
  placeOf,
  relationOf,
  tableOf,
  type Draft,
  type DraftColumn,
  type DraftTable,
} from './draft'

/** Kinds of what a draft lacks before it can be saved (S2 §5), as the messages name them. */
export type DraftProblemKind =
  | 'projectNameRequired'
  | 'categoryRequired'
  | 'columnNameRequired'
  | 'columnDuplicate'
  | 'columnTypeRequired'
  | 'relatedTableRequired'
  | 'relationTypeRequired'
  | 'relatedColumnRequired'
  | 'rollupFunctionRequired'
  | 'relationDuplicate'

/** Field of the editor that shows the problem. */
export type DraftField =
  | 'title'
  | 'category'
  | 'name'
  | 'uiType'
  | 'related'
  | 'relation'
  | 'link'
  | 'column'
  | 'rollup'

export interface DraftProblem {
  readonly kind: DraftProblemKind
  readonly field: DraftField
  /** Both are absent for the fields of the project. */
  readonly tableId?: string
  readonly columnId?: string
}

/** Returns the problems of a draft in the order of the screen: the project, then each table from above. */
export function draftProblems(draft: Draft): readonly DraftProblem[] {
  return [
    ...(draft.title.trim() === '' ? [{ kind: 'projectNameRequired', field: 'title' } as const] : []),
    ...(draft.category.trim() === '' ? [{ kind: 'categoryRequired', field: 'category' } as const] : []),
    ...draft.tables.flatMap((table) =>
      table.columns.flatMap((column, index) =>
        columnProblems(draft, table, column, index).map((problem) => ({
          ...problem,
          tableId: table.id,
          columnId: column.id,
        })),
      ),
    ),
  ]
}

type Found = Pick<DraftProblem, 'kind' | 'field'>

function columnProblems(draft: Draft, table: DraftTable, column: DraftColumn, index: number): readonly Found[] {
  const before = table.columns.slice(0, index)
  const found: Found[] = []
  if (column.name.trim() === '') found.push({ kind: 'columnNameRequired', field: 'name' })
  else if (before.some(({ name }) => isSameName(name, column.name)))
    found.push({ kind: 'columnDuplicate', field: 'name' })
  const computed = computedOf(column)
  if (column.uiType === undefined) found.push({ kind: 'columnTypeRequired', field: 'uiType' })
  if (isRelation(column)) found.push(...relationProblems(draft, column, before))
  if (computed !== undefined && computed !== 'formula') found.push(...followProblems(draft, column, computed))
  if (computed === 'rollup' && column.rollup === undefined)
    found.push({ kind: 'rollupFunctionRequired', field: 'rollup' })
  return found
}

function relationProblems(draft: Draft, column: DraftColumn, before: readonly DraftColumn[]): readonly Found[] {
  const relation = relationOf(column)
  const found: Found[] = []
  if (relation === undefined) found.push({ kind: 'relationTypeRequired', field: 'relation' })
  if (tableOf(draft, column.relatedId) === undefined) found.push({ kind: 'relatedTableRequired', field: 'related' })
  else if (
    before.some(
      (other) =>
        relationOf(other) === relation && other.relatedId === column.relatedId && other.id !== column.counterpartId,
    )
  )
    found.push({ kind: 'relationDuplicate', field: 'related' })
  return found
}

function followProblems(draft: Draft, { follows }: DraftColumn, kind: ComputedKind): readonly Found[] {
  const link = placeOf(draft, follows?.linkId)?.column
  const related = tableOf(draft, link?.relatedId)
  if (related === undefined) return [{ kind: 'relatedTableRequired', field: 'link' }]
  return kind === 'count' || related.columns.some(({ id }) => id === follows?.columnId)
    ? []
    : [{ kind: 'relatedColumnRequired', field: 'column' }]
}
