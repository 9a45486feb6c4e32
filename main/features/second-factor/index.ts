import type { secondFactorOperations } from '@common/operations/second-factor'
import { secretOnce, type MetaStore } from '@main/db/meta'
import type { Tickets } from '@main/features/tickets'
import type { Clock } from '@main/lib/clock'
import { createSecretBox } from '@main/lib/secret-box'
import type { FeatureModule } from '@main/operations/module'
import { secondFactorAudit } from './audit-rules'
import { createSecondFactorHandlers, type SignInPort } from './handlers'
import { createSecondFactorRepository } from './repository'
import { createSecondFactors as createService, type SecondFactors } from './service'

export { emailInToken } from './audit-rules'
export type { SignInPort } from './handlers'
export type { SecondFactors } from './service'

/** Second factors of all accounts. */
export interface SecondFactorFeature extends SecondFactors {
  readonly module: (signIn: SignInPort) => FeatureModule<typeof secondFactorOperations>
}

export async function createSecondFactors({
  store,
  tickets,
  clock,
}: {
  readonly store: MetaStore
  readonly tickets: Tickets
  readonly clock: Clock
}): Promise<SecondFactorFeature> {
  const secret = await secretOnce(store, 'nc_second_factor_secret', clock.now().toISOString())
  const repository = createSecondFactorRepository(store, createSecretBox(secret, 'second factors'))
  const factors = createService({ repository, tickets, clock })
  return {
    ...factors,
    module: (signIn) => ({
      handlers: createSecondFactorHandlers({ factors, tickets, signIn }),
      audit: secondFactorAudit,
    }),
  }
}
