import { AppError } from '@common/errors'
import { grants } from '@common/permissions/custom-role'
import { accountOf, isVisitor, permits, type Principal } from '@common/principal'
import type { MetaStore } from '@main/db/meta'
import { heldRoleOf, joinRole, roleColumns } from '@main/features/access'
import type { LinkHolder, ShareHolder } from './links'

export interface FileReaderOptions {
  readonly store: MetaStore
  /** Returns the time as ISO 8601. */
  readonly now: () => string
  /** True if a principal sees the file in a cell. */
  readonly isInSight: (principal: Principal, projectId: string, id: string) => Promise<boolean>
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

  /** @throws AppError ATTACHMENT_NOT_FOUND for a file that a visitor of a view sees in no cell */
  const requireSight = async (principal: Principal, projectId: string, id: string): Promise<void> => {
    if (isVisitor(principal) && !(await options.isInSight(principal, projectId, id)))
      throw new AppError('ATTACHMENT_NOT_FOUND')
  }

  const holderOf = async (principal: Principal): Promise<LinkHolder | undefined> => {
    const person = accountOf(principal)
    if (person !== undefined) return { kind: 'session', sessionId: person.sessionId }
    const { kind } = principal
    if (kind !== 'sharedView' && kind !== 'sharedBase') return undefined
    const holder = await options.shares.holder(principal.shareId)
    return holder && { kind: 'share', ...holder }
  }

  /** @throws AppError ATTACHMENT_LINK_ENDED, ATTACHMENT_NOT_FOUND */
  const requireHolder = async (holder: LinkHolder, projectId: string, id: string): Promise<void> => {
    if (holder.kind === 'share') {
      const principal = await options.shares.principal(holder)
      if (principal.projectId !== projectId || !permits(principal, 'file.read'))
        throw new AppError('ATTACHMENT_LINK_ENDED')
      return requireSight(principal, projectId, id)
    }
    const [member] = await store.read(memberQuery, [holder.sessionId, now(), projectId])
    const role = heldRoleOf(member ?? [])
    if (role === undefined || !grants(role, 'file.read')) throw new AppError('ATTACHMENT_LINK_ENDED')
  }

  return { requireSight, holderOf, requireHolder }
}

const memberQuery = `SELECT ${roleColumns} FROM nc_sessions s
  JOIN nc_projects_users m ON m.user_id = s.user_id
  ${joinRole}
  WHERE s.id = ? AND s.expires_at > ? AND m.project_id = ?`
