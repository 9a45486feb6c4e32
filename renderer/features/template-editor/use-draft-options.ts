import { followable, placeOf, tableOf, takeable, type Draft, type DraftColumn } from '@common/templates'
import { useMemo } from 'react'
import { useEditor } from './editor-store'

export interface DraftOption {
  readonly value: string
  readonly label: string
}

/**
 * Returns options that follow from the draft. Their identity changes only with their content, so that typing in one row
 * doesn't draw the others.
 */
function useOptions(read: (draft: Draft) => readonly DraftOption[]): readonly DraftOption[] {
  const text = useEditor(({ versions }) => JSON.stringify(read(versions.present)))
  return useMemo(() => JSON.parse(text) as readonly DraftOption[], [text])
}

/** Tables that a relation can lead to. */
export const useTableOptions = (): readonly DraftOption[] =>
  useOptions(({ tables }) => tables.map(({ id, name }) => ({ value: id, label: name })))

/** Links of a table that a lookup or a rollup can follow: `album → Albums`. */
export const useLinkOptions = (tableId: string): readonly DraftOption[] =>
  useOptions((draft) => {
    const table = tableOf(draft, tableId)
    if (table === undefined) return []
    return followable(table).map(({ id, name, relatedId }) => ({
      value: id,
      label: `${name} → ${tableOf(draft, relatedId)?.name ?? ''}`,
    }))
  })

/** Columns of the related table: without virtual ones (S2 §5), unless the template has already taken one. */
export const useTakenOptions = ({ follows }: DraftColumn): readonly DraftOption[] =>
  useOptions((draft) => {
    const related = tableOf(draft, placeOf(draft, follows?.linkId)?.column.relatedId)
    if (related === undefined) return []
    const offered = takeable(related)
    const taken = related.columns.find(({ id }) => id === follows?.columnId)
    const all = taken === undefined || offered.includes(taken) ? offered : [...offered, taken]
    return all.map(({ id, name }) => ({ value: id, label: name }))
  })
