import { fitText, textWidth } from './canvas-text'
import { oneLineHeight } from './draw-parts'

/** Height of a line of text in cells that are higher than one line. */
export const lineHeight = 20

/** Lines of text that a cell has room for. */
export function linesIn(height: number): number {
  return height <= oneLineHeight ? 1 : Math.max(1, Math.floor((height - 8) / lineHeight))
}

const wrapped = new Map<string, readonly string[]>()
const wrappedHeld = 4_000
/** More than the largest cell shows. */
const longestWrapped = 1_500

/**
 * A text in lines of a width, in the context's font: broken at blanks and line ends, a word that is too long within
 * itself; the last line ends with an ellipsis when something is left over. Remembered for as long as the font measures
 * the same.
 */
export function wrapText(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
  linesMax: number,
): readonly string[] {
  // A font that has arrived measures a text otherwise.
  const key = `${context.font}\n${width} ${linesMax} ${textWidth(context, 'mmmm')}\n${text}`
  const held = wrapped.get(key)
  if (held) return held
  if (wrapped.size >= wrappedHeld) wrapped.clear()
  const lines = breakLines(context, text.slice(0, longestWrapped), width, linesMax)
  wrapped.set(key, lines)
  return lines
}

function breakLines(context: CanvasRenderingContext2D, text: string, width: number, linesMax: number): string[] {
  const lines: string[] = []
  const paragraphs = text.trimEnd().split(/\r\n|\r|\n/)
  for (const [at, paragraph] of paragraphs.entries()) {
    let rest = paragraph.trimEnd()
    do {
      if (lines.length === linesMax - 1) {
        const isAll = at === paragraphs.length - 1
        const last = fitText(context, isAll ? rest : `${rest}…`, width)
        return [...lines, last.replace(/…+$/, '…')]
      }
      const end = lineEnd(context, rest, width)
      lines.push(rest.slice(0, end).trimEnd())
      rest = rest.slice(end).trimStart()
    } while (rest !== '')
  }
  return lines
}

const breaks = /\s+|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/gu

/** Where the first line of a text ends: behind a word, or within the first word when it does not fit. */
function lineEnd(context: CanvasRenderingContext2D, text: string, width: number): number {
  if (textWidth(context, text) <= width) return text.length
  let end = 0
  for (const { index, 0: blank } of text.matchAll(breaks)) {
    if (context.measureText(text.slice(0, index)).width > width) break
    end = index + blank.length
  }
  if (end > 0) return end
  let low = 1
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (context.measureText(text.slice(0, middle)).width <= width) low = middle
    else high = middle - 1
  }
  // Never half of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(low - 1)) && low > 1 ? low - 1 : low
}
