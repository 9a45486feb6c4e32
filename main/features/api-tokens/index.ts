import type { apiTokenOperations } from '@common/operations/api-tokens'
import type { MetaStore } from '@main/db/meta'
import type { ProjectAccesses } from '@main/features/access'
import type { Clock } from '@main/lib/clock'
import type { Ids } from '@main/lib/ids'
import { inProject, personIn, type CallContext } from '@main/operations/context'
import type { FeatureModule } from '@main/operations/module'
import { createApiTokenAccess, type ApiTokenAccess } from './access'
import { apiTokenAudit } from './audit-rules'
import { createApiTokenRepository } from './repository'
import { createApiTokenService, type TokenPerson } from './service'
import { noteGone } from '@main/lib/note-change'

export { createTemporaryTokens, type TemporaryToken } from './temporary'
export { memberTokensGone } from './repository'

export interface ApiTokens extends FeatureModule<typeof apiTokenOperations> {
  /** Finds the principals of tokens. */
  readonly access: ApiTokenAccess
}

/** API tokens: scripts act with what both the token's role and its creator's current role grant. */
export function createApiTokens(options: {
  readonly store: MetaStore
  readonly projects: ProjectAccesses
  readonly clock: Clock
  readonly ids: Ids
  readonly report: (error: unknown) => void
}): ApiTokens {
  const service = createApiTokenService({ ...options, repository: createApiTokenRepository(options.store) })
  return {
    access: createApiTokenAccess(options),
    handlers: {
      apiTokenCreate: (context, token) => service.create(personOf(context), token),
      apiTokenList: async (context) => ({ list: await service.list(personOf(context)) }),
      apiTokenRename: async (context, { id, title }) => {
        context.noteForAudit?.({ before: await service.rename(personOf(context), id, title), after: title })
        return null
      },
      apiTokenDelete: async (context, { id }) => {
        const { title, roleName, email, expiresAt } = await service.remove(personOf(context), id)
        noteGone(context, { role: roleName, person: email, expiresAt })
        return { title }
      },
    },
    audit: apiTokenAudit,
  }
}

/** A token can't make or end other tokens, which could outlive it. @throws AppError NOT_ALLOWED */
const personOf = (context: CallContext): TokenPerson => ({
  person: personIn(context),
  principal: context.principal,
  projectId: inProject(context).projectId,
})
