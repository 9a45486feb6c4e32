import type { TranslationKey } from '@renderer/i18n'
import type { SqlLanguageFacts } from './languages'
import { scopeAt, type Scope } from './scope'

/** A column as the editor offers it. */
export interface KnownColumn {
  readonly name: string
  /** The type in the reader's words. */
  readonly type: string
  readonly isKey: boolean
  /** The table that it refers to. */
  readonly refersTo?: string
}

/** A table as the editor offers it. */
export interface KnownTable {
  readonly name: string
  readonly type: 'table' | 'view'
  readonly columns: readonly KnownColumn[]
}

/** The names of the database. */
export interface KnownSchema {
  /** Schemas that tables can be qualified with. */
  readonly schemas: readonly string[]
  readonly tables: readonly KnownTable[]
  /** Functions and procedures that users made. */
  readonly routines: readonly string[]
}

export type SqlCompletionKind = 'column' | 'key' | 'table' | 'view' | 'alias' | 'function' | 'keyword' | 'schema'

/** An offered text. */
export interface SqlCompletion {
  readonly label: string
  readonly kind: SqlCompletionKind
  /** The text to insert, if it isn't the label. */
  readonly apply?: string
  /** Where the caret goes, counted from the start of the inserted text. Default: its end. */
  readonly caret?: number
  /** Text beside the label: a text of the database, or a text of the page. */
  readonly detail?: string
  readonly note?: { readonly key: TranslationKey; readonly name?: string }
  /** Higher first, among equal matches. */
  readonly rank: number
}

export interface SqlCompletions {
  readonly from: number
  readonly options: readonly SqlCompletion[]
}

export interface CompletionQuestion {
  readonly text: string
  readonly caret: number
  readonly schema: KnownSchema
  readonly language: Pick<SqlLanguageFacts, 'functions' | 'quotes' | 'plainName' | 'syntax'>
  /** Reserved words of the language. */
  readonly keywords: readonly string[]
  /** The user asked for the list; it opens without a first letter then. */
  readonly isAsked: boolean
}

/** Returns what can stand at the caret; undefined if nothing is to be offered. */
export function completionsAt(question: CompletionQuestion): SqlCompletions | undefined {
  const { text, caret, isAsked } = question
  const scope = scopeAt(text, caret, question.language.syntax)
  const word = text.slice(scope.from, caret)
  if (scope.isQuiet || (word === '' && !isAsked && scope.qualifiers.length === 0)) return undefined
  const reserved = new Set(question.keywords.map((keyword) => keyword.toLowerCase()))
  const name = (label: string): { readonly apply?: string } => quotedName(label, question.language, reserved)
  const options =
    scope.qualifiers.length > 0
      ? qualified(scope, question.schema, name)
      : unqualified(scope, question, name, /^[A-Z_]{2,}/.test(word))
  return options.length === 0 ? undefined : { from: scope.from, options }
}

type Naming = (label: string) => { readonly apply?: string }

/** Quotes a name that isn't a plain word, or is a reserved one. */
export function quotedName(
  label: string,
  { quotes: [open, close], plainName }: Pick<SqlLanguageFacts, 'quotes' | 'plainName'>,
  reserved: ReadonlySet<string>,
): { readonly apply?: string } {
  const isPlain = plainName.test(label) && !reserved.has(label.toLowerCase())
  return isPlain ? {} : { apply: `${open}${label.replaceAll(close, close + close)}${close}` }
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Offers the columns of the table before the dot, or the tables of the schema there. */
function qualified({ qualifiers, tables }: Scope, schema: KnownSchema, name: Naming): SqlCompletion[] {
  const last = qualifiers.at(-1) ?? ''
  const inScope = tables.find(({ alias, table }) => same(alias ?? table, last))
  const table = schema.tables.find((known) => same(known.name, inScope?.table ?? last))
  if (table !== undefined) return columnsOf(table, 3, name, false)
  return schema.schemas.some((known) => same(known, last)) ? schema.tables.map((known) => tableOf(known, 2, name)) : []
}

function unqualified(
  scope: Scope,
  { schema, language, keywords }: CompletionQuestion,
  name: Naming,
  isUpper: boolean,
): SqlCompletion[] {
  const tables = [
    ...schema.tables.map((table) => tableOf(table, scope.wantsTable ? 4 : 1, name)),
    ...scope.named.map((label) => ({
      label,
      kind: 'table' as const,
      note: { key: 'sql.completion.named' } as const,
      rank: scope.wantsTable ? 5 : 1,
      ...name(label),
    })),
    ...schema.schemas.map((label) => ({
      label,
      kind: 'schema' as const,
      note: { key: 'sql.completion.schema' } as const,
      rank: scope.wantsTable ? 1 : -1,
      ...name(label),
    })),
  ]
  if (scope.wantsTable) return tables
  const known = scope.tables.flatMap(({ table }) => schema.tables.find((each) => same(each.name, table)) ?? [])
  const columns = unique(known.flatMap((table) => columnsOf(table, 3, name)))
  const aliases = scope.tables.flatMap(({ alias, table }) =>
    alias === undefined
      ? []
      : [
          {
            label: alias,
            kind: 'alias' as const,
            note: { key: 'sql.completion.alias', name: table } as const,
            rank: 2,
          },
        ],
  )
  const functions = [...schema.routines, ...language.functions].map((each) => {
    const label = isUpper ? each.toUpperCase() : each
    return { label, kind: 'function' as const, apply: `${label}()`, caret: label.length + 1, rank: 0 }
  })
  const words = keywords.map((each) => ({
    label: isUpper ? each.toUpperCase() : each.toLowerCase(),
    kind: 'keyword' as const,
    note: { key: 'sql.completion.keyword' } as const,
    rank: -1,
  }))
  return unique([...columns, ...aliases, ...tables, ...words, ...functions])
}

function tableOf({ name: label, type }: KnownTable, rank: number, name: Naming): SqlCompletion {
  return { label, kind: type, note: { key: `sql.completion.${type}` }, rank, ...name(label) }
}

function columnsOf(
  { name: table, columns }: KnownTable,
  rank: number,
  name: Naming,
  namesTable = true,
): SqlCompletion[] {
  return columns.map(({ name: label, type, isKey, refersTo }) => ({
    label,
    kind: isKey || refersTo !== undefined ? ('key' as const) : ('column' as const),
    detail: type,
    ...noteOf(refersTo, namesTable ? table : undefined),
    rank,
    ...name(label),
  }))
}

function noteOf(refersTo: string | undefined, table: string | undefined): Pick<SqlCompletion, 'note'> {
  if (refersTo !== undefined) return { note: { key: 'sql.completion.to', name: refersTo } }
  return table === undefined ? {} : { note: { key: 'sql.completion.of', name: table } }
}

/** Leaves out later ones with the same label and kind, or with the label of a keyword. */
function unique(options: readonly SqlCompletion[]): SqlCompletion[] {
  const seen = new Set<string>()
  return options.filter(({ label, kind }) => {
    const key = `${kind === 'keyword' ? 'function' : kind} ${label.toLowerCase()}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
