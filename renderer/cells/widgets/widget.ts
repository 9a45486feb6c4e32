import type { StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { ReactNode } from 'react'
import { tabularWidth } from '../canvas-text'
import type { CellTheme } from '../cell-theme'
import { bodySize, padding, sized, type CellDrawing, type DrawCell } from '../draw-parts'

/** A cell that is measured: it has no place yet, and its colours don't matter. */
export interface ContentDrawing extends Omit<CellDrawing, 'rect' | 'hoverX' | 'active' | 'theme'> {
  readonly theme: Pick<CellTheme, 'fontFamily' | 'monoFamily'>
}

/** A value outside the canvas. */
export interface WidgetView {
  readonly value: StoredValue
  /** The value as the reader's language writes it. */
  readonly text: string
  readonly column: Column
}

/** A widget that shows values: on the grid's canvas and in the page. */
export interface CellWidget {
  readonly draw: DrawCell
  /** Returns the width in CSS pixels that shows the whole content, for sizing a column by double click. */
  readonly width: (drawing: ContentDrawing) => number
  /** True if text that is too long continues on the next line of a higher row. */
  readonly wraps: boolean
  /** True if the cell looks different under the pointer, so that it is painted again. */
  readonly hovers: boolean
  /** Renders the same in the page. The text is shown if this is undefined or returns undefined. */
  readonly view: ((props: WidgetView) => ReactNode) | undefined
}

/** Returns the width of a text in the body font, with room for a mark before it. */
export function bodyWidth({ context, theme, text }: ContentDrawing, mark = 0): number {
  context.font = `400 ${sized(bodySize)}px ${theme.fontFamily}`
  return textWidthIn(context, text) + mark
}

/** Returns the width of a text in the font of code. */
export function codeWidth({ context, theme, text }: ContentDrawing): number {
  context.font = `400 ${sized(11)}px ${theme.monoFamily}`
  return textWidthIn(context, text)
}

const textWidthIn = (context: CanvasRenderingContext2D, text: string): number =>
  padding * 2 + tabularWidth(context, text.slice(0, 200)) + 2
