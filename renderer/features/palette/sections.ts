import { match } from './match'

/** Groups of the palette in default order. */
export const sectionKinds = ['recent', 'tables', 'columns', 'projects', 'commands', 'docs', 'records'] as const
export type SectionKind = (typeof sectionKinds)[number]

/** Something that can be found. */
export interface Findable {
  readonly id: string
  readonly kind: Exclude<SectionKind, 'recent'>
  readonly title: string
  /** How lately it was open: 0 is the last one. Absent: not in this session. */
  readonly recent?: number | undefined
}

export interface FoundLine<T extends Findable> {
  readonly item: T
  /** Positions of the matching letters. */
  readonly at: ReadonlySet<number>
}

export interface Section<T extends Findable> {
  readonly kind: SectionKind
  readonly lines: readonly FoundLine<T>[]
  /** Number of further results. */
  readonly more: number
}

/** The kind of result that each prefix restricts to. */
const narrowing: Readonly<Record<string, Findable['kind']>> = { '>': 'commands', '#': 'tables', '@': 'records' }

/** Parses a query into its prefix and its text. */
export function readQuery(typed: string): { readonly only: Findable['kind'] | undefined; readonly query: string } {
  const text = typed.trimStart()
  const only = narrowing[text.charAt(0)]
  return { only, query: (only === undefined ? text : text.slice(1)).trim() }
}

/** Lines per group: in a search over all groups, and in one group alone. */
const shownMax = 8
const shownAloneMax = 100
const recentMax = 6
/** Bonus of a recently opened item over equal matches. */
const recentScore = 6

/** Returns the results by group, the best one first. Limits long lists: an additional letter finds what is missing. */
export function findSections<T extends Findable>(items: readonly T[], typed: string): readonly Section<T>[] {
  const { only, query } = readQuery(typed)
  // Server results come last, so that late ones don't move the others.
  if (only === 'records') return query === '' ? sectionsOfAll(items.filter(isRecord), undefined) : []
  const asked = only === undefined ? items : items.filter(({ kind }) => kind === only)
  // Pages of the documentation appear only in searches, by their titles.
  if (query === '')
    return sectionsOfAll(
      asked.filter(({ kind }) => kind !== 'docs'),
      only,
    )
  const found = asked.flatMap((item) => {
    if (isRecord(item)) return []
    const answer = match(query, item.title)
    if (answer === undefined) return []
    return [{ item, at: answer.at, score: answer.score + (item.recent === undefined ? 0 : recentScore) }]
  })
  found.sort((one, other) => other.score - one.score)
  const sections = sectionKinds.flatMap((kind) => {
    const lines = found.filter(({ item }) => item.kind === kind)
    return lines.length === 0 ? [] : [{ ...cut(kind, lines, only), best: lines[0]?.score ?? 0 }]
  })
  // Help comes last, however well its titles match.
  const isDocs = ({ kind }: { readonly kind: SectionKind }): number => Number(kind === 'docs')
  return sections.sort((one, other) => isDocs(one) - isDocs(other) || other.best - one.best)
}

const isRecord = ({ kind }: Findable): boolean => kind === 'records'

function sectionsOfAll<T extends Findable>(
  items: readonly T[],
  only: Findable['kind'] | undefined,
): readonly Section<T>[] {
  const isRecent = ({ recent }: T): boolean => recent !== undefined && recent < recentMax
  const recent = items.filter(isRecent).sort((one, other) => (one.recent ?? 0) - (other.recent ?? 0))
  const others = items.filter((item) => !isRecent(item))
  return sectionKinds.flatMap((kind) => {
    const lines = (kind === 'recent' ? recent : others.filter((item) => item.kind === kind)).map((item) => ({
      item,
      at: new Set<number>(),
    }))
    // Shows all commands: there are few, and users learn them this way.
    return lines.length === 0 ? [] : [cut(kind, lines, kind === 'commands' ? kind : only)]
  })
}

function cut<T extends Findable>(
  kind: SectionKind,
  lines: readonly FoundLine<T>[],
  only: Findable['kind'] | undefined,
): Section<T> {
  const shown = lines.slice(0, only === undefined ? shownMax : shownAloneMax)
  return { kind, lines: shown.map(({ item, at }) => ({ item, at })), more: lines.length - shown.length }
}
