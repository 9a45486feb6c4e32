import { AppError } from '@common/errors'
import { names, sameName, tokensOf, type Token } from './sql-tokens'
import { TextReader, unsupported } from './text-reader'

/**
 * A parsed CREATE TABLE statement. Editing one column leaves all other text as its author wrote it. Grammar:
 * https://sqlite.org/lang_createtable.html
 */
export interface TableText {
  readonly columns: readonly ColumnText[]
  readonly constraints: readonly ConstraintText[]
  readonly withoutRowId: boolean
  readonly strict: boolean
}

export type ClauseKind =
  | 'primaryKey'
  | 'notNull'
  | 'null'
  | 'unique'
  | 'check'
  | 'default'
  | 'collate'
  | 'references'
  | 'generated'

export interface Clause {
  readonly kind: ClauseKind
  /** As written, with its CONSTRAINT name. */
  readonly text: string
}

export interface ColumnText {
  readonly name: string
  /** As written, with its quotes. */
  readonly nameText: string
  readonly type: string
  readonly clauses: readonly Clause[]
}

export interface ConstraintText {
  readonly kind: 'primaryKey' | 'unique' | 'check' | 'foreignKey'
  /** Columns of this table that it mentions; for a CHECK, all names in it. */
  readonly columns: readonly string[]
  readonly text: string
}

const tableConstraints = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN']
const columnClauses = [
  'CONSTRAINT',
  'PRIMARY',
  'NOT',
  'NULL',
  'UNIQUE',
  'CHECK',
  'DEFAULT',
  'COLLATE',
  'REFERENCES',
  'GENERATED',
  'AS',
]

/** @throws AppError SCHEMA_CHANGE_UNSUPPORTED unless the text is an ordinary CREATE TABLE (not a virtual table) */
export function parseTableText(sql: string): TableText {
  const tokens = tokensOf(sql)
  const open = tokens.findIndex((token) => token.text === '(')
  if (open < 0 || tokens[1]?.value === 'VIRTUAL') throw unsupported()
  const reader = new TextReader(sql, tokens)
  reader.position = open + 1
  const columns: ColumnText[] = []
  const constraints: ConstraintText[] = []
  while (!reader.is(')')) {
    if (constraints.length > 0 || (columns.length > 0 && reader.isWord(...tableConstraints)))
      constraints.push(readConstraint(reader))
    else columns.push(readColumn(reader))
    // SQLite accepts table constraints without a comma between them.
    if (reader.is(',')) reader.next()
    else if (!reader.is(')') && constraints.length === 0) throw unsupported()
  }
  reader.next()
  const options = reader.rest().map((token) => token.value)
  return {
    columns,
    constraints,
    withoutRowId: options.includes('WITHOUT'),
    strict: options.includes('STRICT'),
  }
}

function readColumn(reader: TextReader): ColumnText {
  const nameToken = reader.next()
  const name = nameToken.kind === 'word' ? nameToken.text : nameToken.value
  const typeStart = reader.mark()
  while (!reader.atEnd() && !reader.isWord(...columnClauses)) reader.skip()
  const type = reader.since(typeStart)
  const clauses: Clause[] = []
  while (!reader.atEnd()) clauses.push(readClause(reader))
  return { name, nameText: nameToken.text, type, clauses }
}

function readClause(reader: TextReader): Clause {
  const start = reader.mark()
  if (reader.isWord('CONSTRAINT')) {
    reader.next()
    reader.next()
  }
  const kind = readClauseBody(reader)
  return { kind, text: reader.since(start) }
}

function readClauseBody(reader: TextReader): ClauseKind {
  const keyword = reader.next().value
  switch (keyword) {
    case 'PRIMARY':
      reader.next()
      reader.takeWord('ASC', 'DESC')
      reader.takeConflict()
      reader.takeWord('AUTOINCREMENT')
      return 'primaryKey'
    case 'NOT':
      reader.next()
      reader.takeConflict()
      return 'notNull'
    case 'NULL':
      reader.takeConflict()
      return 'null'
    case 'UNIQUE':
      reader.takeConflict()
      return 'unique'
    case 'CHECK':
      reader.skip()
      return 'check'
    case 'DEFAULT':
      if (reader.is('+') || reader.is('-')) reader.next()
      reader.skip()
      return 'default'
    case 'COLLATE':
      reader.next()
      return 'collate'
    case 'REFERENCES':
      reader.takeReference()
      return 'references'
    case 'GENERATED':
      reader.next()
      reader.next()
      reader.skip()
      reader.takeWord('STORED', 'VIRTUAL')
      return 'generated'
    case 'AS':
      reader.skip()
      reader.takeWord('STORED', 'VIRTUAL')
      return 'generated'
    default:
      throw unsupported()
  }
}

function readConstraint(reader: TextReader): ConstraintText {
  const start = reader.mark()
  if (reader.isWord('CONSTRAINT')) {
    reader.next()
    reader.next()
  }
  const keyword = reader.next().value
  if (keyword === 'CHECK') {
    const inside = reader.skip()
    reader.takeConflict()
    return {
      kind: 'check',
      columns: inside.filter((token) => token.kind !== 'string').flatMap(nameOf),
      text: reader.since(start),
    }
  }
  if (keyword !== 'UNIQUE') reader.next()
  const columns = namesInList(reader.skip())
  if (keyword === 'FOREIGN') {
    reader.next()
    reader.takeReference()
    return { kind: 'foreignKey', columns, text: reader.since(start) }
  }
  reader.takeConflict()
  return { kind: keyword === 'PRIMARY' ? 'primaryKey' : 'unique', columns, text: reader.since(start) }
}

/** Returns the first name of each entry in a parenthesized list. */
function namesInList(tokens: readonly Token[]): string[] {
  const found: string[] = []
  let expected = true
  let depth = 0
  for (const token of tokens.slice(1, -1)) {
    if (token.text === '(') depth += 1
    else if (token.text === ')') depth -= 1
    else if (token.text === ',' && depth === 0) expected = true
    else if (expected) {
      found.push(...nameOf(token))
      expected = false
    }
  }
  return found
}

const nameOf = (token: Token): string[] =>
  token.kind === 'word' ? [token.text] : token.kind === 'quoted' || token.kind === 'string' ? [token.value] : []

/** True if a clause or constraint mentions a column. */
export function usesColumn(text: string, column: string): boolean {
  return tokensOf(text).some((token) => names(token, column))
}

/** @throws AppError COLUMN_NOT_FOUND */
export function columnTextOf(table: TableText, name: string): ColumnText {
  const found = table.columns.find((column) => sameName(column.name, name))
  if (found === undefined) throw new AppError('COLUMN_NOT_FOUND', { column: name })
  return found
}

/** Formats a CREATE TABLE statement from its parts. */
export function writeTableText(quotedName: string, table: TableText): string {
  const entries = [
    ...table.columns.map((column) =>
      [column.nameText, column.type, ...column.clauses.map((clause) => clause.text)].filter(Boolean).join(' '),
    ),
    ...table.constraints.map((constraint) => constraint.text),
  ]
  const options = [table.withoutRowId ? 'WITHOUT ROWID' : '', table.strict ? 'STRICT' : ''].filter(Boolean).join(', ')
  return `CREATE TABLE ${quotedName} (\n  ${entries.join(',\n  ')}\n)${options === '' ? '' : ` ${options}`}`
}
