import { AppError } from '@common/errors'
import { parseFields } from './fields'
import { parseNameList } from './name-list'
import { parsePage } from './page'
import { parseSort } from './sort'
import type { Filter, Page, Sort } from './tree'
import { parseWhere } from './where'

/** A list of linked rows: which columns beside key and name, which rows, and how many per row. */
export interface NestedList {
  /** Further columns, by title or name; `['*']` means all columns. */
  readonly fields?: readonly string[]
  readonly filter?: Filter
  readonly sort: readonly Sort[]
  readonly page: Page
}

/** Links of one kind. */
export interface NestedKind {
  /** Tables or links by name, title or id, in parameter order. Undefined: all links. */
  readonly names: readonly string[] | undefined
  /** By zero-based position in `names`. */
  readonly lists: ReadonlyMap<number, NestedList>
}

/** The linked rows in a list (wire §9.2). */
export interface NestedQuery {
  readonly hasMany: NestedKind
  readonly belongsTo: NestedKind
  readonly manyToMany: NestedKind
}

const kinds = { hm: 'hasMany', bt: 'belongsTo', mm: 'manyToMany' } as const
/** Prefix of `fields1`, `where1` and so on for each kind. */
const letters = { hm: 'h', bt: 'b', mm: 'm' } as const
const parts = { fields: 'f', where: 'w', limit: 'l', offset: 'o', sort: 's' } as const
type Part = keyof typeof parts
/** `f1` and `w1` apply to the n-th table of every kind. Limits, offsets and sorts have a prefix for the kind. */
const common: readonly Part[] = ['fields', 'where']

const numbered = /^(?:([hbm])(fields|where|limit|offset|sort|[los])|([fw]))([1-9]\d{0,2})$/

/** True if a parameter is about linked rows. */
export function isNestedParameter(name: string): boolean {
  return Object.hasOwn(kinds, name) || numbered.test(name)
}

/**
 * Parses the parameters about linked rows: `hm=Book&hfields1=price&hlimit1=3`.
 *
 * @throws AppError QUERY_PARAMETER_INVALID, FILTER_*, SORT_INVALID
 */
export function parseNested(parameters: Iterable<readonly [string, string]>): NestedQuery {
  const given = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (!isNestedParameter(name)) continue
    if (given.has(name)) throw new AppError('QUERY_PARAMETER_INVALID', { parameter: name })
    given.set(name, value)
  }
  return { hasMany: parseKind(given, 'hm'), belongsTo: parseKind(given, 'bt'), manyToMany: parseKind(given, 'mm') }
}

function parseKind(given: ReadonlyMap<string, string>, kind: keyof typeof kinds): NestedKind {
  const text = given.get(kind)
  const names = text === undefined ? undefined : parseNameList(kind, text)
  const lists = new Map<number, NestedList>()
  for (let at = 0; at < (names?.length ?? 0); at += 1) {
    const list = parseList(given, letters[kind], at + 1)
    if (list !== undefined) lists.set(at, list)
  }
  return { names, lists }
}

function parseList(given: ReadonlyMap<string, string>, letter: string, n: number): NestedList | undefined {
  const parameter = (part: Part): string | undefined =>
    [`${letter}${part}${n}`, common.includes(part) ? `${parts[part]}${n}` : `${letter}${parts[part]}${n}`].find(
      (name) => given.has(name),
    )
  const named = { fields: parameter('fields'), where: parameter('where'), sort: parameter('sort') }
  const value = (part: Part): string | undefined => given.get(parameter(part) ?? '')
  if (!Object.keys(parts).some((part) => parameter(part as Part) !== undefined)) return undefined
  const fields = value('fields')?.trim() === '*' ? ['*'] : parseFields(value('fields') ?? '', named.fields)
  const filter = parseWhere(value('where') ?? '')
  return {
    ...(fields && { fields }),
    ...(filter && { filter }),
    sort: parseSort(value('sort') ?? '', named.sort),
    page: parsePage(value('limit'), value('offset')),
  }
}
