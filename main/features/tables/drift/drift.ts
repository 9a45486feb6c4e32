import type { ForeignKey } from '@common/model'
import { driftMessage, type DriftChange, type TableDrift } from '@common/model/drift'
import { NameIndex } from '@common/wire/named'
import type { Database } from '@main/db/database'
import type { MetaStore } from '@main/db/meta'
import { englishBeside } from '@main/lib/messages'
import type { TableLookups } from '../catalog/catalog'
import type { Changes } from '../changes/changes'
import { compareSchemas, type Difference, type SchemaState, type TableDifference } from './compare'
import { firstSeen } from './seen'
import { syncChanges, type Decided } from './sync'
import { usesOf, type Uses } from './uses'
import type { SchemaWatch } from './watch'
import { isSameRelation, RelationGraph, type Relation } from '../relations/links'
import { metadataVersion, seenVersion, type MetadataChange, type ProjectMetadata } from '../catalog/metadata'
import { referenceAction } from '../virtual-columns/virtual-columns'

/** Detects schema changes by other programs, and synchronizes them. */
export interface DriftService {
  /** Lists tables and views in order, deleted ones last; optionally a single one by name. */
  readonly list: (projectId: string, only?: string) => Promise<readonly TableDrift[]>
  /**
   * Applies differences, all or those of the given tables, atomically.
   *
   * @param choices  answers by the ids of `list`; the default is `taken`
   * @returns the number of changed tables
   */
  readonly synchronise: (
    projectId: string,
    tables: readonly string[] | undefined,
    choices: Readonly<Record<string, boolean>>,
  ) => Promise<number>
}

/** Facts for comparing two states. */
interface Found {
  readonly differences: readonly TableDifference[]
  readonly metadata: ProjectMetadata
  readonly before: SchemaState
  readonly after: SchemaState
  readonly graph: RelationGraph
  readonly titleOf: (name: string) => string
  readonly uses: Uses
}

export function createDriftService(options: {
  readonly store: MetaStore
  readonly catalog: TableLookups
  readonly changes: Pick<Changes, 'inTurn' | 'store' | 'database' | 'project' | 'ids'>
  readonly watch: SchemaWatch
  /** Awaited before renames are followed, so that earlier row changes are stored under the old name. */
  readonly before: () => Promise<void>
}): DriftService {
  const { store, catalog, changes, watch } = options
  const cache = new WeakMap<Database, { readonly key: string; readonly found: Found }>()

  const find = async (projectId: string): Promise<Found> => {
    const database = await changes.database(projectId)
    // Settles interrupted changes, and takes the first snapshot if there is none.
    const tables = await catalog.list(projectId)
    const known = [seenVersion(store), await metadataVersion(store, projectId)]
    const { version, schema: after } = await watch.state(database)
    const key = JSON.stringify([...known, version])
    const last = cache.get(database)
    if (last?.key === key) return last.found
    const [seen, metadata] = await Promise.all([watch.seen(projectId), catalog.metadata(projectId)])
    const titles = new Map(tables.map(({ name, title }) => [name, title]))
    const titleOf = (name: string): string => titles.get(name) ?? metadata.tables.get(name)?.title ?? name
    const before = withForgotten(seen ?? after, metadata, after)
    const graph = graphOf(before, metadata)
    const found: Found = {
      differences: compareSchemas(before, after),
      metadata,
      before,
      after,
      graph,
      titleOf,
      uses: usesOf(metadata, graph, titleOf),
    }
    cache.set(database, { key, found })
    return found
  }

  return {
    list: async (projectId, only) => {
      const [found, tables] = [await find(projectId), await catalog.list(projectId)]
      const byName = new Map(found.differences.map((difference) => [difference.name, difference]))
      const lineOf = (difference: TableDifference): TableDrift => ({
        table: difference.name,
        title: found.titleOf(difference.name),
        type: difference.type,
        changes: difference.differences.map((one) => detected(found, difference, one)),
      })
      if (only !== undefined) {
        const different = byName.get(only) ?? found.differences.find(({ renamedFrom }) => renamedFrom === only)
        if (different !== undefined) return [lineOf(different)]
      }
      const here = tables
        .filter(({ name }) => only === undefined || name === only)
        .map(({ name, title, type }): TableDrift => {
          const difference = byName.get(name)
          return difference === undefined ? { table: name, title, type, changes: [] } : lineOf(difference)
        })
      const gone = found.differences.filter(({ after }) => after === undefined && only === undefined)
      return [...here, ...gone.map(lineOf)]
    },

    synchronise: (projectId, tables, choices) =>
      changes.inTurn(projectId, async () => {
        await options.before()
        const [found, project] = await Promise.all([find(projectId), changes.project(projectId)])
        const chosen = found.differences.filter(({ name }) => tables === undefined || tables.includes(name))
        const decided = chosen.map((difference) => decide(found, difference, choices))
        const facts = {
          metadata: found.metadata,
          before: found.before,
          graph: found.graph,
          prefix: project.prefix,
          inflection: project.inflection?.table ?? 'none',
          newId: () => changes.ids.hex(16),
        }
        const seen = (await watch.seen(projectId)) === undefined ? firstSeen(found.after) : []
        const steps: MetadataChange[] = [...seen, ...syncChanges(facts, decided)]
        if (steps.length > 0) await changes.store({ projectId }, steps)
        return chosen.length
      }),
  }
}

/** Adds tables with metadata that are in no snapshot: they were deleted before the first one. */
function withForgotten(seen: SchemaState, metadata: ProjectMetadata, after: SchemaState): SchemaState {
  // A query table was never in the database.
  const forgotten = [...metadata.tables.values()].filter(
    ({ name }) => !seen.has(name) && !after.has(name) && !metadata.queries.has(name),
  )
  if (forgotten.length === 0) return seen
  return new Map([
    ...seen,
    ...forgotten.map(({ name, type }) => [name, { name, type, identity: null, columns: [], foreignKeys: [] }] as const),
  ])
}

function graphOf(state: SchemaState, metadata: ProjectMetadata): RelationGraph {
  const nameOf = tableNames(state)
  const real = [...state.values()].flatMap(({ name, foreignKeys }) =>
    foreignKeys.map((key) => relationOf(nameOf, name, key)),
  )
  const stored = metadata.relations.map(({ id, ...ends }): Relation => ({
    ...ends,
    childTable: nameOf(ends.childTable),
    parentTable: nameOf(ends.parentTable),
    real: false,
    storedId: id,
  }))
  return new RelationGraph([...real, ...stored])
}

/** Names of tables in the database. SQLite stores a reference in its original letter case. */
function tableNames(state: SchemaState): (name: string) => string {
  const index = new NameIndex(state.keys(), (name) => ({ name, title: name }))
  return (name) => index.find(name) ?? name
}

function relationOf(nameOf: (name: string) => string, table: string, key: ForeignKey): Relation {
  const parentTable = nameOf(key.referencedTable)
  return {
    childTable: table,
    childColumns: key.columns,
    parentTable,
    parentColumns: key.referencedColumns,
    onDelete: referenceAction(key.onDelete),
    onUpdate: referenceAction(key.onUpdate),
    real: true,
  }
}

/** A relation that the database has no more, in names of today, if both of its ends are still there. */
function stillPossible({ after, metadata }: Found, child: string, key: ForeignKey): Relation | undefined {
  const relation = relationOf(tableNames(after), child, key)
  const parent = after.get(relation.parentTable)
  const has = (table: string, columns: readonly string[]): boolean =>
    columns.every((name) => after.get(table)?.columns.some((column) => column.name === name) === true)
  const parentColumns =
    relation.parentColumns.length > 0
      ? relation.parentColumns
      : (parent?.columns ?? [])
          .filter(({ keyPosition }) => keyPosition > 0)
          .toSorted((left, right) => left.keyPosition - right.keyPosition)
          .map(({ name }) => name)
  const isThere = has(child, relation.childColumns) && parent !== undefined && has(parent.name, parentColumns)
  const isStored = metadata.relations.some(
    (stored) =>
      stored.childTable === child &&
      stored.parentTable === relation.parentTable &&
      stored.childColumns.join('\0') === relation.childColumns.join('\0'),
  )
  if (!isThere || isStored || parentColumns.length !== relation.childColumns.length) return undefined
  return { ...relation, parentColumns, real: false }
}

const choiceId = (kind: string, ...names: readonly string[]): string => JSON.stringify([kind, ...names])

/** An object with metadata of its own isn't the new name of another one. */
const isKnown = ({ tables, columns }: ProjectMetadata, table: string): boolean =>
  tables.has(table) || columns.has(table)

/** No question if the database confirms the rename. */
function renameChoice(
  { metadata }: Found,
  { name, renamedFrom }: TableDifference,
  { kind, from = '', to = '', sure }: Difference,
): { readonly id: string; readonly taken: boolean } | undefined {
  if (sure === true) return undefined
  return { id: choiceId(kind, renamedFrom ?? name, from, to), taken: kind !== 'tableRenamed' || !isKnown(metadata, to) }
}

function keepChoice(found: Found, table: TableDifference, difference: Difference) {
  const { foreignKey: key } = difference
  if (key === undefined || stillPossible(found, table.name, key) === undefined) return undefined
  const old = removedRelation(found, table, difference)
  return {
    id: choiceId('relationRemoved', table.name, ...key.columns, key.referencedTable),
    taken: old !== undefined && found.uses.isInUse(old),
  }
}

/** Returns a deleted relation in former names. */
function removedRelation(
  { graph, before }: Found,
  table: TableDifference,
  { foreignKeyBefore }: Difference,
): Relation | undefined {
  const old = table.before
  if (old === undefined || foreignKeyBefore === undefined) return undefined
  const wanted = relationOf(tableNames(before), old.name, foreignKeyBefore)
  return graph.from(old.name).find((relation) => isSameRelation(relation, wanted))
}

function detected(found: Found, table: TableDifference, difference: Difference): DriftChange {
  const { kind, columns, from, to, foreignKey } = difference
  const change: Omit<DriftChange, 'msg' | 'message'> = {
    type: kind,
    ...(columns === undefined ? {} : { column: columns.join(', ') }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(foreignKey === undefined ? {} : { relatedTable: foreignKey.referencedTable }),
    ...usedBy(found, table, difference),
    ...choiceOf(found, table, difference),
  }
  return Object.assign(englishBeside('msg', driftMessage(change)), change)
}

function choiceOf(found: Found, table: TableDifference, difference: Difference): Pick<DriftChange, 'choice'> {
  const { kind } = difference
  const choice =
    kind === 'tableRenamed' || kind === 'columnRenamed'
      ? renameChoice(found, table, difference)
      : kind === 'relationRemoved'
        ? keepChoice(found, table, difference)
        : undefined
  return choice === undefined ? {} : { choice }
}

function usedBy(found: Found, table: TableDifference, difference: Difference): Pick<DriftChange, 'usedBy'> {
  const { kind, columns = [] } = difference
  const old = table.before?.name ?? table.name
  const relation = kind === 'relationRemoved' ? removedRelation(found, table, difference) : undefined
  const names =
    kind === 'tableRemoved'
      ? found.uses.ofTable(old)
      : kind === 'columnRemoved'
        ? columns.flatMap((column) => found.uses.ofColumn(old, column))
        : relation === undefined
          ? []
          : found.uses.ofRelation(relation)
  return names.length === 0 ? {} : { usedBy: names }
}

/** Decides about a table's differences: by the user's choice, otherwise by the default. */
function decide(found: Found, difference: TableDifference, choices: Readonly<Record<string, boolean>>): Decided {
  const isTaken = (choice: { readonly id: string; readonly taken: boolean } | undefined): boolean =>
    choice === undefined || (Object.hasOwn(choices, choice.id) ? choices[choice.id] === true : choice.taken)
  let tableFrom: string | undefined
  const columns = new Map<string, string>()
  const dropped: string[] = []
  const continuedRelations: Relation[] = []
  for (const one of difference.differences) {
    const { kind, from, to, foreignKey } = one
    if (kind === 'tableRenamed' && isTaken(renameChoice(found, difference, one)) && !isKnown(found.metadata, to ?? ''))
      tableFrom = from
    if (kind === 'columnRemoved') dropped.push(...(one.columns ?? []))
    if (kind === 'columnRenamed' && from !== undefined && to !== undefined) {
      if (isTaken(renameChoice(found, difference, one))) columns.set(from, to)
      else dropped.push(from)
    }
    if (kind === 'relationRemoved' && foreignKey !== undefined) {
      const choice = keepChoice(found, difference, one)
      const relation = stillPossible(found, difference.name, foreignKey)
      if (choice !== undefined && relation !== undefined && isTaken(choice)) continuedRelations.push(relation)
    }
  }
  return { difference, tableFrom, columns, dropped, continuedRelations }
}
