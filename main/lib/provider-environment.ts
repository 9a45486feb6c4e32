import { message, type MessageParam } from '@common/messages'
import type { ProviderSettings } from '@common/model/provider'
import type { ProviderId } from '@common/operations/providers'

const known: readonly {
  readonly id: ProviderId
  readonly prefix: string
  readonly name: string
  readonly address: string
}[] = [
  { id: 'google', prefix: 'GOOGLE', name: 'Google', address: 'https://accounts.google.com' },
  { id: 'github', prefix: 'GITHUB', name: 'GitHub', address: 'https://github.com' },
  { id: 'oidc', prefix: 'OIDC', name: 'OpenID Connect', address: '' },
]

/**
 * Reads sign-in providers from `BASALT_{GOOGLE,GITHUB,OIDC}_CLIENT_ID` and `_CLIENT_SECRET`, and optionally `_ADDRESS` and
 * `_NAME`. OpenID Connect needs the address of its provider.
 *
 * @param wrongValue  makes the error of a value that can't be used
 */
export function providersFromEnvironment(
  environment: NodeJS.ProcessEnv,
  wrongValue: (name: string, expected: MessageParam, value: string) => Error,
): readonly ProviderSettings[] {
  return known.flatMap(({ id, prefix, name, address: usual }) => {
    const value = (part: string): string => environment[`BASALT_${prefix}_${part}`]?.trim() ?? ''
    const clientId = value('CLIENT_ID')
    if (clientId === '') return []
    const given = value('ADDRESS')
    const address = given === '' ? usual : given
    if (!isProviderAddress(address))
      throw wrongValue(`BASALT_${prefix}_ADDRESS`, message('server.providerAddress'), given)
    const clientSecret = value('CLIENT_SECRET')
    if (clientSecret === '') throw wrongValue(`BASALT_${prefix}_CLIENT_SECRET`, message('errorWords.value'), '')
    const title = value('NAME')
    return [{ id, name: title === '' ? name : title, address, clientId, clientSecret }]
  })
}

/** Codes and secrets travel to this address: https, or this computer. */
export function isProviderAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.search !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isThisComputer(url.hostname))
}

const isThisComputer = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'
