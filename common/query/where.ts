import { limits } from '@common/constants'
import { AppError } from '@common/errors'
import { filterOperators, type FilterOperator } from '@common/columns/column-type'
import type { Condition, Filter } from './tree'

/**
 * Parses the `where` grammar (wire §10):
 *
 *     where     = term (joiner term)*            ~and binds tighter than ~or, as in SQL
 *     joiner    = ~and | ~or | ~andnot | ~ornot
 *     term      = [~not] ( '(' where ')' | condition )
 *     condition = '(' column ',' operator ',' value ')'
 *
 * The column is the text up to the first comma, so a name can't contain a comma. The value ends at the bracket that
 * closes the condition; it may contain commas and paired brackets. The parser rejects a value that seems to continue
 * into the next condition. Use `condition` JSON for such values. Names are resolved later, against the table.
 *
 * @returns undefined for an empty text
 * @throws AppError FILTER_INVALID with the zero-based position, FILTER_OPERATOR_INVALID, FILTER_TOO_LARGE
 */
export function parseWhere(text: string): Filter | undefined {
  if (text.trim() === '') return undefined
  if (text.length > limits.filterCharacters) throw new AppError('FILTER_TOO_LARGE', { limit: 'characters' })
  const parser = new WhereParser(text)
  const result = parser.group(0, 0)
  if (!result.ok) throw parser.failure()
  if (result.end < text.length) {
    parser.fail(result.end, 'joiner')
    throw parser.failure()
  }
  return result.filter
}

/** Expected token at the error: `details.expected` of FILTER_INVALID. */
export type WhereExpectation = 'condition' | 'operator' | 'value' | 'closingBracket' | 'joiner' | 'null' | 'twoValues'

type Parsed = { readonly ok: true; readonly filter: Filter; readonly end: number } | { readonly ok: false }
const failed: Parsed = { ok: false }

const joiners = [
  ['~andnot', 'and', true],
  ['~ornot', 'or', true],
  ['~and', 'and', false],
  ['~or', 'or', false],
] as const

const operators: ReadonlySet<string> = new Set(filterOperators)
const isOperator = (text: string): text is FilterOperator => operators.has(text)
const isBlank = (sign: string | undefined): boolean => sign === ' ' || sign === '\t' || sign === '\n' || sign === '\r'

class WhereParser {
  private terms = 0
  private readonly known = new Map<number, Parsed>()
  private furthest: { readonly position: number; readonly error: AppError } | undefined

  constructor(private readonly text: string) {}

  /** Parses terms with joiners, up to a closing bracket or the end. */
  group(start: number, depth: number): Parsed {
    if (depth > limits.filterDepth) throw new AppError('FILTER_TOO_LARGE', { limit: 'depth' })
    let term = this.term(start, depth)
    if (!term.ok) return failed
    const alternatives: Filter[] = []
    let together: Filter[] = [term.filter]
    let end = this.skipBlanks(term.end)
    for (;;) {
      const joiner = joiners.find(([sign]) => this.text.startsWith(sign, end))
      if (!joiner) break
      const [sign, kind, negated] = joiner
      term = this.term(end + sign.length, depth)
      if (!term.ok) return failed
      if (kind === 'or') {
        alternatives.push(join('and', together))
        together = []
      }
      together.push(negated ? { kind: 'not', filter: term.filter } : term.filter)
      end = this.skipBlanks(term.end)
    }
    alternatives.push(join('and', together))
    return { ok: true, filter: join('or', alternatives), end }
  }

  private term(from: number, depth: number): Parsed {
    const start = this.skipBlanks(from)
    if (this.text.startsWith('~not', start)) {
      if (depth >= limits.filterDepth) throw new AppError('FILTER_TOO_LARGE', { limit: 'depth' })
      const inner = this.term(start + 4, depth + 1)
      return inner.ok ? { ...inner, filter: { kind: 'not', filter: inner.filter } } : failed
    }
    if (this.text[start] !== '(') return this.fail(start, 'condition')
    const before = this.known.get(start)
    if (before) return before
    const result = this.bracket(start, depth)
    this.known.set(start, result)
    return result
  }

  /** Parses a group if possible, otherwise a condition. So a column can have the name `(net) price`. */
  private bracket(start: number, depth: number): Parsed {
    const inside = this.skipBlanks(start + 1)
    if (this.text[inside] === '(' || this.text.startsWith('~not', inside)) {
      const group = this.group(inside, depth + 1)
      if (group.ok) {
        if (this.text[group.end] === ')') return { ...group, end: group.end + 1 }
        this.fail(group.end, this.text[group.end] === undefined ? 'closingBracket' : 'joiner')
      }
      const comma = this.text.indexOf(',', start)
      if (comma < 0 || !hasPairedBrackets(this.text.slice(start + 1, comma))) return failed
    }
    return this.condition(start)
  }

  private condition(start: number): Parsed {
    const columnEnd = this.text.indexOf(',', start)
    if (columnEnd < 0 || this.text.slice(start + 1, columnEnd).trim() === '') return this.fail(start + 1, 'condition')
    const column = this.text.slice(start + 1, columnEnd)
    const operatorEnd = this.text.slice(columnEnd + 1).search(/[,()]/) + columnEnd + 1
    const operator = this.text.slice(columnEnd + 1, operatorEnd).trim()
    if (operatorEnd <= columnEnd || operator === '') return this.fail(columnEnd + 1, 'operator')
    if (!isOperator(operator))
      return this.reject(columnEnd + 1, new AppError('FILTER_OPERATOR_INVALID', { operator, position: columnEnd + 1 }))
    if (this.text[operatorEnd] !== ',') return this.fail(operatorEnd, 'value')
    const valueStart = operatorEnd + 1
    const valueEnd = this.valueEnd(valueStart)
    if (valueEnd === undefined) return failed
    const value = conditionValue(operator, this.text.slice(valueStart, valueEnd))
    if (!('value' in value)) return this.fail(valueStart, value.expected)
    this.terms += 1
    if (this.terms > limits.filterTerms) throw new AppError('FILTER_TOO_LARGE', { limit: 'terms' })
    return { ok: true, filter: { kind: 'condition', column, operator, value: value.value }, end: valueEnd + 1 }
  }

  /** Returns the position of the bracket that closes the condition whose value starts here. */
  private valueEnd(start: number): number | undefined {
    let open = 0
    for (let at = start; at < this.text.length; at += 1) {
      const sign = this.text[at]
      if (sign === '(') open += 1
      else if (sign === ')') {
        if (open === 0) return at
        open -= 1
        // `(a,eq,x(y)~or(b,eq,1))` is ambiguous: the value is `x(y` or everything up to the end.
        const next = this.skipBlanks(at + 1)
        if (joiners.some(([joiner]) => this.text.startsWith(joiner, next))) {
          this.fail(at + 1, 'closingBracket')
          return undefined
        }
      }
    }
    this.fail(this.text.length, 'closingBracket')
    return undefined
  }

  private skipBlanks(from: number): number {
    let at = from
    while (isBlank(this.text[at])) at += 1
    return at
  }

  /** Records what was expected here. The parser reports the failure furthest into the text. */
  fail(position: number, expected: WhereExpectation): Parsed {
    return this.reject(position, new AppError('FILTER_INVALID', { position, expected }))
  }

  private reject(position: number, error: AppError): Parsed {
    if (!this.furthest || position > this.furthest.position) this.furthest = { position, error }
    return failed
  }

  failure(): AppError {
    return this.furthest?.error ?? new AppError('FILTER_INVALID', { position: 0, expected: 'condition' })
  }
}

function join(kind: 'and' | 'or', filters: readonly Filter[]): Filter {
  const [first] = filters
  return first && filters.length === 1 ? first : { kind, filters }
}

function hasPairedBrackets(text: string): boolean {
  let open = 0
  for (const sign of text) {
    if (sign === '(') open += 1
    else if (sign === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

/** Returns the value of a condition, or what was expected instead. */
function conditionValue(
  operator: FilterOperator,
  text: string,
): { readonly value: Condition['value'] } | { readonly expected: WhereExpectation } {
  switch (operator) {
    case 'is':
    case 'isnot':
      return text.trim() === 'null' ? { value: null } : { expected: 'null' }
    case 'in':
    case 'nin':
      return { value: text.split(',') }
    case 'btw':
    case 'nbtw': {
      const values = text.split(',')
      return values.length === 2 ? { value: values } : { expected: 'twoValues' }
    }
    default:
      return { value: text }
  }
}
