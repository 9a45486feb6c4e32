import type { sqlQueryOperations, SqlSavedQuery } from '@common/operations/sql-queries'
import { AppError } from '@common/errors'
import { permits } from '@common/principal'
import { deleteFrom, insertInto, metaTables, updateIn, type MetaRow, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import { changedValues, goneValues } from '@main/lib/changed-values'
import type { Ids } from '@main/lib/ids'
import { inProject, type Handlers, type ProjectContext } from '@main/operations/context'
import { checkWithoutNul } from './nul'

type SavedOperations = Pick<
  typeof sqlQueryOperations,
  'sqlSavedList' | 'sqlSavedCreate' | 'sqlSavedUpdate' | 'sqlSavedDelete'
>
type SavedRow = MetaRow<typeof metaTables.sqlSaved>

/** Saved queries and snippets of one project. */
const savedMax = 2_000

/** Id of the user, also of one without an account. */
export const userOf = ({ actor }: ProjectContext): number => actor.userId ?? 0

/** Handlers of saved queries and snippets. */
export function createSavedHandlers(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly ids: Ids
}): Handlers<SavedOperations> {
  const { store, clock, ids } = options
  const { sqlSaved } = metaTables

  /** @throws AppError SQL_SAVED_NOT_FOUND, NOT_ALLOWED */
  const changeable = async (context: ProjectContext, id: string): Promise<SavedRow> => {
    const row = await store.find(sqlSaved, { id, project_id: context.projectId })
    // Other users don't learn that a private query exists.
    if (row === undefined || (row.is_shared === 0 && row.user_id !== userOf(context)))
      throw new AppError('SQL_SAVED_NOT_FOUND')
    if (!mayChange(context, row)) throw new AppError('NOT_ALLOWED')
    return row
  }

  return {
    sqlSavedList: async (given) => {
      const context = inProject(given)
      const rows = await store.select(
        sqlSaved,
        'WHERE project_id = ? AND (is_shared = 1 OR user_id = ?) ORDER BY folder, title, id',
        [context.projectId, userOf(context)],
      )
      return rows.map((row) => shown(context, row))
    },

    sqlSavedCreate: async (given, { kind, title, sql, folder, description, shared }) => {
      checkWithoutNul(sql)
      const context = inProject(given)
      const { projectId, actor } = context
      const [[count] = []] = await store.read('SELECT COUNT(*) FROM nc_sql_saved WHERE project_id = ?', [projectId])
      if (Number(count) >= savedMax) throw new AppError('SQL_SAVED_TOO_MANY', { max: savedMax })
      const now = clock.now().toISOString()
      const row: SavedRow = {
        id: ids.hex(8),
        project_id: projectId,
        user_id: userOf(context),
        email: actor.email,
        kind,
        title,
        body: sql,
        folder,
        description,
        is_shared: shared ? 1 : 0,
        created_at: now,
        updated_at: now,
      }
      await store.transact([insertInto(sqlSaved, row)])
      given.noteForAudit?.({ values: changedValues({}, factsOf(row)) })
      return shown(context, row)
    },

    sqlSavedUpdate: async (given, { id, sql, shared, ...facts }) => {
      checkWithoutNul(sql ?? '')
      const context = inProject(given)
      const row = await changeable(context, id)
      const changed = {
        ...facts,
        ...(sql !== undefined && { body: sql }),
        ...(shared !== undefined && { is_shared: shared ? 1 : 0 }),
        updated_at: clock.now().toISOString(),
      }
      await store.transact([updateIn(sqlSaved, changed, { id })])
      given.noteForAudit?.({ values: changedValues(factsOf(row), factsOf({ ...row, ...changed })) })
      return shown(context, { ...row, ...changed })
    },

    sqlSavedDelete: async (given, { id }) => {
      const context = inProject(given)
      const row = await changeable(context, id)
      await store.transact([deleteFrom(sqlSaved, { id })])
      given.noteForAudit?.({ title: row.title, values: goneValues(factsOf(row)) })
      return {}
    },
  }
}

/** Facts for the audit. */
const factsOf = ({ title, body, folder, description, is_shared }: SavedRow) => ({
  title,
  sql: body,
  folder,
  description,
  shared: is_shared === 1,
})

/** The author, and owners of the project for shared ones. */
const mayChange = (context: ProjectContext, row: SavedRow): boolean =>
  row.user_id === userOf(context) || permits(context.principal, 'project.delete')

function shown(context: ProjectContext, row: SavedRow): SqlSavedQuery {
  return {
    id: row.id,
    kind: row.kind === 'snippet' ? 'snippet' : 'query',
    title: row.title,
    sql: row.body,
    folder: row.folder,
    description: row.description,
    shared: row.is_shared === 1,
    own: mayChange(context, row),
    author: row.email,
    updatedAt: row.updated_at,
  }
}
