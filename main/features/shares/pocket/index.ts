import { AppError } from '@common/errors'
import type { PocketShare, pocketShareOperations } from '@common/operations/pocket-shares'
import { permits } from '@common/principal'
import type { FindTable, SeesAll } from '@common/principal/sight'
import { conditionsOf } from '@common/views'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { Access } from '@main/features/auth'
import type { StoredView } from '@main/features/views'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { networkAddresses, type NetworkAddress } from '@main/lib/network-addresses'
import type { ListenPocket } from '@main/lib/pocket-gate'
import { validLocale, validTimeZone } from '@main/lib/reader'
import type { Schedule } from '@main/lib/schedule'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { AuditRules, FeatureModule } from '@main/operations/module'
import type { OpenShare } from '../opening'
import type { FoundShare, SharePrincipals } from '../principals'
import type { StoredShare } from '../repository'
import { newLink, plainShare, type SharedViewOf } from '../service'
import type { VisitorTokens } from '../visitor-tokens'
import { createPocket, type Pocket, type PocketEnd } from './pocket'
import { changedValues, goneValues } from '@main/lib/changed-values'

export interface PocketSharesOptions {
  readonly store: MetaStore
  readonly clock: Clock
  readonly schedule: Schedule
  readonly ids: Ids
  readonly tokens: VisitorTokens
  readonly principals: Pick<SharePrincipals, 'find'>
  readonly sharedViewOf: SharedViewOf
  readonly table: FindTable
  readonly seesAll: SeesAll
  readonly personNow: Access['personNow']
  readonly openFound: OpenShare
  readonly listen: ListenPocket
  /** Returns the addresses to share on. Default: those of the network interfaces. */
  readonly addresses?: (() => readonly NetworkAddress[]) | undefined
  /** Writes a line into the audit about a share that ended by itself. */
  readonly endedByItself: (share: EndedPocket) => void
  readonly report: (error: unknown) => void
}

interface EndedPocket {
  readonly projectId: string
  readonly table: string
  readonly title: string
  readonly why: PocketEnd
}

export interface PocketShares {
  readonly module: FeatureModule<typeof pocketShareOperations>
  /** Returns an open share by its link. */
  readonly byLink: (link: string) => StoredShare | undefined
  readonly byId: (id: string) => StoredShare | undefined
  /** True while devices on the network may read a view. */
  readonly showsView: (viewId: string) => boolean
  /** Ends all shares. Resolves when their listeners are closed. */
  readonly close: () => Promise<void>
}

/** Shares of one server, so that a mistake can't open ports without end. */
const sharesMax = 10
/** How often makers are checked without a request. */
const recheckEveryMs = 15_000

type ShownView = NonNullable<FoundShare['shown']>

interface Held {
  readonly pocket: Pocket
  readonly userId: number
  readonly view: StoredView
}

export function createPocketShares(options: PocketSharesOptions): PocketShares {
  const { clock, schedule, ids, tokens, report } = options
  const addresses = options.addresses ?? networkAddresses
  const held = new Map<string, Held>()
  /** Why the last share of a user and a view ended. */
  const ends = new Map<string, PocketEnd>()
  const endKey = (userId: number, viewId: string): string => `${userId} ${viewId}`
  let isClosed = false

  const recheckAll = (): void => {
    for (const { pocket } of held.values()) pocket.recheck().catch(report)
  }
  const endTimer = schedule.every(recheckEveryMs, recheckAll)

  const ofCaller = (userId: number, viewId: string): Held | undefined =>
    [...held.values()].find(
      ({ userId: maker, view, pocket }) => maker === userId && view.id === viewId && pocket.isOpen(),
    )

  /** @throws AppError SHARE_NOT_FOUND */
  const get = (context: CallContext, id: string): Held => {
    const found = held.get(id)
    const { projectId } = inProject(context)
    const isOwn = found?.userId === personIn(context).userId && found.pocket.gate.projectId === projectId
    if (found === undefined || !isOwn || !found.pocket.isOpen()) throw new AppError('SHARE_NOT_FOUND')
    return found
  }

  const start = async (
    context: CallContext,
    input: { readonly table: string; readonly view?: string; readonly address: string } & Reader,
  ): Promise<PocketShare> => {
    const { projectId, principal } = inProject(context)
    requireHere(context)
    const { userId, sessionId } = personIn(context)
    const view = await options.sharedViewOf({ projectId, principal }, input)
    if (view.kind === 'form') throw new AppError('POCKET_SHARE_FORM')
    const place = addresses().find(({ address }) => address === input.address)
    if (place === undefined) throw new AppError('POCKET_ADDRESS_UNKNOWN')
    await ofCaller(userId, view.id)?.pocket.finish('stopped')
    if (isClosed || held.size >= sharesMax) throw new AppError('POCKET_SHARES_TOO_MANY', { max: sharesMax })
    const share: StoredShare = {
      ...plainShare,
      id: `ps_${ids.hex(10)}`,
      link: newLink(ids),
      projectId,
      viewId: view.id,
      role: null,
      // Not a hash, so that no password opens it: only a code does.
      passwordHash: '',
      timeZone: validTimeZone(input.timeZone),
      locale: validLocale(input.locale),
      userId,
      createdAt: clock.now().toISOString(),
      isPocket: true,
    }
    const { id, link } = share
    const hasConditions = conditionWatch(view)
    const pocket: Pocket = createPocket({
      clock,
      schedule,
      tokens,
      share,
      address: place.address,
      opened: (visitor) => options.openFound({ link, visitor: visitor.token, ip: null }),
      isAllowed: async () => {
        const shown = await allowedView(options, { userId, sessionId }, share, view.table)
        return shown !== undefined && hasConditions(shown)
      },
      ended: (why) => {
        held.delete(id)
        ends.set(endKey(userId, view.id), why)
        if (why !== 'stopped') options.endedByItself({ projectId, table: view.table, title: view.title, why })
      },
      report,
    })
    ends.delete(endKey(userId, view.id))
    held.set(id, { pocket, userId, view })
    try {
      pocket.listening(await options.listen(pocket.gate, place.address))
    } catch (error) {
      await pocket.finish('stopped')
      throw new AppError('POCKET_NOT_LISTENING', { address: place.address }, { cause: error })
    }
    return pocket.status()
  }

  return {
    byLink: (link) => {
      for (const { pocket } of held.values()) if (pocket.gate.link === link && pocket.isOpen()) return pocket.share()
      return undefined
    },

    byId: (id) => {
      const pocket = held.get(id)?.pocket
      return pocket?.isOpen() === true ? pocket.share() : undefined
    },

    showsView: (viewId) => [...held.values()].some(({ view, pocket }) => view.id === viewId && pocket.isOpen()),

    close: async () => {
      isClosed = true
      endTimer()
      await Promise.all([...held.values()].map(({ pocket }) => pocket.finish('stopped')))
    },

    module: {
      handlers: {
        pocketShareRead: async (context, { table, view: viewId }) => {
          const { projectId, principal } = inProject(context)
          const { userId } = personIn(context)
          const view = await options.sharedViewOf({ projectId, principal }, { table, view: viewId })
          const own = ofCaller(userId, view.id)
          const obstacle = !isHere(context) ? 'elsewhere' : view.kind === 'form' ? 'form' : null
          return {
            obstacle,
            addresses: obstacle === null ? addresses().map((each) => ({ ...each })) : [],
            share: own?.pocket.status() ?? null,
            ended: own === undefined ? (ends.get(endKey(userId, view.id)) ?? null) : null,
          }
        },
        pocketShareStart: start,
        pocketShareExtend: (context, { id }) => {
          const { pocket, view } = get(context, id)
          const before = pocket.status()
          pocket.extend()
          const after = pocket.status()
          context.noteForAudit?.({ title: view.title, values: changedValues(endOf(before), endOf(after)) })
          return after
        },
        pocketShareStop: async (context, { id }) => {
          const { pocket, view } = get(context, id)
          const values = goneValues(endOf(pocket.status()))
          await pocket.finish('stopped')
          context.noteForAudit?.({ title: view.title, values })
          return null
        },
      },
      audit: pocketAudit,
      // A sign-out, a deleted view or a changed role ends shares at once.
      onCommand: recheckAll,
    },
  }
}

/**
 * Returns the view of a share while its maker is signed in, may share, and sees the whole table; undefined also if the
 * view is gone.
 */
async function allowedView(
  options: PocketSharesOptions,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: string },
  { projectId, link }: Pick<StoredShare, 'projectId' | 'link'>,
  table: string,
): Promise<ShownView | undefined> {
  if (!(await isSessionOpen(options, sessionId))) return undefined
  const principal = await options.personNow(userId, projectId)
  if (!permits(principal, 'share.manage')) return undefined
  const seen = await options.table(principal, projectId, table)
  if (seen === undefined || !(await options.seesAll(principal, projectId, seen))) return undefined
  return (await options.principals.find(link))?.shown ?? undefined
}

/**
 * Returns a check of each state of a view, in order. It fails if the filter lost a condition with a dropped column: the
 * view then shows records that its maker didn't want to show.
 */
function conditionWatch(first: StoredView): (shown: ShownView) => boolean {
  const columnsOf = ({ settings: { filter } }: StoredView): readonly string[] =>
    filter ? conditionsOf(filter).map(({ column }) => column) : []
  let columns = columnsOf(first)
  return ({ view, table }) => {
    const before = columns
    columns = columnsOf(view)
    if (columns.length >= before.length) return true
    const names = new Set([...table.columns.map(({ name }) => name), ...table.virtualColumns.map(({ id }) => id)])
    return before.every((column) => names.has(column))
  }
}

const endOf = ({ endsAt }: PocketShare) => ({ expiresAt: endsAt })

const pocketAudit: AuditRules<typeof pocketShareOperations> = {
  pocketShareStart: ({ input: { table }, output: { address, endsAt } }) => ({
    operation: 'SHARE/POCKET_STARTED',
    table,
    details: { address, expiresAt: endsAt },
  }),
  pocketShareExtend: () => ({ operation: 'SHARE/POCKET_EXTENDED' }),
  pocketShareStop: () => ({ operation: 'SHARE/POCKET_STOPPED' }),
}

async function isSessionOpen(
  { store, clock }: Pick<PocketSharesOptions, 'store' | 'clock'>,
  sessionId: string,
): Promise<boolean> {
  // Without sign-in, the owner of the installation has no session.
  if (sessionId === '') return true
  const session = await store.find(metaTables.sessions, { id: sessionId })
  return session !== undefined && Date.parse(session.expires_at) > clock.now().getTime()
}

interface Reader {
  readonly timeZone?: string | undefined
  readonly locale?: string | undefined
}

/** True for callers at this computer: others have a network of their own. */
function isHere({ actor: { ip }, viaProxy }: CallContext): boolean {
  if (viaProxy === true) return false
  return ip === null || ip === '::1' || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(ip)
}

/** @throws AppError POCKET_SHARE_ELSEWHERE */
function requireHere(context: CallContext): void {
  if (!isHere(context)) throw new AppError('POCKET_SHARE_ELSEWHERE')
}
