import { AppError } from '@common/errors'
import { accountOf, isVisitor, permits, systemPrincipal, userOf, type Principal } from '@common/principal'
import { isLimited } from '@common/principal/rules'
import { metaTables, type MetaStore } from '@main/db/meta'
import type { LinkHolder, ShareHolder } from './links'

export interface FileReaderOptions {
  readonly store: MetaStore
  /** Returns the time as ISO 8601. */
  readonly now: () => string
  /** True if a principal sees the file in a cell. */
  readonly isInSight: (principal: Principal, projectId: string, id: string) => Promise<boolean>
  /** Returns a person with the current rights in a project. */
  readonly personNow: (userId: number, projectId: string) => Promise<Principal>
  /** Links for visitors. */
  readonly shares: {
    /** Returns the link of a share; undefined if it is gone. */
    readonly holder: (shareId: string) => Promise<ShareHolder | undefined>
    /** Returns the principal of its visitors; one without rights if the link or its password has changed. */
    readonly principal: (holder: ShareHolder) => Promise<Principal>
  }
}

/** Decides who may read a file, now and through an address that works without a header. */
export function createFileReaders(options: FileReaderOptions) {
  const { store, now } = options

  /**
   * Checks that a principal from whom something is hidden sees the file in a cell. Users also see their own uploads while
   * these are in no cell at all.
   *
   * @throws AppError ATTACHMENT_NOT_FOUND
   */
  const requireSight = async (principal: Principal, projectId: string, id: string): Promise<void> => {
    if (!isVisitor(principal) && !isLimited(principal)) return
    if (await options.isInSight(principal, projectId, id)) return
    const user = userOf(principal)
    const file = user && (await store.find(metaTables.attachments, { id, project_id: projectId }))
    const isOwn = user !== null && file?.user_id === user.userId
    if (!isOwn || (await options.isInSight(systemPrincipal, projectId, id))) throw new AppError('ATTACHMENT_NOT_FOUND')
  }

  const holderOf = async (principal: Principal): Promise<LinkHolder | undefined> => {
    const person = accountOf(principal)
    if (person !== undefined) {
      const { sessionId, userId } = person
      return sessionId === '' ? { kind: 'user', userId } : { kind: 'session', sessionId }
    }
    const { kind } = principal
    if (kind !== 'sharedView' && kind !== 'sharedBase') return undefined
    const holder = await options.shares.holder(principal.shareId)
    return holder && { kind: 'share', ...holder }
  }

  const userOfSession = async (sessionId: string): Promise<number | undefined> => {
    const [session] = await store.read(sessionQuery, [sessionId, now()])
    return session && Number(session[0])
  }

  /** @throws AppError ATTACHMENT_LINK_ENDED, ATTACHMENT_NOT_FOUND */
  const requireHolder = async (holder: LinkHolder, projectId: string, id: string): Promise<void> => {
    if (holder.kind === 'share') {
      const principal = await options.shares.principal(holder)
      if (principal.projectId !== projectId || !permits(principal, 'file.read'))
        throw new AppError('ATTACHMENT_LINK_ENDED')
      return requireSight(principal, projectId, id)
    }
    const userId = holder.kind === 'user' ? holder.userId : await userOfSession(holder.sessionId)
    const person = userId === undefined ? undefined : await options.personNow(userId, projectId)
    if (person?.projectId !== projectId || !permits(person, 'file.read')) throw new AppError('ATTACHMENT_LINK_ENDED')
    await requireSight(person, projectId, id)
  }

  return { requireSight, holderOf, requireHolder }
}

const sessionQuery = 'SELECT user_id FROM nc_sessions WHERE id = ? AND expires_at > ?'
