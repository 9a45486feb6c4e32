/** How well a text matches the query, and which of its letters match. */
export interface Match {
  readonly score: number
  /** Positions of the matching letters, by code point. */
  readonly at: ReadonlySet<number>
}

const letterScore = 1
const followsScore = 8
const textStartScore = 10
const wordStartScore = 7
const skipCost = 3
/** Minimum score per letter; below it, the match is a coincidence. */
const leastPerLetter = 4

/** A letter without its marks and its case; as many entries as the text has code points. */
function folded(text: string): string[] {
  return Array.from(text, (sign) => sign.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
}

/**
 * Matches the words of a query in a text, each word's letters in order: `inl` finds `Invoice lines`. Letters that begin
 * words and consecutive letters score higher. Returns undefined if a word doesn't match. Ignores case and diacritics.
 * An empty query matches everything.
 */
export function match(query: string, text: string): Match | undefined {
  const words = query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  const letters = folded(text)
  const starts = startsOf(text)
  const at = new Set<number>()
  let score = 0
  for (const word of words) {
    const found = matchWord(folded(word), letters, starts) ?? nearWord(folded(word), letters)
    if (found === undefined) return undefined
    score += found.score
    for (const place of found.at) at.add(place)
  }
  // Length is the tie-breaker: the shorter text wins.
  return { score: words.length === 0 ? 0 : score - letters.length / 50, at }
}

/** A slip in words of so many letters or more; two in words twice as long. */
const slipFrom = 4
/** Score per letter of a word with typos; less than for the same letters without any. */
const nearLetterScore = 4

/**
 * Finds a word of the text that starts like this one, except for a typo: a letter wrong, missing, extra, or two
 * swapped. The first letter must match.
 */
function nearWord(
  word: readonly string[],
  letters: readonly string[],
): { readonly score: number; readonly at: readonly number[] } | undefined {
  if (word.length < slipFrom) return undefined
  const slipsMost = word.length < 2 * slipFrom ? 1 : 2
  let best: { readonly slips: number; readonly from: number; readonly length: number } | undefined
  for (const [from, letter] of letters.entries()) {
    const isStart = from === 0 || !/[\p{L}\p{N}]/u.test(letters[from - 1] ?? '')
    if (!isStart || letter !== word[0]) continue
    const rest = letters.slice(from)
    const end = rest.findIndex((one) => !/[\p{L}\p{N}]/u.test(one))
    const found = slipsOfBeginning(word, end < 0 ? rest : rest.slice(0, end))
    if (found.slips <= slipsMost && (best === undefined || found.slips < best.slips)) best = { ...found, from }
  }
  if (best === undefined) return undefined
  const { slips, from, length } = best
  return {
    score: nearLetterScore * (word.length - 2 * slips),
    at: Array.from({ length }, (_, index) => from + index),
  }
}

/** Returns the minimum number of typos between a word and the start of another one, and the length of that start. */
function slipsOfBeginning(
  word: readonly string[],
  text: readonly string[],
): { readonly slips: number; readonly length: number } {
  let twoBefore: number[] = []
  let before = Array.from({ length: text.length + 1 }, (_, at) => at)
  for (const [index, letter] of word.entries()) {
    const row = [index + 1]
    for (let at = 1; at <= text.length; at += 1) {
      const same = letter === text[at - 1] ? 0 : 1
      let slips = Math.min((before[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1, (before[at - 1] ?? 0) + same)
      if (index > 0 && at > 1 && letter === text[at - 2] && word[index - 1] === text[at - 1])
        slips = Math.min(slips, (twoBefore[at - 2] ?? 0) + 1)
      row.push(slips)
    }
    twoBefore = before
    before = row
  }
  let length = 0
  for (const [at, slips] of before.entries()) if (slips < (before[length] ?? 0)) length = at
  return { slips: before[length] ?? word.length, length }
}

/** Returns the score of each letter by its position. */
function startsOf(text: string): number[] {
  const signs = Array.from(text)
  return signs.map((sign, index) => {
    const before = signs[index - 1]
    if (before === undefined) return textStartScore
    const isWord = /[\p{L}\p{N}]/u.test(sign) && !/[\p{L}\p{N}]/u.test(before)
    const isHump = /\p{Lu}/u.test(sign) && /\p{Ll}/u.test(before)
    return isWord || isHump ? wordStartScore : 0
  })
}

interface WordMatch {
  readonly score: number
  readonly at: readonly number[]
}

/** Consecutive letters match anywhere; scattered ones have to start at a word. */
function matchWord(
  word: readonly string[],
  letters: readonly string[],
  starts: readonly number[],
): WordMatch | undefined {
  const whole = wholeWord(word, letters, starts)
  const scattered = scatteredWord(word, letters, starts)
  if (whole === undefined || scattered === undefined) return whole ?? scattered
  return scattered.score > whole.score ? scattered : whole
}

/** Returns the best match of consecutive letters. */
function wholeWord(
  word: readonly string[],
  letters: readonly string[],
  starts: readonly number[],
): WordMatch | undefined {
  let from: number | undefined
  for (let place = 0; place + word.length <= letters.length; place += 1) {
    if (!word.every((letter, index) => letters[place + index] === letter)) continue
    if (from === undefined || (starts[place] ?? 0) > (starts[from] ?? 0)) from = place
  }
  if (from === undefined) return undefined
  const first = from
  return {
    score: letterScore + (starts[first] ?? 0) + (word.length - 1) * (letterScore + followsScore),
    at: word.map((_, index) => first + index),
  }
}

/** Returns the best match of scattered letters in order, with the first at the start of a word. Dynamic programming. */
function scatteredWord(
  word: readonly string[],
  letters: readonly string[],
  starts: readonly number[],
): WordMatch | undefined {
  let before: (number | undefined)[] = []
  const cameFrom: (number | undefined)[][] = []
  for (const [index, letter] of word.entries()) {
    const row: (number | undefined)[] = []
    const from: (number | undefined)[] = []
    /** The best position of the previous letter, at least two to the left. */
    let best: { readonly score: number; readonly place: number } | undefined
    for (const [place, other] of letters.entries()) {
      const left = before[place - 2]
      if (left !== undefined && (best === undefined || left > best.score)) best = { score: left, place: place - 2 }
      if (other !== letter) continue
      const worth = letterScore + (starts[place] ?? 0)
      if (index === 0) {
        if ((starts[place] ?? 0) > 0) row[place] = worth
        continue
      }
      const next = before[place - 1]
      const follows = next === undefined ? undefined : next + letterScore + followsScore
      const jumps = best === undefined ? undefined : best.score + worth - skipCost
      if (follows === undefined && jumps === undefined) continue
      const isNext = follows !== undefined && (jumps === undefined || follows >= jumps)
      row[place] = isNext ? follows : jumps
      from[place] = isNext ? place - 1 : best?.place
    }
    before = row
    cameFrom.push(from)
  }
  let end: number | undefined
  for (const [place, score] of before.entries())
    if (score !== undefined && (end === undefined || score > (before[end] ?? 0))) end = place
  const score = end === undefined ? undefined : before[end]
  if (end === undefined || score === undefined || (word.length > 1 && score < leastPerLetter * word.length))
    return undefined
  const at: number[] = []
  let place: number | undefined = end
  for (let index = word.length - 1; index >= 0 && place !== undefined; index -= 1) {
    at.unshift(place)
    place = cameFrom[index]?.[place]
  }
  return { score, at }
}
