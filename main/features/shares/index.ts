import type { shareOperations } from '@common/operations/shares'
import { shareClosed, type Principal } from '@common/principal'
import { secretOnce } from '@main/db/meta'
import type { ShareHolder } from '@main/features/attachments'
import { createSecretBox } from '@main/lib/secret-box'
import { inProject, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createShareAnswers, type ShareAnswers, type ShareAnswersOptions } from './answers'
import { sharedIn, shareAudit } from './audit-rules'
import { createOpening, type OpeningOptions, type OpenShare } from './opening'
import { createPocketShares, type PocketShares, type PocketSharesOptions } from './pocket'
import { createSharePrincipals, type FoundShare, type SharePrincipalsOptions, type Visit } from './principals'
import { createShareService, type ShareService } from './service'
import { createVisitorTokens } from './visitor-tokens'
import type { ShareServiceOptions, Sharer } from './types'

export { sharedIn } from './audit-rules'
export type { FoundShare } from './principals'
export type { OpenShare } from './opening'
export type { ShareService } from './service'

export interface SharesOptions
  extends
    ShareServiceOptions,
    Omit<SharePrincipalsOptions, 'tokens' | 'views' | 'pocket'>,
    Omit<OpeningOptions, 'tokens' | 'principals'>,
    Omit<ShareAnswersOptions, 'tokens' | 'principals'>,
    Pick<PocketSharesOptions, 'personNow' | 'listen' | 'addresses' | 'endedByItself' | 'schedule'> {}

/** Links for visitors: shared views and forms, and shared bases. */
export interface Shares extends FeatureModule<typeof shareOperations> {
  readonly service: ShareService
  readonly pocket: Pick<PocketShares, 'module' | 'close' | 'showsView'>
  /** Returns the principal of a request with a link; synchronously if everything is cached. */
  readonly principal: (visit: Visit) => Principal | Promise<Principal>
  /** Returns an open link; undefined if it is unknown, off or expired. */
  readonly find: (link: string) => Promise<FoundShare | undefined>
  readonly open: OpenShare
  readonly answers: ShareAnswers
  /** Returns the origins of pages that may embed an open link; none for all others. */
  readonly framesOf: (link: string) => Promise<readonly string[]>
  /** Returns the link of a share, as a file link holds it; undefined if it is gone. */
  readonly holder: (shareId: string) => Promise<ShareHolder | undefined>
  /** Returns the principal of a link's visitors; one without rights if the link or its password has changed. */
  readonly principalOf: (holder: ShareHolder) => Promise<Principal>
}

const secretName = 'nc_share_secret'

export async function createShares(options: SharesOptions): Promise<Shares> {
  const { store, clock } = options
  const secret = await secretOnce(store, secretName, clock.now().toISOString())
  const tokens = createVisitorTokens(createSecretBox(secret, 'share visitors'), clock)
  const service = createShareService(options)
  const principals = createSharePrincipals({ ...options, tokens, pocket: (link) => pocket.byLink(link) })
  const open = createOpening({ ...options, tokens, principals })
  const answers = createShareAnswers({ ...options, tokens, principals })
  const { sharedViewOf } = service
  const pocket: PocketShares = createPocketShares({ ...options, tokens, principals, sharedViewOf, openFound: open })
  return {
    service,
    pocket,
    principal: principals.principal,
    find: principals.find,
    open,
    answers,
    framesOf: async (link) => (await principals.find(link))?.share.embedOrigins ?? [],
    holder: async (id) => {
      const onNetwork = pocket.byId(id)
      if (onNetwork !== undefined) return onNetwork
      const found = await principals.ofShare(id)
      return found && { link: found.share.link, passwordVersion: found.share.passwordVersion }
    },
    principalOf: async ({ link, passwordVersion }) => {
      const found = await principals.find(link)
      return found?.share.passwordVersion === passwordVersion ? found.principal : shareClosed
    },
    handlers: {
      shareList: async (context) => ({ list: await service.list(sharerOf(context)) }),
      shareRead: (context, { table, view }) => service.ofView(sharerOf(context), table, view),
      shareCreate: (context, input) => service.shareView(sharerOf(context), input),
      shareUpdate: async (context, { id, ...settings }) => {
        const { share, values } = await service.change(sharerOf(context), id, settings)
        context.noteForAudit?.({ values })
        return share
      },
      shareReplace: (context, { id }) => service.replace(sharerOf(context), id),
      shareRevoke: async (context, { id }) => {
        const { share, values } = await service.revoke(sharerOf(context).projectId, id)
        context.noteForAudit?.({ ...sharedIn(share), values })
        return null
      },
      shareBaseRead: (context) => service.ofBase(sharerOf(context)),
      shareBaseCreate: (context, input) => service.shareBase(sharerOf(context), input),
      shareOpen: ({ actor }, input) => open({ ...input, ip: actor.ip }),
      shareSubmit: async (context, input) => {
        await answers.submit(context, input)
        return { done: true as const }
      },
      shareRecords: async (context, input) => ({ list: [...(await answers.records(context, input))] }),
    },
    audit: shareAudit,
  }
}

function sharerOf(context: CallContext): Sharer {
  const { projectId, principal, actor } = inProject(context)
  return { projectId, principal, userId: actor.userId }
}
