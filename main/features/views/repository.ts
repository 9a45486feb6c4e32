import {
  readSettings,
  viewKinds,
  viewOptions,
  type PartialViewSettings,
  type ViewKind,
  type ViewOptions,
} from '@common/views'
import { nameKey } from '@common/wire/names'
import { insertInto, insertOrUpdate, metaTables, type MetaStore, type ViewRow, type MetaStep } from '@main/db/meta'
import { z } from 'zod'

const { views, viewPersonal } = metaTables

/** Values that scripts stored with a view and that Basalt doesn't read. */
export type ViewExtras = Readonly<Record<string, unknown>>

/** A stored view. */
export interface StoredView {
  readonly id: string
  readonly table: string
  /** Empty for the table's own grid. */
  readonly title: string
  readonly isOwn: boolean
  readonly kind: ViewKind
  readonly position: number
  readonly settings: PartialViewSettings
  readonly options: ViewOptions
  readonly extras: ViewExtras
  readonly locked: boolean
  readonly revision: number
}

/** Personal settings of a view. */
export interface StoredPersonal {
  readonly viewId: string
  readonly userId: number
  readonly settings: PartialViewSettings
  readonly revision: number
}

/** Returns the comparison key of a title; empty for the default grid only. */
export const keyOf = (title: string): string => nameKey(title).slice(0, 250)

/** Stores a new view. */
export const viewStep = (projectId: string, view: StoredView, now: string): MetaStep =>
  insertInto(views, viewRow(projectId, view, now))

/** Stores a view, or replaces the one with its id. */
export const savedViewStep = (projectId: string, view: StoredView, now: string): MetaStep =>
  insertOrUpdate(views, ['id'], viewRow(projectId, view, now))

function viewRow(projectId: string, view: StoredView, now: string): ViewRow {
  return {
    id: view.id,
    project_id: projectId,
    table_name: view.table,
    title: view.title,
    title_key: keyOf(view.title),
    kind: view.kind,
    position: view.position,
    settings: JSON.stringify(view.settings),
    options: JSON.stringify(view.options),
    extras: JSON.stringify(view.extras),
    locked: view.locked ? 1 : 0,
    revision: view.revision,
    created_at: now,
    updated_at: now,
  }
}

export async function viewsOfTable(store: MetaStore, projectId: string, table: string): Promise<StoredView[]> {
  const rows = await store.select(
    views,
    { project_id: projectId, table_name: table },
    { orderBy: ['position', 'created_at', 'id'] },
  )
  return rows.map(storedView)
}

export async function viewsOfProject(store: MetaStore, projectId: string): Promise<StoredView[]> {
  return (await store.select(views, { project_id: projectId })).map(storedView)
}

/** The facts that identify a view. */
export type NamedView = Pick<StoredView, 'id' | 'table' | 'title' | 'kind'>

/** Returns the views of all tables of a project, in order, without default grids. */
export async function namesOfProject(store: MetaStore, projectId: string): Promise<NamedView[]> {
  const rows = await store.read(
    `SELECT id, table_name, title, kind FROM ${views.name} WHERE project_id = ? AND title_key <> ''
     ORDER BY table_name, position, created_at, id`,
    [projectId],
  )
  return rows.map(([id, table, title, kind]) => ({
    id: String(id),
    table: String(table),
    title: String(title),
    kind: kindOf(kind),
  }))
}

export async function viewById(store: MetaStore, projectId: string, id: string): Promise<StoredView | undefined> {
  const row = await store.find(views, { id, project_id: projectId })
  return row && storedView(row)
}

/** Returns a user's personal settings for the views of a table, by view. */
export async function personalOfTable(
  store: MetaStore,
  projectId: string,
  table: string,
  userId: number,
): Promise<ReadonlyMap<string, PartialViewSettings>> {
  const rows = await store.select(
    viewPersonal,
    'WHERE user_id = ? AND view_id IN (SELECT id FROM nc_views WHERE project_id = ? AND table_name = ?)',
    [userId, projectId, table],
  )
  return new Map(rows.map((row) => [row.view_id, settingsOf(row.settings)]))
}

/** Returns the personal settings of all users for a view. */
export async function personalOfView(
  store: MetaStore,
  viewId: string,
): Promise<{ userId: number; settings: PartialViewSettings }[]> {
  const rows = await store.select(viewPersonal, { view_id: viewId })
  return rows.map(({ user_id, settings }) => ({ userId: user_id, settings: settingsOf(settings) }))
}

/** Stores first personal settings of a user. */
export const personalRowStep = (viewId: string, userId: number, settings: PartialViewSettings, now: string): MetaStep =>
  insertInto(viewPersonal, {
    view_id: viewId,
    user_id: userId,
    settings: JSON.stringify(settings),
    revision: 1,
    updated_at: now,
  })

export async function personalOfProject(store: MetaStore, projectId: string): Promise<StoredPersonal[]> {
  const rows = await store.select(viewPersonal, 'WHERE view_id IN (SELECT id FROM nc_views WHERE project_id = ?)', [
    projectId,
  ])
  return rows.map(({ view_id, user_id, settings, revision }) => ({
    viewId: view_id,
    userId: user_id,
    settings: settingsOf(settings),
    revision,
  }))
}

const kindOf = (stored: unknown): ViewKind => viewKinds.find((kind) => kind === stored) ?? 'grid'

function storedView(row: ViewRow): StoredView {
  return {
    id: row.id,
    table: row.table_name,
    title: row.title,
    isOwn: row.title_key === '',
    kind: kindOf(row.kind),
    position: row.position,
    settings: settingsOf(row.settings),
    options: viewOptions.safeParse(json(row.options)).data ?? {},
    extras: z.record(z.string(), z.unknown()).safeParse(json(row.extras)).data ?? {},
    locked: row.locked === 1,
    revision: row.revision,
  }
}

export const settingsOf = (text: string): PartialViewSettings => readSettings(json(text))

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
