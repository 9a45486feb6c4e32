import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { useMemo, type RefObject } from 'react'
import type { DataGridHandle, DataGridProps } from '@renderer/features/records/painter/data-grid'
import { countRows } from '@renderer/features/records/painter/selection'
import { cellRenderer } from './glide-cells'
import { chromeRenderers, headerDrawing } from './glide-chrome'
import { lineRenderer } from './glide-lines'
import type { GridTheme } from './grid-theme'
import type { PainterSpace } from './use-painter-space'

/** Values that drawings read. The painter always gets the newest ones. */
export interface DrawnProps {
  readonly props: DataGridProps
  readonly theme: GridTheme
  readonly hoveredRow: number | undefined
}

/** Returns the functions that draw cells, lines, row numbers and headers. They stay the same. */
export function useDrawing(latest: RefObject<DrawnProps>) {
  const renderers = useMemo(
    () => [
      lineRenderer(() => latest.current.theme),
      cellRenderer(
        () => latest.current.theme,
        () => latest.current.hoveredRow,
      ),
    ],
    [latest],
  )
  const chrome = useMemo(
    () =>
      chromeRenderers({
        theme: () => latest.current.theme,
        hoveredRow: () => latest.current.hoveredRow,
        isDraft: (row) => latest.current.props.isDraftRow(row),
        numberOf: (row) => {
          const { rowNumber } = latest.current.props
          return rowNumber ? rowNumber(row) : row + 1
        },
      }),
    [latest],
  )
  const drawHeader = useMemo(
    () =>
      headerDrawing(
        () => latest.current.theme,
        (index) => latest.current.props.columns[index],
        () => {
          const selected = countRows(latest.current.props.selection.rows)
          return selected === 0 ? false : selected >= latest.current.props.rowCount ? true : 'mixed'
        },
      ),
    [latest],
  )
  return { renderers, chrome, drawHeader }
}

/** Returns the height of each line, and that of all lines with the header, in CSS pixels. */
export function useLineHeights(props: DataGridProps) {
  const lines = props.rowCount + (props.addRowLabel === undefined ? 0 : 1)
  const { lineHeights, rowHeight } = props
  const allLines = useMemo(() => heightOf(lineHeights, rowHeight, lines), [lineHeights, rowHeight, lines])
  const contentHeight = props.headerHeight + 1 + allLines
  // The painter calls this for every line on every scroll, so it must be cheap.
  const heightAt = useMemo(
    () => (lineHeights === undefined ? rowHeight : (line: number) => lineHeights[line] ?? rowHeight),
    [lineHeights, rowHeight],
  )
  return { heightAt, contentHeight }
}

/** Returns the height of some lines, including the last one, which adds a row. */
function heightOf(lineHeights: Uint8Array | undefined, rowHeight: number, lines: number): number {
  if (lineHeights === undefined) return lines * rowHeight
  let height = Math.max(0, lines - lineHeights.length) * rowHeight
  for (const one of lineHeights) height += one
  return height
}

/** The commands to a painter. */
export function painterHandle(
  editor: RefObject<DataEditorRef | null>,
  box: RefObject<HTMLDivElement | null>,
  latest: RefObject<DrawnProps>,
  space: PainterSpace,
  repaintAll: () => void,
): Omit<DataGridHandle, 'focus'> {
  return {
    repaint: (cells) => {
      if (cells) editor.current?.updateCells(cells.map(({ column, row }) => ({ cell: [column, row] })))
      else repaintAll()
    },
    scrollTo: ({ column, row }) => editor.current?.scrollTo(column, row),
    scrollBy: (rows) => {
      const scroller = box.current?.querySelector('.dvn-scroller')
      if (scroller) scroller.scrollTop += rows * latest.current.props.rowHeight
    },
    boundsOf: ({ column, row }) => {
      const bounds = editor.current?.getBounds(column, row)
      return bounds && space.toPage(bounds)
    },
  }
}
