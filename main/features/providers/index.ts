import type { ProviderSettings } from '@common/model/provider'
import type { providerOperations } from '@common/operations/providers'
import type { MetaStore } from '@main/db/meta'
import type { SignInPort } from '@main/features/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import type { FeatureModule } from '@main/operations/module'
import { providerAudit } from './audit-rules'
import { createProviderHandlers } from './handlers'
import { createProvider } from './provider'
import { createLinkRepository } from './repository'
import { createProviderService, type ProvidedAccounts, type ProviderService } from './service'

export type { ProvidedAccounts } from './service'

/** Sign-in with accounts of providers. */
export interface Providers extends FeatureModule<typeof providerOperations> {
  readonly start: ProviderService['start']
  readonly returnAddress: ProviderService['returnAddress']
}

export function createProviders(options: {
  readonly store: MetaStore
  readonly tickets: Tickets
  readonly clock: Clock
  readonly settings: readonly ProviderSettings[]
  readonly signIn: SignInPort
  readonly accounts: ProvidedAccounts
  readonly ownAddress: () => Promise<string>
}): Providers {
  const { store, tickets, clock, settings, signIn, accounts, ownAddress } = options
  const repository = createLinkRepository(store)
  const providers = settings.map(createProvider)
  const service = createProviderService({ providers, repository, tickets, accounts, ownAddress, clock })
  return {
    start: service.start,
    returnAddress: service.returnAddress,
    handlers: createProviderHandlers({ service, repository, tickets, signIn, clock }),
    audit: providerAudit,
  }
}
