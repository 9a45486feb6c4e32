import { AppError } from '@common/errors'
import type { providerOperations } from '@common/operations/providers'
import type { SignInPort } from '@main/features/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import { personIn, type Handlers } from '@main/operations/context'
import type { LinkRepository } from './repository'
import { linkIn, type ProviderService } from './service'
import { noteGone } from '@main/lib/note-change'

/** Handlers of `common/operations/providers.ts`. */
export function createProviderHandlers({
  service,
  repository,
  tickets,
  signIn,
  clock,
}: {
  readonly service: ProviderService
  readonly repository: LinkRepository
  readonly tickets: Tickets
  readonly signIn: SignInPort
  readonly clock: Clock
}): Handlers<typeof providerOperations> {
  return {
    providerList: () => service.list(),

    providerEnter: async (context, { provider, tool: _tool, invitation, ...returned }) => {
      const state = context.refreshCookie?.readState()
      context.refreshCookie?.writeState(null)
      const entered = await service.enter(provider, returned, {
        state,
        address: context.actor.ip,
        viaProxy: context.viaProxy === true,
        invitation,
      })
      if ('linked' in entered) return entered
      const { token } = await signIn.enter(context, entered.userId)
      return { token, ...(entered.joined && { joined: true as const }) }
    },

    providerLink: async (context, { ticket, password }) => {
      const link = linkIn((await tickets.read('providerLink', ticket))?.facts)
      const userId = await signIn.match(link.email, password, context.actor.ip)
      // Used up only now: a wrong password may be typed again.
      if ((await tickets.take('providerLink', ticket)) === undefined) throw new AppError('SIGN_IN_EXPIRED')
      await repository.add(userId, link, clock.now().toISOString())
      return signIn.enter(context, userId)
    },

    linkedAccountList: async (context) => {
      const nameOf = await service.names()
      const links = await repository.list(personIn(context).userId)
      return links.map((link) => ({ ...link, name: nameOf(link.provider) }))
    },

    linkedAccountStart: async (context, { provider, password }) => {
      const { userId } = personIn(context)
      await signIn.confirmPassword(userId, password, context.actor.ip)
      const { address, state } = await service.start(provider, userId)
      context.refreshCookie?.writeState(state)
      return { address }
    },

    linkedAccountRemove: async (context, { id, password }) => {
      const { userId } = personIn(context)
      await signIn.confirmPassword(userId, password, context.actor.ip)
      const links = await repository.list(userId)
      const link = links.find((each) => each.id === id)
      if (link === undefined) throw new AppError('LINKED_ACCOUNT_NOT_FOUND')
      if (links.length === 1 && !(await signIn.hasPassword(userId))) throw new AppError('LAST_SIGN_IN_WAY')
      await repository.remove(userId, id)
      noteGone(context, { provider: link.provider, account: link.email })
      return null
    },
  }
}
