import { parse, print, type DocumentNode, type OperationDefinitionNode } from 'graphql'

export type OperationKind = OperationDefinitionNode['operation']

/** A named operation of a document. */
export interface NamedOperation {
  readonly name: string
  readonly kind: OperationKind
}

/** Returns the document of a text; undefined if it isn't GraphQL. */
export function documentOf(text: string): DocumentNode | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Returns the operations of a text in order. An operation without a name has an empty one. */
export function operationsOf(text: string): readonly NamedOperation[] {
  return (documentOf(text)?.definitions ?? []).flatMap((each) =>
    each.kind === 'OperationDefinition' ? [{ name: each.name?.value ?? '', kind: each.operation }] : [],
  )
}

/** Returns a text in the usual layout; the same text if it isn't GraphQL. */
export function formatted(text: string): string {
  const document = documentOf(text)
  return document === undefined ? text : print(document)
}

/** Parses typed variables: a JSON object, or nothing. @returns undefined if they are neither */
export function variablesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

const headerLine = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*)$/

/** Parses typed headers: one `name: value` in a line. @returns undefined if a line isn't one */
export function headersOf(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const found = lines.map((line) => headerLine.exec(line))
  if (found.includes(null)) return undefined
  return Object.fromEntries(
    found.flatMap((match) => {
      const [, name = '', value = ''] = match ?? []
      // A secret that was not stored is empty: our own header stays.
      return value === '' ? [] : [[name.toLowerCase(), value]]
    }),
  )
}

/** Returns a response in readable lines. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Returns the first request of a new tab: some rows of a table. */
export function firstQuery(table: { readonly field: string; readonly column: string } | undefined): string {
  if (table === undefined) return '{\n  __typename\n}\n'
  return `query {\n  ${table.field}(limit: 10) {\n    ${table.column}\n  }\n}\n`
}
