import { AppError } from '@common/errors'
import type { Share } from '@common/operations/shares'
import type { BaseRole } from '@common/principal'
import type { PartialViewSettings } from '@common/views'
import { deleteFrom, metaTables } from '@main/db/meta'
import type { StoredView } from '@main/features/views'
import { changedValues, goneValues, type ChangedValue } from '@main/lib/changed-values'
import type { Ids } from '@main/lib/ids'
import { validLocale, validTimeZone } from '@main/lib/reader'
import {
  changeShareSteps,
  newShareSteps,
  shareById,
  shareOfBase,
  shareOfView,
  sharesOfProject,
  visitsOf,
  visitsOfProject,
  type ShareChange,
  type StoredShare,
  type Visits,
} from './repository'
import { createSharingRights } from './sharing-rights'
import type { Sharer, ShareServiceOptions } from './types'

/** Changed settings of a link; missing keys stay unchanged. */
export interface ShareSettings {
  readonly enabled?: boolean
  readonly password?: string | null
  readonly expiresAt?: string | null
  readonly download?: boolean
  readonly survey?: boolean
  readonly embedOrigins?: readonly string[]
  readonly role?: BaseRole
  readonly narrowing?: PartialViewSettings | null
}

export interface NewViewShare extends ShareSettings {
  readonly table: string
  /** Default: the default grid. */
  readonly view?: string
  readonly timeZone?: string
  readonly locale?: string
}

/** Returns a view that the caller may share. @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NOT_FOUND, SHARE_TABLE_RESTRICTED */
export type SharedViewOf = (
  sharer: Pick<Sharer, 'projectId' | 'principal'>,
  of: { readonly table: string; readonly view?: string | undefined },
) => Promise<StoredView>

/** Manages links for visitors. */
export interface ShareService {
  readonly sharedViewOf: SharedViewOf
  /** Without links that show what is hidden from the caller. */
  readonly list: (sharer: Sharer) => Promise<Share[]>
  readonly ofView: (sharer: Sharer, table: string, view: string | undefined) => Promise<Share | null>
  readonly ofBase: (sharer: Sharer) => Promise<Share | null>
  /** @throws AppError TABLE_NOT_FOUND, TABLE_VIEW_NOT_FOUND, SHARE_TABLE_RESTRICTED, SHARE_EXPIRY_PAST */
  readonly shareView: (sharer: Sharer, share: NewViewShare) => Promise<Share>
  /** @throws AppError ROLE_ABOVE_OWN for a role that shows what is hidden from its maker, SHARE_EXPIRY_PAST */
  readonly shareBase: (sharer: Sharer, settings: ShareSettings) => Promise<Share>
  /** @throws AppError SHARE_NOT_FOUND, SHARE_EXPIRY_PAST */
  readonly change: (
    sharer: Sharer,
    id: string,
    settings: ShareSettings,
  ) => Promise<{ readonly share: Share; readonly values: readonly ChangedValue[] }>
  /** @throws AppError SHARE_NOT_FOUND */
  readonly replace: (sharer: Sharer, id: string) => Promise<Share>
  /** Returns the deleted link. @throws AppError SHARE_NOT_FOUND */
  readonly revoke: (
    projectId: string,
    id: string,
  ) => Promise<{ readonly share: Share; readonly values: readonly ChangedValue[] }>
}

const idBytes = 10
/** 128 random bits. */
const linkBytes = 16

/** Returns the secret of an address in the form of a UUID (wire §8.2), with all of its 128 bits random. */
export function newLink(ids: Ids): string {
  const hex = ids.hex(linkBytes)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const { shares } = metaTables
const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === 'VALUE_NOT_UNIQUE'

export function createShareService(options: ShareServiceOptions): ShareService {
  const { store, clock, ids, hashing, views } = options
  const now = (): string => clock.now().toISOString()

  const get = async (projectId: string, id: string): Promise<StoredShare> => {
    const share = await shareById(store, projectId, id)
    if (share === undefined) throw new AppError('SHARE_NOT_FOUND')
    return share
  }

  const rights = createSharingRights({ ...options, get })
  const { openTable, requireGivable, requireOwnSight } = rights

  const shown = async (share: StoredShare, visits?: Visits, known?: StoredView): Promise<Share> => {
    const { viewId, projectId } = share
    const view = viewId === null ? undefined : (known ?? (await views.find(projectId, viewId)))
    const { opened, lastOpenedAt } = visits ?? (await visitsOf(store, share.id))
    return {
      id: share.id,
      link: share.link,
      url: await options.linkTo(routeOf(share, view)),
      embedUrl: `${await options.address()}/dashboard/embed?link=${share.link}`,
      view: view === undefined ? null : namedView(view),
      role: share.role,
      enabled: share.enabled,
      hasPassword: share.passwordHash !== null,
      expiresAt: share.expiresAt,
      expired: isExpired(share, clock.now()),
      download: share.download,
      survey: share.survey,
      embedOrigins: [...share.embedOrigins],
      narrowed: share.narrowing !== null,
      opened,
      lastOpenedAt,
      createdAt: share.createdAt,
    }
  }

  /** @throws AppError SHARE_EXPIRY_PAST */
  const changeOf = async ({ password, expiresAt, ...settings }: ShareSettings): Promise<ShareChange> => {
    const end = typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt
    if (end instanceof Date && end <= clock.now()) throw new AppError('SHARE_EXPIRY_PAST')
    return {
      ...settings,
      ...(end !== undefined && { expiresAt: end === null ? null : end.toISOString() }),
      ...(password !== undefined && { passwordHash: password === null ? null : await hashing.hash(password) }),
    }
  }

  /** Changes a link and returns its new state. */
  const changed = async (projectId: string, id: string, change: ShareChange): Promise<StoredShare> => {
    await get(projectId, id)
    await store.transact(changeShareSteps(id, change, now()))
    return get(projectId, id)
  }

  const create = async (
    { projectId, userId }: Sharer,
    of: Pick<StoredShare, 'viewId' | 'role' | 'timeZone' | 'locale'>,
    settings: ShareSettings,
    known: () => Promise<StoredShare | undefined>,
  ): Promise<StoredShare> => {
    const change = await changeOf(settings)
    const earlier = await known()
    if (earlier !== undefined) return changed(projectId, earlier.id, change)
    const made: StoredShare = {
      ...plainShare,
      ...of,
      id: `sh_${ids.hex(idBytes)}`,
      link: newLink(ids),
      projectId,
      userId,
      createdAt: now(),
      ...change,
    }
    try {
      await store.transact(newShareSteps(made, now()))
      return made
    } catch (error) {
      // A concurrent call created it.
      const other = isTaken(error) ? await known() : undefined
      if (other === undefined) throw error
      return changed(projectId, other.id, change)
    }
  }

  const sharedViewOf: SharedViewOf = async (sharer, { table: tableName, view }) => {
    const table = await openTable(sharer, tableName)
    const unlisted = sharer.principal.access?.views
    return views.stored({ projectId: sharer.projectId, table: table.name, view, unlisted })
  }

  return {
    sharedViewOf,

    ...createShareLists({ store, views, rights, shown }),

    shareView: async (sharer, { table: tableName, view: viewId, timeZone, locale, ...settings }) => {
      const { projectId } = sharer
      const view = await sharedViewOf(sharer, { table: tableName, view: viewId })
      const of = { viewId: view.id, role: null, timeZone: validTimeZone(timeZone), locale: validLocale(locale) }
      const share = await create(sharer, of, settings, () => shareOfView(store, projectId, view.id))
      return shown(share, undefined, view)
    },

    shareBase: async (sharer, settings) => {
      const role = settings.role ?? 'viewer'
      await requireGivable(sharer, role)
      const of = { viewId: null, role, timeZone: 'UTC', locale: 'en' }
      return shown(await create(sharer, of, settings, () => shareOfBase(store, sharer.projectId)))
    },

    change: async (sharer, id, { role, ...settings }) => {
      const { projectId } = sharer
      const before = await requireOwnSight(sharer, id, role)
      const change = await changeOf(settings)
      const after = await changed(projectId, id, { ...change, ...(role && before.role !== null && { role }) })
      return { share: await shown(after), values: changedSettings(before, after) }
    },

    replace: async (sharer, id) => {
      await requireOwnSight(sharer, id)
      return shown(await changed(sharer.projectId, id, { link: newLink(ids) }))
    },

    revoke: async (projectId, id) => {
      const before = await get(projectId, id)
      const share = await shown(before)
      await store.transact([deleteFrom(shares, { id, project_id: projectId })])
      return { share, values: goneValues(settingsOf(before)) }
    },
  }
}

/** Reads links, without those that show what is hidden from the caller. */
function createShareLists({
  store,
  views,
  rights: { tableOf, isOwnSight },
  shown,
}: Pick<ShareServiceOptions, 'store' | 'views'> & {
  readonly rights: ReturnType<typeof createSharingRights>
  readonly shown: (share: StoredShare, visits?: Visits, known?: StoredView) => Promise<Share>
}): Pick<ShareService, 'list' | 'ofView' | 'ofBase'> {
  return {
    list: async (sharer) => {
      const { projectId } = sharer
      const [stored, visits] = await Promise.all([sharesOfProject(store, projectId), visitsOfProject(store, projectId)])
      const all = stored.map(async (share): Promise<Share[]> => {
        const view = share.viewId === null ? undefined : await views.find(projectId, share.viewId)
        return (await isOwnSight(sharer, share, view)) ? [await shown(share, visits.get(share.id), view)] : []
      })
      return (await Promise.all(all)).flat()
    },

    ofView: async (sharer, tableName, viewId) => {
      const { projectId, principal } = sharer
      const table = await tableOf(principal, projectId, tableName)
      const view =
        viewId === undefined
          ? await views.own(projectId, table.name)
          : await views.stored({ projectId, table: table.name, view: viewId, unlisted: principal.access?.views })
      const share = view && (await shareOfView(store, projectId, view.id))
      return share !== undefined && (await isOwnSight(sharer, share, view)) ? shown(share, undefined, view) : null
    },

    ofBase: async (sharer) => {
      const share = await shareOfBase(store, sharer.projectId)
      return share !== undefined && (await isOwnSight(sharer, share, undefined)) ? shown(share) : null
    },
  }
}

/** Returns the settings that differ, for the audit. A password is a secret, so only its presence counts. */
function changedSettings(before: StoredShare, after: StoredShare): ChangedValue[] {
  return changedValues(settingsOf(before), settingsOf(after))
}

const settingsOf = (share: StoredShare) => ({
  enabled: share.enabled,
  hasPassword: share.passwordHash !== null,
  expiresAt: share.expiresAt,
  download: share.download,
  survey: share.survey,
  embedOrigins: share.embedOrigins,
  role: share.role,
})

/** Settings of a new link. */
export const plainShare = {
  enabled: true,
  passwordHash: null,
  passwordVersion: 1,
  expiresAt: null,
  download: false,
  survey: false,
  embedOrigins: [],
  narrowing: null,
} as const

/** True if a link has reached its end. */
export const isExpired = ({ expiresAt }: Pick<StoredShare, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()

/** Returns the route of the page that opens a link (S1 §2). */
function routeOf({ link, viewId }: StoredShare, view: StoredView | undefined): string {
  if (viewId === null) return `/nc/base/${link}`
  if (view?.kind === 'form') return `/nc/form/${link}`
  return view?.kind === 'kanban' ? `/nc/kanban/${link}` : `/nc/view/${link}`
}

const namedView = ({ id, title, kind, table, isOwn }: StoredView): NonNullable<Share['view']> => ({
  ...(isOwn ? {} : { id }),
  title,
  kind,
  table,
})
