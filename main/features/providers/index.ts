import type { ProviderSettings } from '@common/model/provider'
import type { providerOperations } from '@common/operations/providers'
import type { MetaStore } from '@main/db/meta'
import type { Outbound } from '@main/features/outbound'
import type { SignInPort } from '@main/features/second-factor'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import type { FeatureModule } from '@main/operations/module'
import { providerAudit } from './audit-rules'
import { createProviderHandlers } from './handlers'
import { guardedFetch } from './guarded-fetch'
import { createProvider, type Provider } from './provider'
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
  /** Set by the environment. */
  readonly settings: readonly ProviderSettings[]
  /** Returns the providers that a super admin has set up. */
  readonly stored: () => Promise<readonly ProviderSettings[]>
  readonly outbound: Outbound
  readonly signIn: SignInPort
  readonly accounts: ProvidedAccounts
  readonly ownAddress: () => Promise<string>
}): Providers {
  const { store, tickets, clock, settings, stored, outbound, signIn, accounts, ownAddress } = options
  const repository = createLinkRepository(store)
  const fixed = settings.map((each) => createProvider(each))
  const request = guardedFetch(outbound)
  /** Providers by their settings, because each remembers the addresses that it found. */
  const made = new Map<string, Provider>()
  const providers = async (): Promise<readonly Provider[]> => {
    const found = (await stored()).map((each) => {
      const key = JSON.stringify(each)
      const provider = made.get(key) ?? createProvider(each, request)
      return [key, provider] as const
    })
    made.clear()
    for (const [key, provider] of found) made.set(key, provider)
    return [...fixed, ...found.map(([, provider]) => provider)]
  }
  const service = createProviderService({ providers, repository, tickets, accounts, ownAddress, clock })
  return {
    start: service.start,
    returnAddress: service.returnAddress,
    handlers: createProviderHandlers({ service, repository, tickets, signIn, clock }),
    audit: providerAudit,
  }
}

/**
 * Asks a provider whether it knows the client of these settings.
 *
 * @throws AppError PROVIDER_FAILED, PROVIDER_CLIENT_WRONG, errors of the outbound client
 */
export async function probeProvider(settings: ProviderSettings, outbound: Outbound, ownAddress: string): Promise<void> {
  await createProvider(settings, guardedFetch(outbound)).probe(`${ownAddress}/auth/${settings.id}/callback`)
}
