import type { Actor, Origin } from '@common/model'
import { holderOf, userOf, type Principal } from '.'

/** Facts of a request that audit and history name. */
export interface CallOrigin {
  readonly ip: string | null
  /** Id of the window that sent the request. */
  readonly client?: string | undefined
  /** True if our page sent the request. */
  readonly fromPage: boolean
}

/** Returns the actor of a request, as audit and history name it. */
export function actorOf(principal: Principal, { ip, client, fromPage }: CallOrigin): Actor {
  const holder = holderOf(principal)
  const user = userOf(holder)
  const id = 'tokenId' in holder ? holder.tokenId : 'shareId' in holder ? holder.shareId : undefined
  return {
    kind: holder.kind,
    ...(id !== undefined && { id }),
    ...('title' in holder && { title: holder.title }),
    userId: user?.userId ?? null,
    email: user?.email ?? null,
    ip,
    origin: origins[holder.kind] ?? (fromPage ? 'page' : 'script'),
    ...(client !== undefined && { client }),
  }
}

/** Origins that follow from the principal, whatever program sent the request. */
const origins: Readonly<Partial<Record<Actor['kind'], Origin>>> = {
  apiToken: 'token',
  sharedView: 'share',
  sharedBase: 'share',
  formVisitor: 'share',
  system: 'automation',
}
