import { z } from 'zod'
import { nameKey } from '@common/wire/names'
import { metaTables, parsedText, type MetaStore } from '@main/db/meta'
import type { Database } from '@main/db/database'
import type { SchemaState, TableState } from './compare'
import type { MetadataChange } from '../catalog/metadata'

const { seenTables } = metaTables

/** Key of the row that marks a project as seen; no table has this name. */
const lookedAt = ''

const column = z.tuple([z.string(), z.string(), z.boolean(), z.number(), z.string().nullable()])
const foreignKey = z.tuple([z.array(z.string()), z.string(), z.array(z.string()), z.string(), z.string()])
const description = z.object({
  type: z.enum(['table', 'view']),
  identity: z.string().nullable(),
  columns: z.array(column),
  foreignKeys: z.array(foreignKey),
})

/** Returns the stored description of a table, which is compact because there can be thousands. */
export function descriptionOf({ type, identity, columns, foreignKeys }: TableState): string {
  const stored: z.infer<typeof description> = {
    type,
    identity,
    columns: columns.map(({ name, nativeType, notNull, keyPosition, identity: number }) => [
      name,
      nativeType,
      notNull,
      keyPosition,
      number,
    ]),
    foreignKeys: foreignKeys.map((key) => [
      [...key.columns],
      key.referencedTable,
      [...key.referencedColumns],
      key.onDelete,
      key.onUpdate,
    ]),
  }
  return JSON.stringify(stored)
}

function stateOf(name: string, text: string): TableState | undefined {
  const stored = description.safeParse(parsedText(text))
  if (!stored.success) return undefined
  const { type, identity, columns, foreignKeys } = stored.data
  return {
    name,
    type,
    identity,
    columns: columns.map(([columnName, nativeType, notNull, keyPosition, number]) => ({
      name: columnName,
      nativeType,
      notNull,
      keyPosition,
      identity: number,
    })),
    foreignKeys: foreignKeys.map(([own, referencedTable, referencedColumns, onDelete, onUpdate]) => ({
      columns: own,
      referencedTable,
      referencedColumns,
      onDelete,
      onUpdate,
    })),
  }
}

/** Returns the last synchronized schema of a project; undefined before the first look. */
export async function readSeen(store: MetaStore, projectId: string): Promise<SchemaState | undefined> {
  const rows = await store.select(seenTables, { project_id: projectId })
  if (!rows.some(({ table_name }) => table_name === lookedAt)) return undefined
  return new Map(
    rows.flatMap(({ table_name: name, description: text }): [string, TableState][] => {
      const state = name === lookedAt ? undefined : stateOf(name, text)
      return state === undefined ? [] : [[name, state]]
    }),
  )
}

export async function isSeen(store: MetaStore, projectId: string): Promise<boolean> {
  const found = await store.find(seenTables, { project_id: projectId, table_name: lookedAt })
  return found !== undefined
}

/** Returns the changes that store a state. */
export function firstSeen(state: SchemaState): MetadataChange[] {
  return [{ kind: 'setSeen', table: lookedAt, description: '{}' }, ...[...state.values()].map(nowSeen)]
}

export function nowSeen(state: TableState): MetadataChange {
  return { kind: 'setSeen', table: state.name, description: descriptionOf(state) }
}

/** Reads the current schema: names, columns and foreign keys, in a few queries. */
export async function readState(database: Database): Promise<SchemaState> {
  const { introspect } = database.dialect
  const [outlines, references] = await Promise.all([
    introspect.listOutlines(database),
    introspect.listReferences(database),
  ])
  const keys = new Map<string, TableState['foreignKeys'][number][]>()
  for (const { table, foreignKey: key } of references) {
    const known = keys.get(table)
    if (known === undefined) keys.set(table, [key])
    else known.push(key)
  }
  return new Map(outlines.map((outline) => [outline.name, { ...outline, foreignKeys: keys.get(outline.name) ?? [] }]))
}

/**
 * Returns what to store after our own change. Differences that others made elsewhere stay visible.
 *
 * @param own  names of changed tables; dependent views and tables change with them
 */
export function seenAfterOwn(
  seen: SchemaState,
  before: SchemaState,
  after: SchemaState,
  own: readonly string[],
): MetadataChange[] {
  const changed = new Set(own.map(nameKey))
  const isConcerned = (state: TableState | undefined): boolean =>
    state !== undefined &&
    (state.type === 'view' ||
      changed.has(nameKey(state.name)) ||
      state.foreignKeys.some(({ referencedTable }) => changed.has(nameKey(referencedTable))))
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => isConcerned(before.get(name)) || isConcerned(after.get(name)),
  )
  return names.flatMap((name): MetadataChange[] => {
    const [old, now, known] = [before.get(name), after.get(name), seen.get(name)]
    const isSame = (left: TableState | undefined, right: TableState | undefined): boolean =>
      left === right || (left !== undefined && right !== undefined && descriptionOf(left) === descriptionOf(right))
    if (isSame(old, now)) return []
    if (now === undefined) return known === undefined ? [] : [{ kind: 'removeSeen', table: name }]
    if (old === undefined || known === undefined || isSame(known, old)) return [nowSeen(now)]
    return [nowSeen(merged(known, old, now))]
  })
}

function merged(known: TableState, old: TableState, now: TableState): TableState {
  const keep = <T>(seen: readonly T[], before: readonly T[], after: readonly T[], keyOf: (item: T) => string): T[] => {
    const [was, is] = [byKey(before, keyOf), byKey(after, keyOf)]
    const isTouched = (key: string): boolean => JSON.stringify(was.get(key)) !== JSON.stringify(is.get(key))
    const remaining = seen.flatMap((item) => {
      const replacement = is.get(keyOf(item))
      return !isTouched(keyOf(item)) ? [item] : replacement === undefined ? [] : [replacement]
    })
    const there = byKey(remaining, keyOf)
    return [...remaining, ...after.filter((item) => isTouched(keyOf(item)) && !there.has(keyOf(item)))]
  }
  return {
    ...known,
    columns: keep(known.columns, old.columns, now.columns, ({ name }) => name),
    foreignKeys: keep(known.foreignKeys, old.foreignKeys, now.foreignKeys, ({ columns, referencedTable }) =>
      JSON.stringify([columns, referencedTable]),
    ),
  }
}

const byKey = <T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T> =>
  new Map(list.map((item) => [keyOf(item), item]))
