import { columnType } from '@common/columns/registry'
import { AppError } from '@common/errors'
import type { Table, TableSummary } from '@common/model'
import type { CopiedTable, ProjectCopy } from '@common/project-copy'
import { inverse } from '@common/operations/inverse'
import { importTablePrefix, isReservedTableName, nameKey } from '@common/wire/names'
import type { Database } from '@main/db/database'
import { deleteFrom, metaTables, type MetaStep, type MetaStore } from '@main/db/meta'
import { storedViews, viewTitleKey } from '@main/features/views'
import type { Clock } from '@main/lib/clock'
import type { TableLookups } from '../catalog/catalog'
import { metadataSteps } from '../catalog/metadata'
import type { Call, Changes } from '../changes/changes'
import { checkTableNames } from '../columns/validate'
import { checkedQuery } from '../query-tables/check'
import { buildTables, type BuildOptions, type CopiedRows, type TableToBuild } from './build'
import { tableToCreate } from './definitions'
import { changesFromCopy, type TakenOver } from './metadata'
import { dropHidden } from './drop-hidden'
import { readTables, type ReadTables } from './read'
import { renamedCopy } from './renamed'

export type { CopiedRows, StageTable } from './build'
export { dropHidden } from './drop-hidden'
export type { ReadTables } from './read'

/** Result of an import. */
export interface CopyDone {
  readonly created: number
  /** Tables that existed and took the settings of the copy over. */
  readonly changed: number
  readonly rows: number
  /** Names of SQL views that the database doesn't have. */
  readonly missingViews: readonly string[]
}

export interface CopyInput extends Pick<BuildOptions, 'stage' | 'signal' | 'onRows'> {
  readonly copy: ProjectCopy
  /** Returns the rows of a copied table, by its place; undefined without rows. */
  readonly rowsOf: (place: number) => CopiedRows | undefined
  /**
   * Returns the error for tables that exist already, by their titles. Without it, existing tables take the settings of
   * the copy over.
   */
  readonly clash?: ((tables: readonly string[]) => AppError) | undefined
}

/** Tables of a project as a copy, in both directions. */
export interface CopiedTables {
  readonly read: (projectId: string) => Promise<ReadTables>
  /**
   * Creates the tables of a copy in the empty database of a new project.
   *
   * @returns the statements that store their metadata
   */
  readonly create: (
    database: Database,
    project: { readonly id: string; readonly prefix: string },
    input: CopyInput,
  ) => Promise<{ readonly steps: MetaStep[]; readonly done: CopyDone }>
  /**
   * Takes a copy over into a project: creates missing tables with their rows, and gives existing ones their settings.
   * Never changes rows or columns of an existing table. All or nothing.
   *
   * @param note  stores the names of hidden tables, so that a start after a crash finds them
   */
  readonly takeOver: (
    call: Call,
    input: CopyInput,
    note: {
      readonly add: (tables: readonly string[]) => Promise<void>
      readonly forget: () => Promise<void>
    },
  ) => Promise<CopyDone>
  /** Returns the titles of copied tables whose names or titles the project has already. */
  readonly clashes: (projectId: string, copy: ProjectCopy) => Promise<readonly string[]>
  /** Deletes titles, types, computed columns, relations and views of all tables. Tables and rows stay. */
  readonly clear: (projectId: string) => Promise<void>
}

export function createCopiedTables(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly catalog: TableLookups
  readonly changes: Changes
}): CopiedTables {
  const { store, clock, catalog, changes } = options
  const { ids } = changes
  const now = (): string => clock.now().toISOString()
  const newId = (): string => `vc_${ids.hex(10)}`

  const built = (database: Database, input: CopyInput, tables: readonly TableToBuild[]) => {
    const names = new Map(tables.map(({ copy, as }) => [copy.name, as]))
    let rows = 0
    return buildTables({
      ...input,
      database,
      tables,
      nameNow: (table) => names.get(table) ?? table,
      suffix: () => ids.hex(4),
      onRows: (count) => {
        rows += count
        input.onRows?.(count)
      },
    }).then((rejected) => ({ rejected, rows }))
  }

  const create: CopiedTables['create'] = async (database, { id, prefix }, input) => {
    const copy = renamedCopy(input.copy, targetName(input.copy, prefix, []), newId)
    const tables = toBuild(database, copy, input, prefix, [], (name) => name)
    const { rejected, rows } = await built(database, input, tables)
    const created = new Set(tables.map((table) => table.copy.name))
    const metadata = changesFromCopy({
      ...untouched,
      copy,
      created,
      rejected,
      ids,
      checkedQuery: checkedIn(database),
    })
    return {
      steps: metadataSteps(id, metadata, now(), ids.hex(8)),
      done: { created: created.size, changed: 0, rows, missingViews: missingViews(copy, new Map()) },
    }
  }

  const takeOver: CopiedTables['takeOver'] = async (call, input, note) => {
    const { projectId } = call
    const [database, { prefix }, list] = await Promise.all([
      changes.database(projectId),
      changes.project(projectId),
      catalog.list(projectId),
    ])
    const names = list.map(({ name }) => name)
    const copy = renamedCopy(input.copy, targetName(input.copy, prefix, names), newId)
    refuseClashes(input, copy, list)
    const hidden = `${importTablePrefix}${ids.hex(6)}`
    const tables = toBuild(database, copy, input, prefix, list, (_name, at) => `${hidden}_${at}`)
    const staging = tables.map(({ as }) => as)
    await note.add(staging)
    try {
      const { rejected, rows } = await built(database, input, tables)
      input.signal?.throwIfAborted()
      return await changes.inTurn(projectId, async () => {
        const current = await catalog.list(projectId)
        // Another user may have taken a name in the meantime.
        refuseClashes(input, copy, current)
        for (const { copy: table } of tables) checkTableNames(table, current, prefix)
        for (const table of copy.tables)
          if (table.query !== undefined && !current.some(({ name }) => name === table.name))
            checkTableNames(table, current, prefix)
        const existing = new Map<string, Table>()
        for (const { name } of current) {
          const table = await catalog.named(projectId, name)
          if (table !== undefined && copy.tables.some((each) => each.name === name)) existing.set(name, table)
        }
        const created = new Set(tables.map((table) => table.copy.name))
        const stored = await storedViews(store, projectId)
        const metadata = changesFromCopy({
          copy,
          created,
          existing,
          rejected,
          metadata: await catalog.metadata(projectId),
          fits: fitsIn(database, copy),
          lastOrder: Math.max(0, ...current.map(({ order }) => order)),
          viewIds: new Map(stored.map((view) => [viewKey(view.table, view.title), view.id])),
          viewKey,
          ids,
          checkedQuery: checkedIn(database),
        })
        const placed = await changes.placed(projectId)
        await publish(call, database, tables, [...placed, ...metadata], existing.size === 0)
        return { created: created.size, changed: existing.size, rows, missingViews: missingViews(copy, existing) }
      })
    } finally {
      const hasDropped = await dropHidden(database, staging).then(
        () => true,
        () => false,
      )
      // The next start drops remaining tables.
      if (hasDropped) await note.forget()
    }
  }

  /** Gives the hidden tables their names, and stores the metadata with it. */
  const publish = async (
    call: Call,
    database: Database,
    tables: readonly TableToBuild[],
    metadata: Parameters<typeof changes.store>[1],
    isUndoable: boolean,
  ): Promise<void> => {
    const last = tables.at(-1)
    if (last === undefined) {
      await changes.store(call, metadata)
      return
    }
    const plans = []
    for (const { as, copy } of tables) plans.push(await database.dialect.schema.renameTable(database, as, copy.name))
    await changes.run(call, database, {
      operation: 'metadataImport',
      table: last.as,
      tableAfter: last.copy.name,
      along: tables.map(({ copy }) => copy.name),
      plan: { up: plans.flatMap(({ up }) => up), down: plans.toReversed().flatMap(({ down }) => down) },
      metadata,
      ...(isUndoable ? { undoneBy: tables.map(({ copy }) => inverse('tableDelete', { table: copy.name })) } : {}),
    })
  }

  return {
    read: async (projectId) => readTables(catalog, await changes.database(projectId), projectId),
    create,
    takeOver,
    clashes: async (projectId, copy) => {
      const [{ prefix }, list] = await Promise.all([changes.project(projectId), catalog.list(projectId)])
      const names = list.map(({ name }) => name)
      return clashesOf(renamedCopy(copy, targetName(copy, prefix, names), newId), list)
    },
    clear: (projectId) =>
      changes.inTurn(projectId, async () => {
        await store.transact([
          ...(await clearedSteps(store, projectId)),
          ...metadataSteps(projectId, [], now(), ids.hex(8)),
        ])
      }),
  }
}

const checkedIn =
  ({ dialect }: Database): TakenOver['checkedQuery'] =>
  ({ sql, parameters }) =>
    checkedQuery(dialect.capabilities.syntax, sql, parameters)

const untouched: Omit<TakenOver, 'copy' | 'created' | 'rejected' | 'ids' | 'checkedQuery'> = {
  existing: new Map(),
  metadata: undefined,
  lastOrder: 0,
  fits: () => true,
  viewIds: new Map(),
  viewKey: (table) => table,
}

/** True for columns of the same native type, here or as this database would create them. */
function fitsIn(database: Database, copy: ProjectCopy): TakenOver['fits'] {
  const sameEngine = copy.project.engine === database.dialect.name
  const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
  return (copied, nativeType) => {
    const { name, title, storedAs, options } = copied
    const plain = { required: false, unique: false, defaultValue: null, primaryKey: false }
    const made = database.dialect.nativeType(columnType(storedAs).storage, {
      name,
      title,
      uiType: storedAs,
      options,
      ...plain,
    })
    return (sameEngine && same(copied.nativeType, nativeType)) || same(made, nativeType)
  }
}

const viewKey = (table: string, title: string): string => `${table}\n${viewTitleKey(title)}`

/** Returns how tables are called here: with the prefix of this project, and as an existing table of the same name. */
function targetName(copy: ProjectCopy, prefix: string, existing: readonly string[]): (table: string) => string {
  const known = new Map(existing.map((name) => [nameKey(name), name]))
  const former = copy.project.prefix
  return (table) => {
    const bare = former !== '' && table.startsWith(former) ? table.slice(former.length) : undefined
    const name = bare === undefined ? table : `${prefix}${bare}`
    return known.get(nameKey(name)) ?? (bare === undefined ? undefined : known.get(nameKey(bare))) ?? name
  }
}

/** @throws what `clash` returns, if tables of the copy exist already */
function refuseClashes({ clash }: CopyInput, copy: ProjectCopy, list: readonly TableSummary[]): void {
  const taken = clash === undefined ? [] : clashesOf(copy, list)
  if (clash !== undefined && taken.length > 0) throw clash(taken)
}

/** Returns the titles of tables whose names or titles are taken; junction tables only if there are no others. */
function clashesOf({ tables }: ProjectCopy, list: readonly TableSummary[]): string[] {
  const taken = new Set(list.flatMap(({ name, title }) => [nameKey(name), nameKey(title)]))
  const clashing = tables.filter(({ name, title }) => taken.has(nameKey(name)) || taken.has(nameKey(title)))
  const named = clashing.filter(({ association }) => !association)
  return (named.length > 0 ? named : clashing).map(({ title }) => title)
}

/** @throws AppError TABLE_NAME_…, TABLE_EXISTS, and those of columns */
function toBuild(
  database: Database,
  copy: ProjectCopy,
  input: CopyInput,
  prefix: string,
  list: readonly Pick<Table, 'name' | 'title' | 'type' | 'order'>[],
  nameOf: (name: string, at: number) => string,
): TableToBuild[] {
  const taken = list.map((table) => ({ ...table }))
  const present = new Set(list.map(({ name }) => name))
  const sameEngine = copy.project.engine === database.dialect.name
  return copy.tables.flatMap((table: CopiedTable, place): TableToBuild[] => {
    if (present.has(table.name) || table.type === 'view') return []
    if (table.columns.length === 0) throw new AppError('METADATA_FILE_INVALID')
    checkTableNames(table, taken, prefix)
    taken.push({ name: table.name, title: table.title, type: 'table', order: place })
    return [
      {
        ...tableToCreate(database, table, sameEngine),
        copy: table,
        as: nameOf(table.name, place),
        rows: input.rowsOf(place),
      },
    ]
  })
}

const missingViews = ({ tables }: ProjectCopy, existing: ReadonlyMap<string, Table>): string[] =>
  tables.flatMap(({ type, name, title, query }) =>
    type === 'view' && query === undefined && !existing.has(name) ? [title || name] : [],
  )

async function clearedSteps(store: MetaStore, projectId: string): Promise<MetaStep[]> {
  const {
    models,
    columns,
    virtualColumns,
    relations,
    views,
    viewPersonal,
    formMails,
    shares,
    seenTables,
    queryTables,
  } = metaTables
  const ofProject = { project_id: projectId }
  const viewIds = (await store.select(views, ofProject)).map(({ id }) => id)
  // Tables in the trash keep their settings for a restore.
  const names = new Set([
    ...(await store.select(models, ofProject)).map((row) => row.table_name),
    ...(await store.select(columns, ofProject)).map((row) => row.table_name),
  ])
  const shown = [...names].filter((name) => !isReservedTableName(name))
  return [
    ...viewIds.flatMap((view_id) => [
      deleteFrom(viewPersonal, { view_id }),
      deleteFrom(formMails, { view_id }),
      deleteFrom(shares, { view_id }),
    ]),
    ...shown.flatMap((table_name) =>
      [models, columns].map((table) => deleteFrom(table, { project_id: projectId, table_name })),
    ),
    ...[virtualColumns, relations, views, seenTables, queryTables].map((table) => deleteFrom(table, ofProject)),
  ]
}
