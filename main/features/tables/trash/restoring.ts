import { AppError, errorMessage } from '@common/errors'
import type { ColumnDefinition, ForeignKey, Table } from '@common/model'
import { nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { Step } from '@main/db/statement'
import type { TrashedColumns, TrashedTable, TrashEntry } from '@main/features/trash'
import { message, type Message } from '@common/messages'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { metadataAfter } from '../columns/column-plan'
import type { ColumnMetadata, MetadataChange } from '../catalog/metadata'
import { checkTitle } from '../relations/parts'
import { movedColumns } from './keeping'
import { checkColumnNames, checkTableNames } from '../columns/validate'
import { virtualAfter } from '../virtual-columns/renames'
import type { StoredRelation, StoredVirtualColumn } from '../virtual-columns/virtual-columns'

/** Brings back columns and tables that wait in the trash, and deletes them for good. */
export interface TrashRestoring {
  /**
   * @returns notes on what could not be put back
   * @throws AppError TRASH_NOT_RESTORABLE, COLUMN_EXISTS, TABLE_EXISTS, TABLE_NOT_FOUND
   */
  readonly restore: (call: Call, entry: TrashEntry) => Promise<readonly Message[]>
  /** Drops the hidden table with the values. The caller deletes the metadata. */
  readonly destroy: (projectId: string, entry: TrashEntry) => Promise<void>
}

export function createTrashRestoring(catalog: TableLookups, changes: Changes): TrashRestoring {
  const { editable, run, store, database: databaseOf } = changes

  /** Restores references to other tables one by one; each can fail without affecting the others. */
  const referring = async (call: Call, table: string, keys: readonly ForeignKey[]): Promise<readonly Message[]> => {
    const notes: Message[] = []
    const there = await catalog.named(call.projectId, table)
    for (const key of keys) {
      const isThere = there?.foreignKeys.some(
        (own) => own.referencedTable === key.referencedTable && own.columns.join('\0') === key.columns.join('\0'),
      )
      if (isThere === true) continue
      try {
        const database = await databaseOf(call.projectId)
        const parent = await catalog.get(call.projectId, key.referencedTable)
        const plan = await database.dialect.schema.addForeignKey(
          database,
          table,
          { ...key, referencedTable: parent.name },
          [],
        )
        await run(call, database, { operation: 'trashRestore', table, tableAfter: table, plan, metadata: [] })
      } catch (error) {
        notes.push(message('trashNotes.relation', { table: key.referencedTable, why: reason(error) }))
      }
    }
    return notes
  }

  const relationsOf = async (projectId: string, trashed: readonly unknown[]): Promise<MetadataChange[]> => {
    const changed = await Promise.all(
      (trashed as readonly StoredRelation[]).map(async (relation): Promise<MetadataChange[]> => {
        const [child, parent] = await Promise.all([
          catalog.named(projectId, relation.childTable),
          catalog.named(projectId, relation.parentTable),
        ])
        // A relation of the restored table itself, whose other end doesn't exist yet.
        return child === undefined && parent === undefined ? [] : [{ kind: 'setRelation', relation }]
      }),
    )
    return changed.flat()
  }

  const restoreColumns = async (call: Call, entry: TrashEntry): Promise<readonly Message[]> => {
    const { projectId } = call
    const trashed = JSON.parse(entry.definition) as TrashedColumns
    const [database, table] = await Promise.all([databaseOf(projectId), homeOf(projectId, entry)])
    if (trashed.columns.length > 0 && !entry.begun) checkFits(table, trashed)
    const [metadata, graph, relations] = await Promise.all([
      catalog.metadata(projectId),
      catalog.graph(projectId),
      relationsOf(projectId, trashed.relations),
    ])
    const virtual = trashed.virtualColumns as readonly StoredVirtualColumn[]
    const computed = virtual.filter(({ definition }) => definition.kind !== 'link')
    if (!entry.begun) for (const { title } of computed) checkTitle(table, title)
    const virtualChanges: MetadataChange[] = [
      ...relations,
      ...computed.flatMap(({ id, title }) =>
        table.columns.some(({ name }) => name === title)
          ? []
          : virtualAfter(metadata, graph, { table: table.name, columns: new Map([[title, id]]) }),
      ),
      ...virtual.map((column): MetadataChange => ({ kind: 'setVirtualColumn', column })),
    ]
    const begun: MetadataChange = { kind: 'beginTrash', id: entry.id }
    const forgotten: MetadataChange = { kind: 'forgetTrash', id: entry.id }
    const definitions = trashed.columns.map(({ definition }) => toAdd(definition))
    if (definitions.length === 0) {
      if (!entry.begun) await store(call, [...virtualChanges, begun])
    } else {
      const added = definitions.map((column) => ({ kind: 'add' as const, column }))
      const chosen = withChosen(metadataAfter(metadata.columns.get(table.name) ?? [], added), trashed)
      const columnChanges: MetadataChange[] = [
        { kind: 'setColumns', table: table.name, columns: chosen },
        ...virtualChanges,
      ]
      const filling = fillSteps(database, table, trashed, entry.sideTable)
      const change = { operation: 'trashRestore', table: table.name, tableAfter: table.name }
      const plan = entry.begun
        ? { up: [], down: [] }
        : await database.dialect.schema.changeColumns(database, table.name, added)
      if (!entry.begun && database.dialect.capabilities.transactionalSchema) {
        const whole = { ...plan, up: [...plan.up, ...filling.index, ...filling.fill, ...filling.drop] }
        await run(call, database, { ...change, plan: whole, metadata: [...columnChanges, begun] })
      } else if (!database.dialect.capabilities.transactionalSchema) {
        // If statements commit separately, the entry stays until the last value is restored, and the restore can
        // continue.
        if (!entry.begun) await run(call, database, { ...change, plan, metadata: [...columnChanges, begun] })
        await fill(database, filling)
      }
    }
    const { parts = [] } = trashed
    const isInParts = (name: string): boolean =>
      parts.some(({ column, kind }) => column === name && (kind === 'default' || kind === 'type'))
    const notes = trashed.columns.flatMap(({ definition, lostDefault }) =>
      lostDefault === null || isInParts(definition.name)
        ? []
        : [message('trashNotes.default', { column: definition.title, default: lostDefault })],
    )
    notes.push(...(await requiring(call, table.name, trashed)))
    notes.push(...(await restoreParts(call, table.name, trashed)))
    notes.push(...(await referring(call, table.name, trashed.foreignKeys)))
    await store(call, [forgotten], trashed.again && [trashed.again])
    return notes
  }

  /** Rows added since have no value; then the column stays optional. */
  const requiring = async (call: Call, table: string, trashed: TrashedColumns): Promise<readonly Message[]> => {
    const notes: Message[] = []
    for (const { definition } of trashed.columns) {
      if (!definition.required || toAdd(definition).required) continue
      try {
        const database = await databaseOf(call.projectId)
        const plan = await database.dialect.schema.changeColumns(database, table, [
          { kind: 'change', name: definition.name, column: definition },
        ])
        await run(call, database, { operation: 'trashRestore', table, tableAfter: table, plan, metadata: [] })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        notes.push(message('trashNotes.required', { column: definition.title }))
      }
    }
    return notes
  }

  /** Restores domain, default, rules and indexes one by one. Returns a note for each part that fails. */
  const restoreParts = async (call: Call, table: string, { columns, parts = [] }: TrashedColumns) => {
    const notes: Message[] = []
    const seen = new Set<string>()
    for (const { column, kind, name, sql, optionalSql, check } of parts) {
      // Several columns can share a part.
      if (seen.has(sql)) continue
      seen.add(sql)
      try {
        const database = await databaseOf(call.projectId)
        const make = async (text: string): Promise<void> => {
          const plan =
            check === undefined
              ? { up: [{ sql: text, params: [] }], down: [] }
              : await database.dialect.objects.createCheck(database, table, check)
          await run(call, database, { operation: 'trashRestore', table, tableAfter: table, plan, metadata: [] })
        }
        await make(sql).catch((error: unknown) => {
          if (!(error instanceof AppError) || optionalSql === undefined) throw error
          return make(optionalSql)
        })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const title = columns.find(({ definition }) => definition.name === column)?.definition.title ?? column
        notes.push(message(`trashNotes.${partNotes[kind]}`, { column: title, name, why: reason(error) }))
      }
    }
    return notes
  }

  const restoreTable = async (call: Call, entry: TrashEntry): Promise<readonly Message[]> => {
    const trashed = JSON.parse(entry.definition) as TrashedTable
    if (!entry.begun) await bringTable(call, entry, trashed)
    const notes = await referring(call, trashed.name, trashed.foreignKeys)
    await store(call, [{ kind: 'forgetTrash', id: entry.id }], trashed.again && [trashed.again])
    return notes
  }

  const bringTable = async (call: Call, entry: TrashEntry, trashed: TrashedTable): Promise<void> => {
    const { projectId } = call
    const side = entry.sideTable ?? ''
    const [database, { prefix }, tables, metadata] = await Promise.all([
      databaseOf(projectId),
      changes.project(projectId),
      catalog.list(projectId),
      catalog.metadata(projectId),
    ])
    checkTableNames(
      { name: trashed.name, title: entry.tableTitle },
      tables,
      prefix,
      undefined,
      // It existed beside a table with another letter case, so it can be restored.
      (name) => (other) => name === other,
    )
    const plan = await database.dialect.schema.putBack(database, side, trashed.name)
    const relations = (trashed.relations as readonly StoredRelation[]).filter(({ childTable, parentTable }) =>
      [childTable, parentTable].every((name) => name === trashed.name || tables.some((table) => table.name === name)),
    )
    await run(call, database, {
      operation: 'trashRestore',
      table: trashed.name,
      tableAfter: trashed.name,
      plan,
      metadata: [
        { kind: 'beginTrash', id: entry.id },
        { kind: 'renameTable', name: side, newName: trashed.name },
        {
          kind: 'replaceVirtual',
          relations: [...metadata.relations, ...relations],
          columns: movedColumns(metadata, side, trashed.name),
        },
      ],
    })
  }

  /** The table that a column was in. */
  const homeOf = async (projectId: string, entry: TrashEntry): Promise<Table> => {
    const table = await catalog.named(projectId, entry.table)
    if (table === undefined) throw notRestorable('tableGone', { table: entry.tableTitle })
    return editable(projectId, table.name)
  }

  return {
    restore: (call, entry) =>
      changes.inTurn(call.projectId, () =>
        changes.retried(() => (entry.kind === 'table' ? restoreTable(call, entry) : restoreColumns(call, entry))),
      ),

    destroy: (projectId, entry) =>
      changes.inTurn(projectId, async () => {
        const { sideTable } = entry
        if (sideTable === null) return
        const database = await databaseOf(projectId)
        await database.changeSchema([dropStep(database, sideTable)])
      }),
  }
}

const partNotes = { type: 'partType', default: 'partDefault', rule: 'partRule', index: 'partIndex' } as const

/** Restores values and then the constraints that blocked them. Idempotent. */
async function fill(database: Database, filling: ReturnType<typeof fillSteps>): Promise<void> {
  // It may be there from the time before.
  await database.changeSchema(filling.index).catch(() => undefined)
  try {
    await database.transact(filling.fill)
  } catch (error) {
    // All of it was done, and the copy dropped, before it was cut short.
    if (error instanceof AppError && error.code === 'TABLE_NOT_FOUND') return
    throw error
  }
  await database.changeSchema(filling.drop)
}

const dropStep = ({ dialect }: Database, table: string): Step => ({
  sql: `DROP TABLE IF EXISTS ${dialect.quote(table)}`,
  params: [],
})

export function notRestorable(
  why: 'tableGone' | 'tableInTrash' | 'keyChanged',
  params: Readonly<Record<string, string>>,
): AppError {
  return new AppError('TRASH_NOT_RESTORABLE', { why: message(`trashNotes.${why}`, params) })
}

const reason = (error: unknown): Message =>
  error instanceof AppError ? errorMessage(error.code, error.details) : errorMessage('INTERNAL')

function checkFits(table: Table, trashed: TrashedColumns): void {
  if (table.primaryKey.length !== trashed.keyColumns) throw notRestorable('keyChanged', { table: table.title })
  const names = trashed.columns.map(({ definition }) => definition)
  const others = table.virtualColumns.map(({ title }) => ({ name: title, title }))
  checkColumnNames(
    [...table.columns, ...others, ...names],
    names.map(({ name }) => name),
    names,
  )
  const taken = new Set([...table.columns, ...table.virtualColumns].map(({ title }) => nameKey(title)))
  const twice = names.find(({ title }) => taken.has(nameKey(title)))
  if (twice !== undefined) throw new AppError('COLUMN_EXISTS', { column: twice.title })
}

/** As it can be added to a table that has rows. */
function toAdd(definition: ColumnDefinition): ColumnDefinition {
  return definition.required && definition.defaultValue === null ? { ...definition, required: false } : definition
}

/** Restores settings, with at most one naming column. */
function withChosen(columns: readonly ColumnMetadata[], trashed: TrashedColumns): ColumnMetadata[] {
  const before = new Map(
    trashed.columns.flatMap(({ definition, chosen }): [string, ColumnMetadata][] =>
      chosen === null ? [] : [[definition.name, chosen as ColumnMetadata]],
    ),
  )
  const isNamed = columns.some(({ name, primaryValue }) => primaryValue && !before.has(name))
  return columns.map((column) => {
    const chosen = before.get(column.name)
    return chosen === undefined ? column : { ...chosen, primaryValue: chosen.primaryValue && !isNamed }
  })
}

/** Restores values by key. */
function fillSteps(
  { dialect }: Database,
  table: Table,
  trashed: TrashedColumns,
  side: string | null,
): { readonly index: Step[]; readonly fill: Step[]; readonly drop: Step[] } {
  if (side === null) return { index: [], fill: [], drop: [] }
  const { quote } = dialect
  const step = (sql: string): Step => ({ sql, params: [] })
  const [from, to] = [quote(side), quote(table.name)]
  const keys = table.primaryKey.map((name, at) => `${from}.${quote(`k${at + 1}`)} = ${to}.${quote(name)}`).join(' AND ')
  const sets = trashed.columns.map(
    ({ definition }, at) =>
      `${quote(definition.name)} = (SELECT ${from}.${quote(`v${at + 1}`)} FROM ${from} WHERE ${keys})`,
  )
  // Keeps the current values of columns that the database would update automatically.
  const untouched = table.columns.filter(
    (column) =>
      dialect.schema.setsOnUpdate?.(column) === true &&
      !trashed.columns.some(({ definition }) => definition.name === column.name),
  )
  sets.push(...untouched.map(({ name }) => `${quote(name)} = ${quote(name)}`))
  return {
    index: [
      step(
        `CREATE INDEX ${quote(`${side}_key`)} ON ${from} (${table.primaryKey.map((_, at) => quote(`k${at + 1}`)).join(', ')})`,
      ),
    ],
    fill: [step(`UPDATE ${to} SET ${sets.join(', ')} WHERE EXISTS (SELECT 1 FROM ${from} WHERE ${keys})`)],
    drop: [step(`DROP TABLE ${from}`)],
  }
}
