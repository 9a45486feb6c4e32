import type { AuthType } from '@common/model/auth-type'
import { masterKeyRefused, type Principal } from '@common/principal'
import type { Access, Credentials } from './access'
import type { MasterKey } from './master-key'

export interface AuthTypeOptions {
  readonly authType: AuthType
  readonly masterKey: MasterKey
  /** Returns the owner of the installation. */
  readonly owner: (credentials: Pick<Credentials, 'projectId' | 'preview'>) => Principal | Promise<Principal>
}

/**
 * Applies the auth type of the server (S1 §6). With `none`, a request without credentials acts as the owner of the
 * installation. With `masterKey`, so does one with the key. Valid sessions and API tokens keep the rights of their own.
 */
export function withAuthType(access: Access, { authType, masterKey, owner }: AuthTypeOptions): Access {
  switch (authType) {
    case 'jwt':
      return access

    case 'none':
      return {
        ...access,
        principal: (credentials) => {
          // A proxy on this computer passes on requests of other machines.
          if (credentials.viaProxy === true) return access.principal(credentials)
          if (isEmpty(credentials.token) && isEmpty(credentials.apiToken)) return owner(credentials)
          const orOwner = (found: Principal): Principal | Promise<Principal> =>
            found.kind === 'anonymous' && found.tokenRefused === 'session' ? owner(credentials) : found
          const found = access.principal(credentials)
          return found instanceof Promise ? found.then(orOwner) : orOwner(found)
        },
        isSuperAdminSession: async (token) => token === '' || (await access.isSuperAdminSession(token)),
      }

    case 'masterKey':
      return {
        ...access,
        principal: (credentials) => {
          const { masterKey: given = '', ip = null } = credentials
          if (given === '') return access.principal(credentials)
          const ownerIf = (right: boolean): Principal | Promise<Principal> =>
            right ? owner(credentials) : masterKeyRefused
          const right = masterKey.isRight(given, ip)
          return right instanceof Promise ? right.then(ownerIf) : ownerIf(right)
        },
        // First the sessions: a session token is no guess at the key.
        isSuperAdminSession: async (token) =>
          (await access.isSuperAdminSession(token)) || (await masterKey.isRight(token, null)),
      }
  }
}

const isEmpty = (text: string | undefined): boolean => text === undefined || text === ''
