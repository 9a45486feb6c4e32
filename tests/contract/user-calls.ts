import type { OperationName } from '@common/operations'
import type { userOperations } from '@common/operations/users'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token?: string
}

type Names = Extract<OperationName, keyof typeof userOperations>

/** Valid calls of the operations about all users, in execution order. Each has a user of its own. */
export function userCalls(serverNow: () => TestServer, admin: () => string): Record<Names, () => Promise<Call>> {
  const newUser = async (): Promise<number> => {
    const { token } = await serverNow().signUp()
    return ((await serverNow().request('/user/me', { token })).json as { id: number }).id
  }
  const about =
    (more: object = {}) =>
    async (): Promise<Call> => ({ token: admin(), args: { userId: await newUser(), ...more } })
  return {
    userList: async () => ({ token: admin(), args: { search: 'example' } }),
    userRead: about(),
    userSave: about({ firstName: 'Grace', role: 'user' }),
    userSuspend: about(),
    userUnsuspend: async () => {
      const call = { token: admin(), args: { userId: await newUser() } }
      await serverNow().operate('userSuspend', call.args, { token: admin() })
      return call
    },
    userRemove: about(),
    userSessionsEnd: about(),
  }
}
