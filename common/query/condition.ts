import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import type { FilterOperator } from '@common/columns/column-type'
import { parseJson } from '@common/util/parse-json'
import type { LinkKind } from '@common/model/relations'
import type { Condition, Filter, FilterValue, RelatedFilter } from './tree'

/** Maps operators of `condition` (wire §10) to operators of the query tree. */
const operators = new Map<string, FilterOperator>([
  ['eq', 'eq'],
  ['neq', 'not'],
  ['like', 'like'],
  ['nlike', 'nlike'],
  ['gt', 'gt'],
  ['ge', 'ge'],
  ['lt', 'lt'],
  ['le', 'le'],
  ['in', 'in'],
  ['nin', 'nin'],
  ['contains', 'contains'],
  ['starts', 'starts'],
  ['ends', 'ends'],
  ['has', 'has'],
  ['btw', 'btw'],
  ['nbtw', 'nbtw'],
])

/** Link kinds by their names in `conditionGraph` (wire §10). `mm` is an addition for many-to-many. */
const relations = new Map<string, LinkKind>([
  ['hm', 'hasMany'],
  ['bt', 'belongsTo'],
  ['mm', 'manyToMany'],
])

/** Maximum nesting of related tables, and their maximum number in one filter. */
const relatedDepth = 10
const relatedTables = 50

interface RelatedJson {
  readonly relationType: unknown
}

function isRelated(json: unknown): json is RelatedJson {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, 'relationType')
}

/**
 * Parses `condition`, JSON text: `{"price":{"gt":20},"_or":[{"name":{"like":"a%"}},{"name":{"eq":null}}]}`. All keys of
 * an object must hold. `eq` and `neq` with null match missing and present values.
 *
 * @param related  true to allow conditions on related tables, as in `conditionGraph`:
 *   `{"author":{"relationType":"bt","name":{"eq":"Ann"}}}`
 * @returns undefined for an empty text or an empty object
 * @throws AppError FILTER_INVALID with the path to the invalid part, FILTER_OPERATOR_INVALID, FILTER_TOO_LARGE
 */
export function parseCondition(text: string, related = false): Filter | undefined {
  if (text.trim() === '') return undefined
  if (text.length > limits.filterCharacters) throw new AppError('FILTER_TOO_LARGE', { limit: 'characters' })
  let json: unknown
  try {
    json = parseJson(text)
  } catch {
    throw new AppError('FILTER_INVALID', { expected: 'json' })
  }
  return conditionFilter(json, related)
}

/** Like `parseCondition`, for parsed JSON of bodies and saved views. */
export function conditionFilter(json: unknown, related = false): Filter | undefined {
  const filters = new ConditionReader(related).object(json, [])
  return filters.length === 0 ? undefined : join('and', filters)
}

/**
 * Parses the bracket form: `condition[price][gt]=20&condition[_or][0][name][eq]=a`. Values are text; a list is
 * `[in]=1,2`, `[in][]=1` or `[in][0]=1`.
 *
 * @param name  the name of the parameter, `condition`
 * @returns undefined if no parameter has this form
 */
export function parseBracketCondition(
  name: string,
  parameters: Iterable<readonly [string, string]>,
  related = false,
): Filter | undefined {
  let root: BracketNode | undefined
  let characters = 0
  for (const [key, value] of parameters) {
    if (!key.startsWith(`${name}[`)) continue
    characters += key.length + value.length
    if (characters > limits.filterCharacters) throw new AppError('FILTER_TOO_LARGE', { limit: 'characters' })
    const path = bracketPath(key.slice(name.length))
    if (!path) throw new AppError('FILTER_INVALID', { expected: 'brackets', path: key })
    if (path.length > 2 * limits.filterDepth + 2) throw new AppError('FILTER_TOO_LARGE', { limit: 'depth' })
    root ??= new Map()
    place(root, path, value, key)
  }
  return root && conditionFilter(plain(root), related)
}

type BracketNode = Map<string, BracketNode | string>

/** Splits `[a][b][]` into `['a', 'b', '']`; undefined if it is malformed. */
function bracketPath(text: string): string[] | undefined {
  if (!/^(?:\[[^\]]*\])+$/.test(text)) return undefined
  return text.slice(1, -1).split('][')
}

function place(root: BracketNode, path: readonly string[], value: string, key: string): void {
  let node = root
  path.forEach((part, index) => {
    const name = part === '' ? String(node.size) : part
    const existing = node.get(name)
    if (index === path.length - 1) {
      if (existing !== undefined) throw new AppError('FILTER_INVALID', { expected: 'once', path: key })
      node.set(name, value)
      return
    }
    if (typeof existing === 'string') throw new AppError('FILTER_INVALID', { expected: 'once', path: key })
    const next: BracketNode = existing ?? new Map()
    node.set(name, next)
    node = next
  })
}

/** Turns nodes with numeric keys into lists; `in` and `nin` accept a comma-separated list. */
function plain(node: BracketNode | string, key = ''): unknown {
  if (typeof node === 'string') return key === 'in' || key === 'nin' ? node.split(',') : node
  const entries = [...node]
  if (['_or', '_and', 'in', 'nin'].includes(key) && entries.every(([name]) => /^\d{1,5}$/.test(name)))
    return entries.map(([, child]) => plain(child))
  return Object.fromEntries(entries.map(([name, child]) => [name, plain(child, name)]))
}

class ConditionReader {
  private terms = 0
  private relations = 0
  private relatedDepth = 0

  constructor(private readonly mayRelate: boolean) {}

  /** Returns the conditions of an object, all of which must hold. */
  object(json: unknown, path: readonly string[]): Filter[] {
    if (path.length > 2 * limits.filterDepth) throw new AppError('FILTER_TOO_LARGE', { limit: 'depth' })
    return entriesOf(json, path, 'object').flatMap(([key, value]) => {
      const inner = [...path, key]
      switch (key) {
        case '_and':
        case '_or':
          return [this.list(value, inner, key === '_or' ? 'or' : 'and')]
        case '_not':
          return [{ kind: 'not' as const, filter: join('and', this.filled(value, inner)) }]
        default:
          if (this.mayRelate && isRelated(value)) return [this.related(key, value, inner)]
          return entriesOf(value, inner, 'operators').map(([operator, operand]) =>
            this.condition(key, operator, operand, [...inner, operator]),
          )
      }
    })
  }

  private related(table: string, { relationType, ...rest }: RelatedJson, path: readonly string[]): RelatedFilter {
    this.count()
    // Each relation is a subquery; engines plan many of them very slowly.
    if (++this.relations > relatedTables || ++this.relatedDepth > relatedDepth)
      throw new AppError('FILTER_TOO_LARGE', { limit: 'depth' })
    const relation = typeof relationType === 'string' ? relations.get(relationType) : undefined
    if (relation === undefined) throw invalid([...path, 'relationType'], 'relationType')
    const filters = this.object(rest, path)
    this.relatedDepth -= 1
    return { kind: 'related', table, relation, ...(filters.length > 0 && { filter: join('and', filters) }) }
  }

  private count(): void {
    this.terms += 1
    if (this.terms > limits.filterTerms) throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
  }

  private list(json: unknown, path: readonly string[], kind: 'and' | 'or'): Filter {
    if (!Array.isArray(json) || json.length === 0) throw invalid(path, 'list')
    return join(
      kind,
      json.map((item: unknown, index) => join('and', this.filled(item, [...path, String(index)]))),
    )
  }

  /** Requires a condition: an empty object inside `_or` or `_not` would invert the filter. */
  private filled(json: unknown, path: readonly string[]): Filter[] {
    const filters = this.object(json, path)
    if (filters.length === 0) throw invalid(path, 'object')
    return filters
  }

  private condition(column: string, name: string, json: unknown, path: readonly string[]): Condition {
    this.count()
    const operator = operators.get(name)
    if (!operator) throw new AppError('FILTER_OPERATOR_INVALID', { operator: name, path: path.join('.') })
    if (operator === 'in' || operator === 'nin') {
      if (!Array.isArray(json)) throw invalid(path, 'list')
      return { kind: 'condition', column, operator, value: json.map((item) => scalar(item, path)) }
    }
    if (operator === 'btw' || operator === 'nbtw') {
      if (!Array.isArray(json) || json.length !== 2) throw invalid(path, 'twoValues')
      return { kind: 'condition', column, operator, value: json.map((item) => scalar(item, path)) }
    }
    const value = scalar(json, path)
    if (value !== null) return { kind: 'condition', column, operator, value }
    if (operator === 'eq') return { kind: 'condition', column, operator: 'is', value }
    if (operator === 'not') return { kind: 'condition', column, operator: 'isnot', value }
    throw invalid(path, 'value')
  }
}

function entriesOf(json: unknown, path: readonly string[], expected: 'object' | 'operators'): [string, unknown][] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid(path, expected)
  const entries = Object.entries(json)
  if (expected === 'operators' && entries.length === 0) throw invalid(path, expected)
  return entries
}

function scalar(json: unknown, path: readonly string[]): FilterValue {
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json
  if (typeof json === 'number' && Number.isFinite(json)) return json
  throw invalid(path, 'value')
}

function join(kind: 'and' | 'or', filters: readonly Filter[]): Filter {
  const [first] = filters
  return first && filters.length === 1 ? first : { kind, filters }
}

function invalid(path: readonly string[], expected: string): AppError {
  return new AppError('FILTER_INVALID', { expected, path: path.slice(0, 8).join('.') })
}
