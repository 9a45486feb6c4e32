import { DelimitedReader, type DelimitedRow } from './delimited'
import { importDelimiters, type ImportDelimiter } from './options'
import { looksLikeAmount } from '@common/columns/values/guesses'

/** Files for Excel can declare their delimiter in the first line. */
const saysDelimiter = /^sep=(.)\r?\n?$/i

/** Weights of delimiters. Commas also occur in texts and numbers. */
const telling: Readonly<Record<ImportDelimiter, number>> = { ',': 1, '|': 1.2, ';': 1.25, '\t': 1.3 }

/** Number of inspected rows. */
const rowsAtMost = 300

/** Returns the first rows of a text. The text after the last line end can be incomplete. */
function firstRows(sample: string, delimiter: string, isWhole: boolean, quoteNeverClosed: () => void): DelimitedRow[] {
  const reader = new DelimitedReader({ delimiter, rowSigns: sample.length + 1, quoteNeverClosed })
  const rows = reader.push(sample)
  return isWhole ? [...rows, ...reader.end()] : rows
}

/**
 * Guesses the delimiter: the one that gives most lines the same number of values, above one.
 *
 * @param preferred  wins a tie
 */
export function guessDelimiter(sample: string, isWhole: boolean, preferred: ImportDelimiter = ','): ImportDelimiter {
  const said = saysDelimiter.exec(sample.slice(0, sample.indexOf('\n') + 1))?.[1]
  const saidOne = importDelimiters.find((each) => each === said)
  if (saidOne !== undefined) return saidOne
  const candidates = [preferred, ...importDelimiters.filter((each) => each !== preferred)]
  let best = preferred
  let bestScore = 0
  for (const delimiter of candidates) {
    // Quoted values end at a delimiter. Unclosed quotation marks count against a candidate.
    let closing = 1
    const rows = firstRows(sample, delimiter, isWhole, () => (closing = 0.5)).slice(0, rowsAtMost)
    const score = evenness(rows.slice(0, isWhole || rows.length === 1 ? undefined : -1)) * telling[delimiter] * closing
    if (score > bestScore + 0.001) [best, bestScore] = [delimiter, score]
  }
  return best
}

/** True if the first line declares the delimiter. It isn't a row. */
export const hasDelimiterLine = (sample: string): boolean =>
  saysDelimiter.test(sample.slice(0, sample.indexOf('\n') + 1))

function evenness(rows: readonly DelimitedRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  let best = 0
  for (const [cells, lines] of counts)
    if (cells > 1) best = Math.max(best, (lines / rows.length) ** 2 * (1 + Math.log2(cells) / 10))
  return best
}

type FirstCell = string | number | boolean | null

/** True if the first row contains column names: texts without numbers, or texts above values of another kind. */
export function guessHeader(rows: readonly (readonly FirstCell[])[]): boolean {
  const [first, ...rest] = rows
  if (first === undefined) return false
  const filled = first.filter((cell) => cell !== null && cell !== '')
  if (filled.length === 0 || filled.some((cell) => typeof cell === 'boolean')) return false
  const isValue = filled.filter((cell) => looksLikeValue(cell))
  if (isValue.length === 0) return true
  // Years as column names, above values that aren't years.
  const isYear = (cell: FirstCell): boolean => /^(?:19|20)\d{2}$/.test(String(cell).trim())
  const areYears = first.every(
    (cell, at) => !looksLikeValue(cell) || (isYear(cell) && !rest.every((row) => isYear(row[at] ?? null))),
  )
  return areYears && isValue.length < filled.length && rest.length > 0
}

function looksLikeValue(cell: FirstCell): boolean {
  if (cell === null || cell === '') return false
  if (typeof cell !== 'string') return true
  const text = cell.trim()
  if (/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T].*)?$/.test(text) || /^\d{1,2}:\d{2}/.test(text)) return true
  return /^[+-]?[\d.,'\s%€$£]+$/.test(text) && /\d/.test(text) && (looksLikeAmount(text) || /^[+-]?\d/.test(text))
}
