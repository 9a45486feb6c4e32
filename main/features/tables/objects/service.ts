import { limits } from '@common/constants'
import { AppError, type ErrorCode } from '@common/errors'
import { findTitled, NameIndex } from '@common/wire/named'
import { isPrintableName, nameKey, titleOfTable } from '@common/wire/names'
import type { Database } from '@main/db/database'
import type { RoutineKind, TriggerFacts, ViewQuery } from '@main/db/schema-objects'
import type { SchemaPlan } from '@main/db/schema-plan'
import type { TableLookups } from '../catalog/catalog'
import type { Call, Changes } from '../changes/changes'
import { columnNamed } from '../columns/column-named'
import { invalid, parseView } from './parse-view'
import { checkTableNames } from '../columns/validate'

/** Indexes, SQL views, triggers and routines of a project. */
export interface ObjectsService {
  /** @throws AppError TABLE_NOT_FOUND, COLUMN_NOT_FOUND, INDEX_EXISTS, INDEX_NAME_INVALID, VALUE_NOT_UNIQUE */
  readonly createIndex: (call: Call, table: string, index: NewIndex) => Promise<SchemaPlan>
  /** Returns the plan of `createIndex` without running it. */
  readonly planIndex: (projectId: string, table: string, index: NewIndex) => Promise<SchemaPlan>
  readonly planIndexDrop: (projectId: string, table: string, name: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, INDEX_NOT_FOUND, INDEX_FIXED */
  readonly dropIndex: (call: Call, table: string, name: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_EXISTS, TABLE_NAME_INVALID, TABLE_NAME_RESERVED, VIEW_DEFINITION_INVALID */
  readonly createView: (call: Call, name: string, definition: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, VIEW_DEFINITION_INVALID */
  readonly replaceView: (call: Call, name: string, definition: string) => Promise<SchemaPlan>
  readonly planViewDrop: (projectId: string, name: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND, TABLE_IN_USE */
  readonly dropView: (call: Call, name: string) => Promise<SchemaPlan>
  /** @throws AppError TABLE_NOT_FOUND */
  readonly viewDefinition: (projectId: string, name: string) => Promise<string>
  readonly triggers: (projectId: string, table: string) => Promise<readonly TriggerFacts[]>
  readonly routines: (projectId: string, kind: RoutineKind) => Promise<readonly string[]>
}

export interface NewIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** Time limit of checking a view's query, which holds a connection. */
const viewCheckTimeoutMs = 5_000

export function createObjectsService(catalog: TableLookups, changes: Changes): ObjectsService {
  const { inTurn, editable, run, database: databaseOf, project: projectOf } = changes

  const plannedIndex = async (projectId: string, nameOrTitle: string, given: NewIndex) => {
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    const name = given.name.trim()
    const limit = Math.min(limits.nameCharacters, database.dialect.capabilities.maxIdentifier)
    if (!isPrintableName(name, limit) || Buffer.byteLength(name) > database.dialect.capabilities.maxIdentifier)
      throw new AppError('INDEX_NAME_INVALID', { limit })
    if (table.indexes.some((index) => nameKey(index.name) === nameKey(name)))
      throw new AppError('INDEX_EXISTS', { index: name })
    const columns = given.columns.map((column) => columnNamed(table, column))
    if (new Set(columns).size < columns.length) throw new AppError('COLUMN_EXISTS', { column: columns.join(', ') })
    const plan = database.dialect.objects.createIndex(table, { name, columns, unique: given.unique })
    return { database, table, name, plan }
  }

  const createIndex: ObjectsService['createIndex'] = async (call, nameOrTitle, given) => {
    const { database, table, name, plan } = await plannedIndex(call.projectId, nameOrTitle, given)
    try {
      await run(call, database, { ...ofTable('indexCreate', table.name), plan })
    } catch (error) {
      // Names of indexes are shared with other tables.
      throw error instanceof AppError && error.code === 'TABLE_EXISTS'
        ? new AppError('INDEX_EXISTS', { index: name }, { cause: error })
        : error
    }
    return plan
  }

  const plannedDrop = async (projectId: string, nameOrTitle: string, name: string) => {
    const [database, table] = await Promise.all([databaseOf(projectId), editable(projectId, nameOrTitle)])
    return { database, table, plan: await database.dialect.objects.dropIndex(database, table.name, name) }
  }

  const dropIndex: ObjectsService['dropIndex'] = async (call, nameOrTitle, name) => {
    const { database, table, plan } = await plannedDrop(call.projectId, nameOrTitle, name)
    await run(call, database, { ...ofTable('indexDelete', table.name), plan })
    return plan
  }

  const createView: ObjectsService['createView'] = async (call, given, definition) => {
    const { projectId } = call
    const [database, project, tables] = await Promise.all([
      databaseOf(projectId),
      projectOf(projectId),
      catalog.list(projectId),
    ])
    const name = given.trim()
    checkTableNames({ name, title: titleOfTable(name, project.prefix) }, tables, project.prefix)
    const query = parseView(definition)
    await checkQuery(database, query)
    const plan = database.dialect.objects.createView(name, query)
    await made(() => run(call, database, { ...ofTable('viewCreate', name), plan }))
    return plan
  }

  const replaceView: ObjectsService['replaceView'] = async (call, nameOrTitle, definition) => {
    const { projectId } = call
    const [database, name] = await Promise.all([databaseOf(projectId), viewNamed(projectId, nameOrTitle)])
    const query = parseView(definition)
    await checkQuery(database, query)
    const plan = await database.dialect.objects.replaceView(database, name, query)
    await made(() => run(call, database, { ...ofTable('viewUpdate', name), plan }))
    return plan
  }

  const plannedViewDrop = async (projectId: string, nameOrTitle: string) => {
    const [database, name] = await Promise.all([databaseOf(projectId), viewNamed(projectId, nameOrTitle)])
    return { database, name, plan: await database.dialect.objects.dropView(database, name) }
  }

  const dropView: ObjectsService['dropView'] = async (call, nameOrTitle) => {
    const { database, name, plan } = await plannedViewDrop(call.projectId, nameOrTitle)
    await run(call, database, {
      operation: 'viewDelete',
      table: name,
      tableAfter: null,
      plan,
      metadata: [{ kind: 'removeTable', name }],
    })
    return plan
  }

  /** By the list alone: a view whose columns cannot be read any more can still be changed and deleted. */
  const viewNamed = async (projectId: string, nameOrTitle: string): Promise<string> => {
    const known = new NameIndex(await catalog.list(projectId), (view) => view)
    // A name in another letter case may belong to a view that another program has just created.
    const found = known.exact(nameOrTitle) ?? findTitled(await catalog.reload(projectId), nameOrTitle)
    if (found?.type !== 'view' || found.isQuery === true) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
    return found.name
  }

  return {
    planIndex: async (projectId, table, index) => (await plannedIndex(projectId, table, index)).plan,
    planViewDrop: async (projectId, name) => (await plannedViewDrop(projectId, name)).plan,
    planIndexDrop: async (projectId, table, name) => (await plannedDrop(projectId, table, name)).plan,
    createIndex: (call, table, index) => inTurn(call.projectId, () => createIndex(call, table, index)),
    dropIndex: (call, table, name) => inTurn(call.projectId, () => dropIndex(call, table, name)),
    createView: (call, name, definition) => inTurn(call.projectId, () => createView(call, name, definition)),
    replaceView: (call, name, definition) => inTurn(call.projectId, () => replaceView(call, name, definition)),
    dropView: (call, name) => inTurn(call.projectId, () => dropView(call, name)),

    viewDefinition: async (projectId, nameOrTitle) => {
      const [database, name] = await Promise.all([databaseOf(projectId), viewNamed(projectId, nameOrTitle)])
      const definition = await database.dialect.objects.viewDefinition(database, name)
      if (definition === undefined) throw new AppError('TABLE_NOT_FOUND', { table: nameOrTitle })
      return definition
    },

    triggers: async (projectId, nameOrTitle) => {
      const [database, table] = await Promise.all([databaseOf(projectId), catalog.get(projectId, nameOrTitle)])
      return database.dialect.objects.listTriggers(database, table.name)
    },

    routines: async (projectId, kind) => {
      const database = await databaseOf(projectId)
      return database.dialect.objects.listRoutines(database, kind)
    },
  }
}

const ofTable = (operation: string, table: string) => ({ operation, table, tableAfter: table, metadata: [] })

/** Errors of the database as problems of the view. */
const problems: Partial<Record<ErrorCode, Parameters<typeof invalid>[0]>> = {
  TABLE_NOT_FOUND: 'tables',
  COLUMN_NOT_FOUND: 'columns',
  COLUMN_EXISTS: 'taken',
  VIEW_INVALID: 'tables',
  QUERY_TIMEOUT: 'slow',
  SCHEMA_CHANGE_UNSUPPORTED: 'refused',
  VALUE_CHECK_FAILED: 'refused',
  INTERNAL: 'refused',
}

/** Checks on a read-only connection, before the journal is written. */
async function checkQuery(database: Database, query: ViewQuery): Promise<void> {
  const sql = database.dialect.objects.viewCheck(query)
  if (sql === undefined) return
  await made(() => database.read({ sql, params: [] }, { lane: 'long', timeoutMs: viewCheckTimeoutMs }))
}

async function made<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = error instanceof AppError ? problems[error.code] : undefined
    if (problem === undefined) throw error
    throw invalid(problem, undefined, error)
  }
}
