import { useEffect, useRef, type RefObject } from 'react'
import { heldTextsOfRange, textsOfRange } from './bulk-edits'
import { formatHtmlTable, formatTsv, parseTsv } from './clipboard'
import type { DataGridColumn } from './data-grid'
import type { GridModel } from './grid-model'
import { clipRange, type CellRange, type GridSelection } from './selection'

export interface GridClipboard {
  readonly model: GridModel
  readonly columns: readonly DataGridColumn[]
  readonly selection: GridSelection
  readonly area: RefObject<HTMLElement | null>
  readonly onCopied: (rows: number, columns: number) => void
  readonly onCut: (range: CellRange) => void
  readonly onPaste: (block: string[][], range: CellRange) => void
  readonly onError: (error: unknown) => void
}

/** Copy, cut and paste of ranges while the grid has the focus. */
export function useGridClipboard(options: GridClipboard): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const inGrid = (event: ClipboardEvent): boolean =>
      latest.current.area.current?.contains(document.activeElement) === true && !isField(event.target)
    const copy = (event: ClipboardEvent, cut: boolean): void => {
      const { model, columns, selection, onCopied, onCut, onError } = latest.current
      const range = copyRange(selection, columns.length, model.rowCount)
      if (!inGrid(event) || !range) return
      event.preventDefault()
      const finished = (): void => {
        if (cut) onCut(range)
        else onCopied(range.rows, range.columns)
      }
      const held = heldTextsOfRange(model, columns, range)
      if (held && event.clipboardData) {
        event.clipboardData.setData('text/plain', formatTsv(held))
        event.clipboardData.setData('text/html', formatHtmlTable(held))
        finished()
      } else writeLater(textsOfRange(model, columns, range)).then(finished, onError)
    }
    const onCopy = (event: ClipboardEvent): void => copy(event, false)
    const onCut = (event: ClipboardEvent): void => copy(event, true)
    const onPaste = (event: ClipboardEvent): void => {
      const { selection, onPaste: paste } = latest.current
      const text = event.clipboardData?.getData('text/plain')
      if (!inGrid(event) || text === undefined || text === '' || !selection.range) return
      event.preventDefault()
      paste(parseTsv(text), selection.range)
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCut)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCut)
      document.removeEventListener('paste', onPaste)
    }
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** The selected cells, or whole rows when their checkboxes are ticked. Scattered rows: the first block. */
function copyRange(selection: GridSelection, columns: number, rows: number): CellRange | undefined {
  const [first] = selection.rows
  if (first) return clipRange({ column: 0, row: first.from, columns, rows: first.to - first.from }, columns, rows)
  return selection.range && clipRange(selection.range, columns, rows)
}

/** Rows that must be fetched first: the clipboard takes a promise as long as the person's gesture is known. */
async function writeLater(texts: Promise<string[][]>): Promise<void> {
  const blob = (type: string, format: (cells: string[][]) => string): Promise<Blob> =>
    texts.then((cells) => new Blob([format(cells)], { type }))
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': blob('text/plain', formatTsv),
      'text/html': blob('text/html', formatHtmlTable),
    }),
  ])
}
