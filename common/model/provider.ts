import type { ProviderId } from '@common/operations/providers'

/** Settings of a sign-in provider, from the environment. */
export interface ProviderSettings {
  readonly id: ProviderId
  /** Display name. */
  readonly name: string
  /** Address of the provider, such as `https://accounts.google.com`. */
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
}
