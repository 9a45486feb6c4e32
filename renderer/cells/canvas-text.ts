import { drawsMirrored, turnStrip } from './mirror'

/** Canvas text: cached widths, truncation with an ellipsis, and digits of equal width for columns of numbers. */

/** Widths of texts, by font. */
const fonts = new Map<string, Map<string, number>>()
/** For each font. */
const widthsHeld = 10_000
const longestDrawn = 400

/** Returns the width of a text in the context's current font. Cached. */
export const textWidth = (context: CanvasRenderingContext2D, text: string): number =>
  widthIn(widthsOf(context), context, text)

/** Returns the known widths in the context's current font. To read the font takes longer than to find a width. */
function widthsOf({ font }: CanvasRenderingContext2D): Map<string, number> {
  const known = fonts.get(font)
  if (known !== undefined) return known
  const widths = new Map<string, number>()
  fonts.set(font, widths)
  return widths
}

function widthIn(widths: Map<string, number>, context: CanvasRenderingContext2D, text: string): number {
  const held = widths.get(text)
  if (held !== undefined) return held
  if (widths.size >= widthsHeld) widths.clear()
  const { width } = context.measureText(text)
  widths.set(text, width)
  return width
}

/** Clears cached widths that were measured before a font loaded. */
export function forgetTextWidths(): void {
  fonts.clear()
}

const ascii = /^[ -~]*$/

/** True if a text needs no measuring, which takes longer than drawing it. No letter of ASCII is wider than W and @. */
function surelyFits(
  widths: Map<string, number>,
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
): boolean {
  const letter = Math.max(widthIn(widths, context, 'W'), widthIn(widths, context, '@'))
  return text.length * letter <= width && ascii.test(text)
}

/** The longest beginning that fits, with an ellipsis when something is cut. One line: breaks become spaces. */
export function fitText(context: CanvasRenderingContext2D, text: string, width: number): string {
  const line = text.length > longestDrawn ? oneLine(text.slice(0, longestDrawn)) : oneLine(text)
  const widths = widthsOf(context)
  if (surelyFits(widths, context, line, width) || widthIn(widths, context, line) <= width) return line
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (context.measureText(`${line.slice(0, middle)}…`).width <= width) low = middle
    else high = middle - 1
  }
  // Never splits a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(line[low - 1] ?? '') ? low - 1 : low
  return `${line.slice(0, end).trimEnd()}…`
}

function oneLine(text: string): string {
  return /[\n\r\t]/.test(text) ? text.replace(/[\n\r\t]+/g, ' ') : text
}

const firstStrong = /[A-Za-z\u00C0-\u02B8\u0370-\u058F\u3040-\u9FFF\uAC00-\uD7AF]|([\u0590-\u08FF\uFB1D-\uFEFC])/

/** True when the text runs from right to left by its first letter. */
export function isRightToLeft(text: string): boolean {
  return firstStrong.exec(text)?.[1] !== undefined
}

/** Letters that run from right to left, marks for it, and marks above or below another letter. */
const shaped = /[\p{M}\u0590-\u08FF\u200F\uFB1D-\uFEFC]/u

/** Returns a text in its own direction, whatever is around it. */
const isolated = (text: string): string => `\u2068${text}\u2069`

/**
 * Draws a text from `x` to the end of the cell in the direction of its first letter, readable on a mirrored canvas too.
 *
 * @param widthMax  a longer text is drawn narrower
 */
export function paintText(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  widthMax?: number,
): void {
  if (!drawsMirrored() && !isRightToLeft(text)) {
    context.fillText(text, x, y, widthMax)
    return
  }
  const width = Math.min(textWidth(context, text), widthMax ?? Infinity)
  turnStrip(context, x, width)
  const { direction, textAlign } = context
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr'
  context.textAlign = 'left'
  context.fillText(text, x, y, widthMax)
  context.direction = direction
  context.textAlign = textAlign
  turnStrip(context, x, width)
}

/**
 * Draws a number or date with its right edge at `right`, every digit as wide as a zero. Hebrew and Thai are drawn as a
 * whole: their letters change places with their neighbours.
 */
export function drawTabular(context: CanvasRenderingContext2D, text: string, right: number, y: number): void {
  if (shaped.test(text)) {
    paintText(context, isolated(text), right - textWidth(context, isolated(text)), y)
    return
  }
  const width = drawsMirrored() ? tabularWidth(context, text) : 0
  turnStrip(context, right - width, width)
  const widths = widthsOf(context)
  const digit = widthIn(widths, context, '0')
  let x = right
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text.charAt(at)
    const own = widthIn(widths, context, sign)
    const advance = sign >= '0' && sign <= '9' ? digit : own
    x -= advance
    context.fillText(sign, x + (advance - own) / 2, y)
  }
  turnStrip(context, right - width, width)
}

/** Returns the width that `drawTabular` needs. */
export function tabularWidth(context: CanvasRenderingContext2D, text: string): number {
  if (shaped.test(text)) return textWidth(context, isolated(text))
  const widths = widthsOf(context)
  const digit = widthIn(widths, context, '0')
  let width = 0
  for (const sign of text) width += sign >= '0' && sign <= '9' ? digit : widthIn(widths, context, sign)
  return width
}
