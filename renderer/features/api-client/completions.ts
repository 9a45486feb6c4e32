import { decoded } from '@common/util/decoded'
import { variableAt } from '@common/variables'

/** Names that a field completes. */
export interface CompletionSource {
  /** Names of the variables. */
  readonly variables: readonly string[]
  /** Titles of the project's tables, for addresses. */
  readonly tables?: readonly string[]
  /** Other words, such as names of parameters. */
  readonly words?: readonly string[]
  /** True for a list with commas: completes its last item. */
  readonly isList?: boolean
}

export interface Completion {
  readonly text: string
  readonly kind: 'variable' | 'table' | 'word'
}

export interface Completions {
  /** Range that a completion replaces. */
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

const shownMax = 12

/** Returns the completions at a caret; undefined without any. */
export function completionsAt(text: string, caret: number, source: CompletionSource): Completions | undefined {
  const variable = variableAt(text, caret)
  if (variable !== undefined)
    return found(
      variable,
      options(source.variables, variable.typed, 'variable', (name) => `${name}}}`),
    )
  const before = text.slice(0, caret)
  const table = /\/api\/v1\/([^/?#{}]*)$/.exec(before)
  if (table !== null && source.tables !== undefined) {
    const typed = decoded(table[1] ?? '')
    const to = caret + (/^[^/?#{}]*/.exec(text.slice(caret))?.[0].length ?? 0)
    return found(
      { from: caret - (table[1] ?? '').length, to },
      options(source.tables, typed, 'table', encodeURIComponent),
    )
  }
  if (source.words === undefined || caret !== text.length) return undefined
  const from = source.isList === true ? before.lastIndexOf(',') + 1 : 0
  return found(
    { from, to: text.length },
    options(source.words, before.slice(from), 'word', (word) => word),
  )
}

const found = ({ from, to }: { readonly from: number; readonly to: number }, list: readonly Completion[]) =>
  list.length === 0 ? undefined : { from, to, options: list }

/** Words that begin with what is typed, then words that contain it. A word that is typed already is none. */
function options(
  words: readonly string[],
  typed: string,
  kind: Completion['kind'],
  textOf: (word: string) => string,
): Completion[] {
  const wanted = typed.toLowerCase()
  const all = words.filter((word) => word.toLowerCase().includes(wanted) && word !== typed)
  const first = all.filter((word) => word.toLowerCase().startsWith(wanted))
  return [...first, ...all.filter((word) => !first.includes(word))]
    .slice(0, shownMax)
    .map((word) => ({ text: textOf(word), kind }))
}

/** Returns the text and the caret after taking a completion. */
export function taken(text: string, { from, to }: Completions, { text: inserted }: Completion) {
  return { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length }
}

/** Parameters of lists of records (docs/data-api.md). */
export const listParameters: readonly string[] = [
  'where',
  'sort',
  'fields',
  'limit',
  'offset',
  'condition',
  'conditionGraph',
  'hm',
  'bt',
  'mm',
]

/** Common headers of requests. */
export const commonHeaders: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'If-None-Match',
  'Idempotency-Key',
  'User-Agent',
  'xc-token',
]
