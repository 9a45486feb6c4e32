import { columnType } from '@common/columns/registry'
import type { BackendEngine } from '@common/dialects/generated-backend'
import type { Column, Table } from '@common/model'
import type { BackendChild, BackendColumn, BackendReference, BackendTable } from './model'
import {
  camelCase,
  kebabCase,
  pascalCase,
  reservedProperties,
  reservedSlugs,
  reservedTypes,
  reservedVariables,
  uniqueNames,
} from './names'
import { withoutCycles } from './cycles'

/** Describes tables for the templates. References to other tables than these are left out. */
export function describeTables(tables: readonly Table[], engine: BackendEngine): BackendTable[] {
  const names = tables.map(({ name }) => name)
  const slugs = uniqueNames(
    names.map((name, at) => kebabCase(name, `table-${at + 1}`)),
    reservedSlugs,
    '-rows',
  )
  const typeNames = uniqueNames(
    names.map((name, at) => pascalCase(name, 'table', at + 1)),
    reservedTypes,
    'Row',
  )
  const variables = uniqueNames(
    names.map((name, at) => camelCase(name, 'table', at + 1)),
    reservedVariables,
    'Row',
  )
  const described = tables.map((table, at) => ({
    table,
    name: table.name,
    isView: table.type === 'view',
    slug: slugs[at] ?? '',
    typeName: typeNames[at] ?? '',
    variable: variables[at] ?? '',
    ...columnsOf(table, engine),
  }))
  const byName = new Map(described.map((each) => [each.name, each]))
  const referring = withoutCycles(
    described.map((each) => ({
      ...each,
      references: each.table.foreignKeys.flatMap((key) => referenceOf(each, key, byName) ?? []),
    })),
  )
  const referencesTo = (parent: string) =>
    referring.flatMap((child) =>
      child.references.filter((reference) => reference.parent === parent).map((reference) => ({ child, reference })),
    )
  return referring.map((each): BackendTable => ({
    ...each,
    children: childrenOf(referencesTo(each.name)),
  }))
}

interface Described {
  readonly table: Table
  readonly name: string
  readonly isView: boolean
  readonly slug: string
  readonly columns: readonly BackendColumn[]
  readonly key: readonly BackendColumn[]
  readonly unique: readonly (readonly BackendColumn[])[]
}

type Naming = Pick<Described, 'columns' | 'key' | 'unique'>

function columnsOf(table: Table, engine: BackendEngine): Naming {
  const properties = uniqueNames(
    table.columns.map(({ name }, at) => camelCase(name, 'column', at + 1)),
    reservedProperties,
    'Value',
  )
  const columns = table.columns.map((column, at) => columnOf(table, column, properties[at] ?? '', engine))
  const named = (names: readonly string[]): BackendColumn[] =>
    names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  const key = table.type === 'view' ? [] : named(table.primaryKey)
  // A key that the database computes can't be returned after an insert on every engine.
  const isUsable = key.every(({ writable, counter }) => writable || counter)
  const unique = table.indexes
    .filter((index) => index.unique && index.columns.length > 0)
    .map((index) => named(index.columns))
    .filter(
      (set) => !isSameSet(set, key) && set.some(({ kind, options }) => kind !== 'boolean' && options.length === 0),
    )
    .filter((set, at, all) => all.findIndex((other) => isSameSet(set, other)) === at)
  return { columns, key: isUsable ? key : [], unique }
}

function columnOf(table: Table, column: Column, property: string, engine: BackendEngine): BackendColumn {
  const { name, nativeType, defaultValue, required, autoIncrement, generated, options } = column
  const facts = engine.kindOf(nativeType)
  const isKey = table.primaryKey.includes(name)
  const refers = table.foreignKeys.some(({ columns }) => columns.includes(name))
  const counter = autoIncrement && isKey && table.primaryKey.length === 1 && !refers
  // A number that counts beside the key, or one that the database computes, isn't for requests.
  const writable = !counter && facts.readOnly !== true && (autoIncrement ? isKey : !generated)
  const choices = columnType(column.uiType).choices === 'one' ? (options.options ?? []).map(({ title }) => title) : []
  const literal = writable ? defaultOf(defaultValue, facts.kind) : undefined
  return {
    ...facts,
    property,
    name,
    nullable: !required && !isKey,
    optional: defaultValue !== null && writable && (!isKey || (engine.returnsKeys && !autoIncrement)),
    writable,
    counter,
    options: facts.kind === 'text' ? choices : [],
    ...(literal !== undefined && { defaultValue: literal }),
  }
}

/** Returns a default that every database understands. */
function defaultOf(value: string | null, kind: BackendColumn['kind']): BackendColumn['defaultValue'] {
  if (value === null) return undefined
  const plain = value
    .trim()
    .replace(/^\((.*)\)$/s, '$1')
    .replace(/^\((.*)\)$/s, '$1')
  if (kind === 'integer' || kind === 'number') return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
  if (kind === 'datetime')
    return /^(current_timestamp(\(\d*\))?|now\(\)|get(utc)?date\(\)|sysutcdatetime\(\))$/i.test(plain)
      ? { now: true }
      : undefined
  if (kind !== 'text') return undefined
  const quoted = /^N?'((?:[^']|'')*)'$/s.exec(plain)?.[1]
  return quoted?.replaceAll("''", "'")
}

const isSameSet = (one: readonly BackendColumn[], other: readonly BackendColumn[]): boolean =>
  one.length === other.length && one.every((column) => other.includes(column))

type ForeignKey = Table['foreignKeys'][number]

/** Returns a reference that rows of the generated code can follow; undefined for any other. */
function referenceOf(
  { columns }: Described,
  { columns: names, referencedTable, referencedColumns, onDelete, onUpdate }: ForeignKey,
  tables: ReadonlyMap<string, Described>,
): BackendReference | undefined {
  const parent = tables.get(referencedTable)
  if (parent === undefined || parent.key.length === 0) return undefined
  const own = names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  const others = referencedColumns.flatMap((name) => parent.columns.find((column) => column.name === name) ?? [])
  const fits =
    own.length > 0 &&
    own.length === names.length &&
    own.length === others.length &&
    own.every(({ kind, writable }, at) => writable && kind === others[at]?.kind) &&
    others.every(({ nullable }) => !nullable) &&
    [parent.key, ...parent.unique].some((set) => isSameSet(set, others))
  return fits
    ? { columns: own, parent: parent.name, parentColumns: others, onDelete, onUpdate, enforced: true }
    : undefined
}

function childrenOf(
  referring: readonly { readonly child: Described; readonly reference: BackendReference }[],
): BackendChild[] {
  const isOnly = (name: string): boolean => referring.filter(({ child }) => child.name === name).length === 1
  const paths = uniqueNames(
    referring.map(({ child, reference }) =>
      isOnly(child.name)
        ? child.slug
        : `${child.slug}-by-${kebabCase(reference.columns.map(({ name }) => name).join(' '), 'reference')}`,
    ),
    new Set(),
    '',
  )
  return referring.map(({ child, reference: { columns, parentColumns } }, at) => ({
    table: child.name,
    path: paths[at] ?? '',
    columns,
    parentColumns,
  }))
}
