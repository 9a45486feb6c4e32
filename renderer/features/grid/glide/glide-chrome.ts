import { typeOfKind } from '@common/columns/new-types'
import {
  GridCellKind,
  type DataEditorCoreProps,
  type DrawHeaderCallback,
  type InternalCellRenderer,
  type LoadingCell,
} from '@glideapps/glide-data-grid'
import type { UiType } from '@common/columns/ui-types'
import { drawIcon, firstLine, fitText, iconPaths, paintText, sized, textWidth, typeIconPath } from '@renderer/cells'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import type { GridTheme } from './grid-theme'

type Renderers = NonNullable<DataEditorCoreProps['renderers']>

/** A computed column shows its kind, not the type of its result. */
function typeShown({ column, computed }: DataGridColumn): UiType {
  return computed === undefined ? column.uiType : typeOfKind[computed.kind]
}

function drawCheckbox(
  context: CanvasRenderingContext2D,
  center: { readonly x: number; readonly y: number },
  state: boolean | 'mixed',
  theme: GridTheme,
): void {
  const at = { x: center.x - 8, y: center.y - 8, size: 16 }
  if (state === false) {
    context.fillStyle = theme.cells.surface
    context.strokeStyle = theme.cells.line2
    context.lineWidth = 1.4
    context.beginPath()
    context.roundRect(at.x + 0.5, at.y + 0.5, 15, 15, 3.5)
    context.fill()
    context.stroke()
    return
  }
  context.fillStyle = theme.accentFill
  context.beginPath()
  context.roundRect(at.x, at.y, 16, 16, 4)
  context.fill()
  context.strokeStyle = '#FFFFFF'
  const mark = state === 'mixed' ? iconPaths.minus : iconPaths.check
  drawIcon(context, mark, { x: center.x - 6, y: center.y - 6, size: 12 }, 'stroke')
}

/** Data of each line for the row-number column. */
export interface RowMarks {
  readonly theme: () => GridTheme
  readonly hoveredRow: () => number | undefined
  readonly isDraft: (row: number) => boolean
  /** Undefined for lines without a record. */
  readonly numberOf: (row: number) => number | undefined
}

/** Row numbers with checkboxes, the line that adds a row, and the built-in cells that we leave blank. */
export function chromeRenderers(marks: RowMarks): Renderers {
  const blank: InternalCellRenderer<LoadingCell> = {
    kind: GridCellKind.Loading,
    getAccessibilityString: () => '',
    draw: () => undefined,
    onPaste: () => undefined,
  }
  return [blank, markerRenderer(marks), newRowRenderer(marks)] as Renderers
}

// The library doesn't export the inner cell kinds by name, only by value.
const markerKind = 'marker'
const newRowKind = 'new-row'

interface MarkerArgs {
  readonly ctx: CanvasRenderingContext2D
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly row: number
  readonly hoverAmount: number
  readonly cell: { readonly row: number; readonly checked: boolean; readonly hint?: string }
}

function markerRenderer({ theme, hoveredRow, isDraft, numberOf }: RowMarks) {
  return {
    kind: markerKind,
    getAccessibilityString: (cell: MarkerArgs['cell']) => String(cell.row),
    needsHover: true,
    needsHoverPosition: false,
    measure: () => 44,
    // If rows are draggable, the painter asks whether a press also selects the row.
    onClick: ({ cell }: { readonly cell: MarkerArgs['cell'] }) => ({ ...cell, checked: !cell.checked }),
    draw: ({ ctx, rect, row, cell, hoverAmount }: MarkerArgs) => {
      const colors = theme()
      const center = { x: rect.x + rect.width / 2, y: firstLine(rect) }
      if (isDraft(row)) {
        ctx.strokeStyle = colors.cells.accentText
        drawIcon(ctx, iconPaths.plus, { x: center.x - 6, y: center.y - 6, size: 12 }, 'stroke')
        return
      }
      const number = numberOf(row)
      if (number === undefined) return
      if (cell.checked || hoverAmount > 0 || hoveredRow() === row) {
        drawCheckbox(ctx, center, cell.checked, colors)
        return
      }
      ctx.font = `400 ${sized(11)}px ${colors.cells.fontFamily}`
      ctx.fillStyle = colors.cells.text3
      ctx.textBaseline = 'alphabetic'
      const text = String(number)
      paintText(ctx, text, center.x - textWidth(ctx, text) / 2, center.y + 4)
      ctx.textBaseline = 'middle'
    },
    onPaste: () => undefined,
  }
}

function newRowRenderer({ theme }: RowMarks) {
  return {
    kind: newRowKind,
    getAccessibilityString: (cell: { readonly hint?: string }) => cell.hint ?? '',
    needsHover: true,
    needsHoverPosition: false,
    measure: () => 120,
    draw: ({ ctx, rect, cell }: MarkerArgs) => {
      if (cell.hint === undefined || cell.hint === '') return
      const colors = theme()
      ctx.strokeStyle = colors.cells.text3
      drawIcon(ctx, iconPaths.plus, { x: rect.x + 7, y: rect.y + rect.height / 2 - 7, size: 14 }, 'stroke')
      ctx.font = `400 ${sized(13)}px ${colors.cells.fontFamily}`
      // A narrow column shows only the icon instead of a truncated word.
      if (textWidth(ctx, cell.hint) > rect.width - 31) return
      ctx.fillStyle = colors.cells.text3
      ctx.textBaseline = 'alphabetic'
      paintText(ctx, cell.hint, rect.x + 27, rect.y + rect.height / 2 + 4.7)
      ctx.textBaseline = 'middle'
    },
    onPaste: () => undefined,
  }
}

/** Room before a title, for the type; after it, for the sort arrow, and for the chevron of the menu. */
const headRoom = { before: 27, sort: 16, after: 26 } as const
const headFont = (theme: GridTheme): string => `500 ${sized(12)}px ${theme.cells.fontFamily}`

/** Returns the header width for the full title, including the icons on hover. In CSS pixels. */
export function headWidth(column: Pick<DataGridColumn, 'title' | 'sort'>, theme: GridTheme): number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return 0
  context.font = headFont(theme)
  const sort = column.sort === undefined ? 0 : headRoom.sort
  return Math.ceil(headRoom.before + textWidth(context, column.title) + sort + headRoom.after)
}

/** Draws column headers: type icon, title, sort arrow; on hover a chevron for the menu. */
export function headerDrawing(
  theme: () => GridTheme,
  columnAt: (index: number) => DataGridColumn | undefined,
  allRows: () => boolean | 'mixed',
): DrawHeaderCallback {
  return ({ ctx, rect, columnIndex, isHovered, hoverX }) => {
    const colors = theme()
    const middle = rect.y + rect.height / 2
    if (columnIndex < 0) {
      drawCheckbox(ctx, { x: rect.x + rect.width / 2, y: middle }, allRows(), colors)
      return
    }
    const column = columnAt(columnIndex)
    if (!column) return
    if (column.filtered === true) {
      ctx.fillStyle = colors.changed
      ctx.fillRect(rect.x + 1, rect.y, rect.width - 1, rect.height - 1)
    }
    ctx.strokeStyle = colors.cells.text3
    let right = rect.x + rect.width - 6
    if (isHovered && rect.width > 60) {
      const overMenu = hoverX !== undefined && hoverX > rect.width - 30
      ctx.strokeStyle = overMenu ? colors.cells.text : colors.cells.text3
      drawIcon(ctx, iconPaths.chevronDown, { x: right - 13, y: middle - 6, size: 12 }, 'stroke')
      right -= 18
    }
    if (column.sort) {
      ctx.strokeStyle = colors.cells.accentText
      drawIcon(
        ctx,
        column.sort === 'ascending' ? iconPaths.arrowUp : iconPaths.arrowDown,
        { x: right - 12, y: middle - 6, size: 12 },
        'stroke',
      )
      right -= 16
    }
    let left = rect.x + 8
    if (rect.width >= 56) {
      ctx.strokeStyle = column.sort ? colors.cells.accentText : colors.cells.text3
      drawIcon(ctx, typeIconPath(typeShown(column)), { x: left, y: middle - 7, size: 14 }, 'stroke')
      left += 19
    }
    ctx.font = headFont(colors)
    ctx.fillStyle = column.sort ? colors.cells.accentText : colors.cells.text2
    ctx.textBaseline = 'alphabetic'
    if (right > left) paintText(ctx, fitText(ctx, column.title, right - left), left, middle + 4.4)
    ctx.textBaseline = 'middle'
  }
}
