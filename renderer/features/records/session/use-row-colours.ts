import type { OptionColor } from '@common/model'
import { colourOf, type RowColours } from '@common/views'
import { useMemo } from 'react'
import type { CellPosition } from '../painter/data-grid'
import type { Row } from '../rows/row-key'
import type { GridSession } from './session'

export interface GridColours {
  readonly rowColour: (row: number) => OptionColor | undefined
  readonly cellColour: (cell: CellPosition) => OptionColor | undefined
}

/** Returns the colours of the view's rules; undefined without rules. Evaluates each row once, until it changes. */
export function useRowColours({ model, table, columns, settings, rowFilter }: GridSession): GridColours | undefined {
  const { colours } = settings
  const { reader } = rowFilter
  return useMemo(() => {
    if (colours.length === 0) return undefined
    // Rows that change become other objects.
    const known = new WeakMap<Row, RowColours>()
    const of = (row: number): RowColours | undefined => {
      const held = model.rows.rowAt(row)
      if (held === undefined) return undefined
      let painted = known.get(held)
      if (painted === undefined) {
        painted = colourOf(held, colours, table, reader)
        known.set(held, painted)
      }
      return painted
    }
    return {
      rowColour: (row) => of(row)?.row,
      cellColour: ({ column, row }) => {
        const painted = of(row)
        if (painted === undefined || painted.cells.size === 0) return undefined
        return painted.cells.get(columns[column]?.id ?? '')
      },
    }
  }, [model, table, columns, colours, reader])
}
