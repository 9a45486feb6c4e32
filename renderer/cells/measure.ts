import type { CellDisplay } from '@common/columns/column-type'
import { bodySize, padding, sized } from './draw-parts'
import { cellWidgets } from './registry'
import type { ContentDrawing } from './widgets/widget'
import { linesIn, wrapText } from './wrap-text'

let measuring: CanvasRenderingContext2D | null | undefined

function measuringContext(): CanvasRenderingContext2D | null {
  measuring ??= document.createElement('canvas').getContext('2d')
  return measuring
}

function pageFonts(): ContentDrawing['theme'] {
  const style = getComputedStyle(document.documentElement)
  return { fontFamily: style.getPropertyValue('--sans'), monoFamily: style.getPropertyValue('--mono') }
}

/** True if a cell of this size can't show its whole content, measured with the fonts of the page. */
export function isCut(
  content: Omit<ContentDrawing, 'context' | 'theme'>,
  display: CellDisplay,
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const context = measuringContext()
  if (context === null) return false
  const theme = pageFonts()
  const lines = linesIn(height)
  const { text } = content
  const widget = cellWidgets[display]
  if (!widget.wraps) return widget.width({ ...content, context, theme }) > width
  if (lines === 1 && /[\n\r]/.test(text)) return true
  context.font = `400 ${sized(bodySize)}px ${theme.fontFamily}`
  return wrapText(context, text, width - padding * 2, lines + 1).length > lines
}
