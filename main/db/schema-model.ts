import type { SchemaObjectKind } from '@common/schema-script'
import type { SqlSyntax } from '@common/dialects/sql-syntax'
import { codeTokens } from '@common/sql'

/** The schema of a database as plain data that can be stored and compared. Texts are SQL of the engine. */
export interface SchemaModel {
  readonly types: readonly NamedSql[]
  readonly tables: readonly TableModel[]
  readonly views: readonly NamedSql[]
}

export interface NamedSql {
  readonly name: string
  /** Complete CREATE statement. */
  readonly sql: string
}

export interface TableModel {
  readonly name: string
  /** CREATE TABLE as the engine stores it; empty where the parts say everything. */
  readonly sql: string
  readonly columns: readonly ColumnModel[]
  readonly parts: readonly PartModel[]
  /** Options behind the columns. */
  readonly options: string
}

export interface ColumnModel {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  /** DEFAULT, GENERATED or IDENTITY; empty for none. */
  readonly value: string
  /** Everything after the name, as a definition. */
  readonly sql: string
}

export type PartKind = Exclude<SchemaObjectKind, 'table' | 'column' | 'options' | 'view' | 'type'>

/** A constraint, index, trigger or comment of a table. */
export interface PartModel {
  readonly kind: PartKind
  /** Empty for an unnamed constraint. */
  readonly name: string
  /** Definition without the name of a constraint; a complete statement for indexes and triggers. */
  readonly sql: string
}

/** Names that a change gave to tables and columns. */
export interface Renames {
  /** Former → new name. */
  readonly tables: ReadonlyMap<string, string>
  /** By the new name of the table: former → new name. */
  readonly columns: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export const noRenames: Renames = { tables: new Map(), columns: new Map() }

/** Comparison of texts and names of an engine. */
export interface ModelRules {
  /** Returns the form of an identifier that the engine compares. */
  readonly fold: (name: string) => string
  readonly syntax: SqlSyntax
}

/** Returns the tokens of SQL in a form that doesn't depend on blanks, quotes of names and letter case of keywords. */
export function tokensOfSql(sql: string, { fold, syntax }: ModelRules): string[] {
  return codeTokens(sql, syntax).map((token) => {
    const text = sql.slice(token.from, token.to)
    if (token.kind === 'word') return fold(text.toLowerCase())
    if (token.kind !== 'name') return text
    const close = text.slice(-1)
    return fold(text.slice(1, -1).replaceAll(close + close, close))
  })
}

/** Returns a comparison key of a part, without the name of a constraint or index. */
export function keyOfPart(part: PartModel, rules: ModelRules): string {
  const tokens = tokensOfSql(part.sql, rules)
  if (part.kind === 'index') {
    const at = tokens.indexOf('index')
    if (at >= 0 && at < 3) tokens.splice(at + 1, 1)
  }
  return `${part.kind} ${part.kind === 'trigger' || part.kind === 'comment' ? part.name : ''} ${tokens.join(' ')}`
}

export const keyOfColumn = (column: ColumnModel, rules: ModelRules): string => tokensOfSql(column.sql, rules).join(' ')

/** True if SQL mentions a name as an identifier. */
export const mentionsName = (sql: string, name: string, rules: ModelRules): boolean =>
  tokensOfSql(sql, rules).includes(rules.fold(name))

/** Ends of a foreign key by its definition. */
export interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly referencedColumns: readonly string[]
}

export function referenceOf(part: PartModel, rules: ModelRules): Reference | undefined {
  if (part.kind !== 'foreignKey') return undefined
  const tokens = tokensOfSql(part.sql, rules)
  const at = tokens.indexOf('references')
  const listFrom = (start: number): string[] => {
    if (tokens[start] !== '(') return []
    return tokens.slice(start + 1, tokens.indexOf(')', start)).filter((token) => token !== ',')
  }
  return { columns: listFrom(tokens.indexOf('(')), table: tokens[at + 1] ?? '', referencedColumns: listFrom(at + 2) }
}
