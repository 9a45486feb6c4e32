import type { OperationName } from '@common/operations'
import type { accountOperations } from '@common/operations/account'
import { testPassword, type TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
}

/** One pixel. */
export const tinyPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Names = Extract<OperationName, keyof typeof accountOperations>

/** Valid calls of the operations of the caller's own account, in execution order. */
export function accountCalls(serverNow: () => TestServer): Record<Names, () => Promise<Call>> {
  const user = () => serverNow().signUp()
  return {
    sessionList: async () => ({ token: (await user()).token }),
    sessionEnd: async () => {
      const { token, email, password } = await user()
      await serverNow().request('/auth/signin', { method: 'POST', body: { email, password } })
      const [, other] = await serverNow().operate('sessionList', {}, { token })
      return { token, args: { id: other?.id } }
    },
    sessionEndOthers: async () => ({ token: (await user()).token }),
    sessionEndAll: async () => ({ token: (await user()).token }),
    passwordChange: async () => ({
      token: (await user()).token,
      args: { currentPassword: testPassword, newPassword: 'another password' },
    }),
    userUpdate: async () => ({ token: (await user()).token, args: { firstname: 'Ada', lastname: 'Lovelace' } }),
    pictureSave: async () => ({ token: (await user()).token, args: { picture: tinyPng } }),
    pictureRemove: async () => {
      const { token } = await user()
      await serverNow().operate('pictureSave', { picture: tinyPng }, { token })
      return { token }
    },
    pictureList: async () => {
      const { token, email } = await user()
      await serverNow().operate('pictureSave', { picture: tinyPng }, { token })
      return { token, args: { emails: [email, 'nobody@example.com'] } }
    },
  }
}
