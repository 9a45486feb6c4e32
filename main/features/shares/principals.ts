import type { Project, Table } from '@common/model'
import {
  formVisitorPrincipal,
  previewed,
  previewedRoleOf,
  shareClosed,
  sharedBasePrincipal,
  sharedViewPrincipal,
  sharePasswordMissing,
  systemPrincipal,
  type Principal,
} from '@common/principal'
import { wholeOf } from '@common/principal/sight'
import { conditionsOf } from '@common/views'
import { sharedColumns, sharedSettings } from '@common/views/shared-view'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { ProjectAccesses } from '@main/features/access'
import type { Credentials, ShareCredentials } from '@main/features/auth'
import type { TableLookups } from '@main/features/tables'
import type { StoredView, Views } from '@main/features/views'
import type { Clock } from '@main/lib/clock'
import { Lru } from '@main/lib/lru'
import { shareByLink, type StoredShare } from './repository'
import { isExpired } from './service'
import { shareFilter } from './share-filter'
import type { VisitorTokens } from './visitor-tokens'

/** An open link, and what its visitors see. */
export interface FoundShare {
  readonly share: StoredShare
  /** Null for a shared base. */
  readonly shown: { readonly view: StoredView; readonly table: Table } | null
  /** The principal of its visitors, once they have entered the password. */
  readonly principal: Principal
}

/** A request with a link for visitors. */
export interface Visit extends Pick<Credentials, 'projectId' | 'preview'> {
  readonly share: ShareCredentials
}

/** Finds the principals of visitors. */
export interface SharePrincipals {
  /**
   * Returns the principal of a request: synchronously, and the same object again, while nothing about the link, its
   * view and its table changes.
   */
  readonly principal: (visit: Visit) => Principal | Promise<Principal>
  /** Returns an open link; undefined if it is unknown, off or expired, or its view is gone. */
  readonly find: (link: string) => Promise<FoundShare | undefined>
  /** The same by the id of the share. */
  readonly ofShare: (id: string) => Promise<FoundShare | undefined>
}

export interface SharePrincipalsOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly views: Pick<Views, 'find'>
  readonly lookups: (principal: Principal) => Pick<TableLookups, 'named' | 'open'>
  readonly tokens: VisitorTokens
  readonly project: (projectId: string) => Promise<Pick<Project, 'title'>>
  readonly accesses: ProjectAccesses
  /** Returns a share on the network, which isn't stored. */
  readonly pocket: (link: string) => StoredShare | undefined
}

/** Everything that a link depends on in the meta store. Tables have their own versions. */
const tablesRead = [metaTables.shares, metaTables.views, metaTables.projects]
const linksCached = 2_000
/** How long a filter by relative dates stays resolved. */
const relativeMs = 60_000

interface Entry {
  readonly version: number
  readonly found: FoundShare
  /** Monotonic time at which relative dates are resolved again; Infinity without any. */
  readonly staleAtMs: number
}

export function createSharePrincipals(options: SharePrincipalsOptions): SharePrincipals {
  const { store, clock, views, tokens } = options
  // The filter of a view may use hidden columns and tables.
  const lookups = options.lookups(systemPrincipal)
  const entries = new Lru<string, Entry>(linksCached)
  /** The principals of links by everything that makes them, so that an unchanged one stays the same object. */
  const principals = new Lru<string, Principal>(linksCached)

  const same = (share: StoredShare, facts: readonly unknown[], make: () => Principal): Principal => {
    const key = JSON.stringify([share.id, share.link, ...facts])
    const known = principals.get(key) ?? make()
    principals.set(key, known)
    return known
  }

  const load = async (link: string): Promise<Entry | undefined> => {
    const version = store.version(...tablesRead)
    const share = options.pocket(link) ?? (await shareByLink(store, link))
    if (share === undefined) return undefined
    const { id: shareId, projectId, viewId, role } = share
    if (viewId === null) {
      const projectRole = role ?? 'viewer'
      const [{ title }, roles] = await Promise.all([options.project(projectId), options.accesses.now(projectId)])
      // Visitors of a base see no more than members with the same role.
      const access = roles.access(projectRole)
      const place = { shareId, title, projectId, projectRole, ...(access && { access }) }
      const make = (): Principal => sharedBasePrincipal(place)
      return {
        version,
        found: { share, shown: null, principal: same(share, [projectRole, title, roles.revision], make) },
        staleAtMs: Infinity,
      }
    }
    const view = await views.find(projectId, viewId)
    const table = view && wholeIn(await lookups.named(projectId, view.table))
    if (view === undefined || table === undefined) return undefined
    const columns = sharedColumns(table, view, share.narrowing)
    const names = [...columns]
    const title = titleOfView(view, table)
    const place = { shareId, title, projectId, table: table.name, columns }
    const shown = { view, table }
    if (view.kind === 'form') {
      const make = (): Principal => formVisitorPrincipal(place)
      return {
        version,
        found: { share, shown, principal: same(share, ['form', title, table.name, names], make) },
        staleAtMs: Infinity,
      }
    }
    const groups = [sharedSettings(table, view).filter, ...(share.narrowing?.filter ? [share.narrowing.filter] : [])]
    const filter = await shareFilter(share, groups, { table, lookups, now: clock.now() })
    // The view has to be corrected before visitors see it again.
    if (filter === 'open') return undefined
    const { download } = share
    const make = (): Principal => sharedViewPrincipal({ ...place, filter, download })
    const isRelative = groups.some((group) => conditionsOf(group).some(({ value }) => isRelativeValue(value)))
    return {
      version,
      found: { share, shown, principal: same(share, ['view', title, table.name, names, filter, download], make) },
      staleAtMs: isRelative ? clock.monotonicMs() + relativeMs : Infinity,
    }
  }

  /** Returns a cached link, if nothing that it depends on has changed; a promise if the table isn't cached. */
  const cached = (link: string): FoundShare | undefined | Promise<FoundShare | undefined> => {
    if (!store.exclusive) return undefined
    const entry = entries.get(link)
    if (entry === undefined || entry.version !== store.version(...tablesRead)) return undefined
    if (entry.staleAtMs <= clock.monotonicMs()) return undefined
    const { found } = entry
    if (found.shown === null) return found
    const { table } = found.shown
    const isSame = (current: Table): boolean => wholeOf(current) === table
    const now = lookups.open(found.share.projectId, table.name)
    if (!(now instanceof Promise)) return isSame(now.table) ? found : undefined
    return now.then(
      (opened) => (isSame(opened.table) ? found : undefined),
      () => undefined,
    )
  }

  const known = (link: string): FoundShare | undefined | Promise<FoundShare | undefined> => {
    const found = cached(link)
    if (found instanceof Promise) return found.then((current) => current ?? loaded(link))
    return found ?? loaded(link)
  }

  const loaded = async (link: string): Promise<FoundShare | undefined> => {
    const entry = await load(link)
    if (entry === undefined) return undefined
    if (store.exclusive && entry.version === store.version(...tablesRead)) entries.set(link, entry)
    return entry.found
  }

  const openNow = (cachedShare: FoundShare | undefined): FoundShare | undefined => {
    const found = current(cachedShare)
    return found !== undefined && found.share.enabled && !isExpired(found.share, clock.now()) ? found : undefined
  }

  /** A share on the network ends and extends without a write to the store. */
  const current = (found: FoundShare | undefined): FoundShare | undefined => {
    if (found?.share.isPocket !== true) return found
    const share = options.pocket(found.share.link)
    return share && { ...found, share }
  }

  const principalOf = (
    found: FoundShare | undefined,
    { share: { kind, visitor }, projectId, preview }: Visit,
  ): Principal => {
    const open = openNow(found)
    if (open === undefined || (open.shown === null) !== (kind === 'base')) return shareClosed
    const { share, principal } = open
    if (projectId !== undefined && projectId !== share.projectId) return shareClosed
    const isAdmitted =
      share.passwordHash === null || (visitor !== undefined && tokens.openedAtMs(share, visitor) !== undefined)
    if (!isAdmitted) return sharePasswordMissing
    const role = previewedRoleOf(preview)
    return role === undefined ? principal : previewed(principal, role)
  }

  const find = async (link: string): Promise<FoundShare | undefined> => openNow(await known(link))

  return {
    find,
    ofShare: async (id) => {
      const row = await store.find(metaTables.shares, { id })
      return row && find(row.link)
    },
    principal: (visit) => {
      const found = known(visit.share.link)
      return found instanceof Promise ? found.then((each) => principalOf(each, visit)) : principalOf(found, visit)
    },
  }
}

/** Returns the display name of a view. The default grid is called by its table. */
export const titleOfView = (view: Pick<StoredView, 'isOwn' | 'title'>, table: Pick<Table, 'title'>): string =>
  view.isOwn ? table.title : view.title

const wholeIn = (table: Table | undefined): Table | undefined => table && wholeOf(table)

const isRelativeValue = (value: unknown): boolean => typeof value === 'object' && value !== null && 'relative' in value
