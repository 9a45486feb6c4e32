import { baseRoles, type BaseRole } from '@common/principal'
import { partialSettings, type PartialViewSettings } from '@common/views'
import { insertInto, metaTables, updateIn, type MetaStore, type MetaStep, type ShareRow } from '@main/db/meta'
import { z } from 'zod'

const { shares, shareVisits } = metaTables

/** A stored link for visitors. */
export interface StoredShare {
  readonly id: string
  /** Secret part of its address. */
  readonly link: string
  readonly projectId: string
  /** Null for a shared base. */
  readonly viewId: string | null
  /** Role of visitors of a base; null for a view. */
  readonly role: BaseRole | null
  readonly enabled: boolean
  readonly passwordHash: string | null
  readonly passwordVersion: number
  readonly expiresAt: string | null
  readonly download: boolean
  readonly survey: boolean
  readonly embedOrigins: readonly string[]
  /** Settings of a script that narrow the view further. */
  readonly narrowing: PartialViewSettings | null
  readonly timeZone: string
  readonly locale: string
  readonly userId: number | null
  readonly createdAt: string
  /** On the network of this computer, for an hour: never stored, and opened by a code instead of a password. */
  readonly isPocket?: true
}

export interface Visits {
  readonly opened: number
  readonly lastOpenedAt: string | null
}

const neverVisited: Visits = { opened: 0, lastOpenedAt: null }

export async function shareByLink(store: MetaStore, link: string): Promise<StoredShare | undefined> {
  const row = await store.find(shares, { link })
  return row && storedShare(row)
}

export async function shareById(store: MetaStore, projectId: string, id: string): Promise<StoredShare | undefined> {
  const row = await store.find(shares, { id, project_id: projectId })
  return row && storedShare(row)
}

export async function shareOfView(
  store: MetaStore,
  projectId: string,
  viewId: string,
): Promise<StoredShare | undefined> {
  const row = await store.find(shares, { view_id: viewId, project_id: projectId })
  return row && storedShare(row)
}

export async function shareOfBase(store: MetaStore, projectId: string): Promise<StoredShare | undefined> {
  const row = await store.find(shares, { base_of: projectId })
  return row && storedShare(row)
}

/** Returns the links of a project, newest first. */
export async function sharesOfProject(store: MetaStore, projectId: string): Promise<StoredShare[]> {
  const rows = await store.select(shares, 'WHERE project_id = ? ORDER BY created_at DESC, id', [projectId])
  return rows.map(storedShare)
}

/** Returns how often a link was opened. */
export async function visitsOf(store: MetaStore, id: string): Promise<Visits> {
  const row = await store.find(shareVisits, { share_id: id })
  return row === undefined ? neverVisited : { opened: row.opened, lastOpenedAt: row.last_opened_at }
}

/** Returns how often the links of a project were opened, by id. */
export async function visitsOfProject(store: MetaStore, projectId: string): Promise<ReadonlyMap<string, Visits>> {
  const rows = await store.select(shareVisits, 'WHERE share_id IN (SELECT id FROM nc_shares WHERE project_id = ?)', [
    projectId,
  ])
  return new Map(rows.map((row) => [row.share_id, { opened: row.opened, lastOpenedAt: row.last_opened_at }]))
}

/** Counts a visit, apart from the link itself, so that caches of the link stay fresh. */
export const visitStep = (id: string, now: string): MetaStep => ({
  sql: `UPDATE ${shareVisits.name} SET opened = opened + 1, last_opened_at = ? WHERE share_id = ?`,
  params: [now, id],
})

/** Stores a new link. */
export const newShareSteps = (share: StoredShare, now: string): MetaStep[] => [
  insertInto(shares, shareRow(share, now)),
  insertInto(shareVisits, { share_id: share.id, opened: 0, last_opened_at: null }),
]

/** Changes of a link; missing keys stay unchanged, also if another call changes them at the same time. */
export type ShareChange = Partial<
  Pick<
    StoredShare,
    'link' | 'role' | 'enabled' | 'passwordHash' | 'expiresAt' | 'download' | 'survey' | 'embedOrigins' | 'narrowing'
  >
>

/** Changes a link. A new password or address ends the tokens of its visitors. */
export function changeShareSteps(id: string, change: ShareChange, now: string): MetaStep[] {
  const { passwordHash } = change
  const row = { ...columnsOf(change), updated_at: now }
  const password = {
    sql: `UPDATE ${shares.name} SET password = ?, password_version = password_version + 1 WHERE id = ?`,
    params: [passwordHash ?? null, id],
  }
  return [updateIn(shares, row, { id }), ...(passwordHash === undefined ? [] : [password])]
}

function columnsOf({ link, role, enabled, expiresAt, download, survey, ...more }: ShareChange): Partial<ShareRow> {
  const { embedOrigins, narrowing } = more
  return {
    ...(link !== undefined && { link }),
    ...(role !== undefined && { role }),
    ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(download !== undefined && { download: download ? 1 : 0 }),
    ...(survey !== undefined && { survey: survey ? 1 : 0 }),
    ...(embedOrigins !== undefined && { origins: JSON.stringify(embedOrigins) }),
    ...(narrowing !== undefined && { narrowing: narrowing === null ? null : JSON.stringify(narrowing) }),
  }
}

/** Returns the row of a share. */
function shareRow(share: StoredShare, now: string): ShareRow {
  return {
    id: share.id,
    link: share.link,
    project_id: share.projectId,
    view_id: share.viewId,
    base_of: share.viewId === null ? share.projectId : null,
    role: share.role,
    enabled: share.enabled ? 1 : 0,
    password: share.passwordHash,
    password_version: share.passwordVersion,
    expires_at: share.expiresAt,
    download: share.download ? 1 : 0,
    survey: share.survey ? 1 : 0,
    origins: JSON.stringify(share.embedOrigins),
    narrowing: share.narrowing === null ? null : JSON.stringify(share.narrowing),
    time_zone: share.timeZone,
    locale: share.locale,
    user_id: share.userId,
    created_at: share.createdAt,
    updated_at: now,
  }
}

const originList = z.array(z.string())

function storedShare(row: ShareRow): StoredShare {
  return {
    id: row.id,
    link: row.link,
    projectId: row.project_id,
    viewId: row.view_id,
    role: row.view_id === null ? (baseRoles.find((role) => role === row.role) ?? 'viewer') : null,
    enabled: row.enabled === 1,
    passwordHash: row.password,
    passwordVersion: row.password_version,
    expiresAt: row.expires_at,
    download: row.download === 1,
    survey: row.survey === 1,
    embedOrigins: originList.parse(JSON.parse(row.origins)),
    // Unreadable settings must not show more than the script wanted.
    narrowing: row.narrowing === null ? null : partialSettings.parse(JSON.parse(row.narrowing)),
    timeZone: row.time_zone,
    locale: row.locale,
    userId: row.user_id,
    createdAt: row.created_at,
  }
}
