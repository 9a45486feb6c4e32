import type { CellDisplay } from '@common/columns/column-type'
import { contentWidth, type ContentDrawing } from './draw'
import { bodySize, padding } from './draw-parts'
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

/** Texts go on in further lines where a row has room for them; everything else stands in one. */
const wraps: ReadonlySet<CellDisplay> = new Set(['text', 'longText'])

/** Whether a cell of this size shows less than what it holds, measured with the fonts of the page. */
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
  if (!wraps.has(display)) return contentWidth({ ...content, context, theme }, display) > width
  if (lines === 1 && /[\n\r]/.test(text)) return true
  context.font = `400 ${bodySize}px ${theme.fontFamily}`
  return wrapText(context, text, width - padding * 2, lines + 1).length > lines
}
