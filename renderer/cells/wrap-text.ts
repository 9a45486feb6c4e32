import { fitText, textWidth } from './canvas-text'
import { oneLineHeight, sized } from './draw-parts'

/** Line height of text in taller cells. */
export const lineHeight = (): number => sized(20)

/** Lines of text that a cell has room for. */
export function linesIn(height: number): number {
  return height <= oneLineHeight() ? 1 : Math.max(1, Math.floor((height - 8) / lineHeight()))
}

const wrapped = new Map<string, readonly string[]>()
const wrappedHeld = 4_000
/** More than the largest cell shows. */
const longestWrapped = 1_500

/**
 * Wraps a text to a width, in the context's font. Breaks at spaces and line ends, and inside words that are too long.
 * Truncates the last line with an ellipsis. Cached while the font's measurements stay the same.
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

/** Returns where the first line of a text ends: after a word, or within a first word that doesn't fit. */
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
  // Never splits a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text.charAt(low - 1)) && low > 1 ? low - 1 : low
}
