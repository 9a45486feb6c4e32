import type { OperationName } from '@common/operations'
import { createSoftwarePasskey } from '@tests/helpers/passkey'
import { testPassword, type Answer, type TestServer } from '@tests/helpers/server'
import { Secret, TOTP } from 'otpauth'

interface Call {
  readonly args?: unknown
  readonly token?: string
  readonly origin?: string
}

type Names = Extract<
  OperationName,
  | `authenticator${string}`
  | `passkey${string}`
  | 'secondFactorRead'
  | 'secondFactorReset'
  | 'recoveryCodesRenew'
  | 'authSecondFactor'
>
const password = testPassword

/** Valid calls of the operations of second factors, in execution order. Each user has what its call needs. */
export function secondFactorCalls(
  serverNow: () => TestServer,
  admin: () => string,
): Record<Names, () => Promise<Call>> {
  const site = () => ({ origin: serverNow().origin.replace('127.0.0.1', 'localhost'), domain: 'localhost' })
  const user = () => serverNow().signUp()
  const send = (path: string, body: unknown, token?: string): Promise<Answer> =>
    serverNow().request(path, { method: 'POST', body, token, headers: { origin: site().origin } })
  const codeOf = (secret: string, later = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })

  const started = async () => {
    const made = await user()
    const { secret } = await serverNow().operate('authenticatorStart', { password }, { token: made.token })
    return { ...made, secret }
  }
  const confirmed = async () => {
    const made = await started()
    await serverNow().operate('authenticatorConfirm', { code: codeOf(made.secret) }, { token: made.token })
    return made
  }
  const creating = async () => {
    const made = await user()
    const answer = await send('/user/passkeys/options', { password }, made.token)
    const { ticket, options } = answer.json as { ticket: string; options: Record<string, unknown> }
    const passkey = createSoftwarePasskey()
    const args = { ticket, title: 'Phone', response: passkey.created(options, site()) }
    return { ...made, passkey, args }
  }
  const withPasskey = async () => {
    const made = await creating()
    const added = await send('/user/passkeys', made.args, made.token)
    return { ...made, id: (added.json as { passkey: { id: string } }).passkey.id }
  }

  return {
    secondFactorRead: async () => ({ token: (await user()).token }),
    authenticatorStart: async () => ({ args: { password }, token: (await user()).token }),
    authenticatorConfirm: async () => {
      const { secret, token } = await started()
      return { args: { code: codeOf(secret) }, token }
    },
    recoveryCodesRenew: async () => ({ args: { password }, token: (await confirmed()).token }),
    authenticatorRemove: async () => ({ args: { password }, token: (await confirmed()).token }),
    authSecondFactor: async () => {
      const { email, secret } = await confirmed()
      const asked = await send('/auth/signin', { email, password })
      return { args: { ticket: asked.error.details?.['ticket'], code: codeOf(secret, 1) } }
    },
    passkeyStart: async () => ({ args: { password }, token: (await user()).token, origin: site().origin }),
    passkeyAdd: async () => {
      const { args, token } = await creating()
      return { args, token, origin: site().origin }
    },
    passkeyRename: async () => {
      const { id, token } = await withPasskey()
      return { args: { id, title: 'Laptop' }, token }
    },
    passkeyRemove: async () => {
      const { id, token } = await withPasskey()
      return { args: { id, password }, token }
    },
    passkeySignInStart: async () => ({ origin: site().origin }),
    passkeySignIn: async () => {
      const { passkey } = await withPasskey()
      const answer = await send('/auth/passkey/options', {})
      const { challenge, options } = answer.json as { challenge: string; options: Record<string, unknown> }
      return { args: { challenge, response: passkey.used(options, site()) }, origin: site().origin }
    },
    secondFactorReset: async () => {
      const { token } = await confirmed()
      const me = (await serverNow().request('/user/me', { token })).json as { id: number }
      return { args: { userId: me.id }, token: admin() }
    },
  }
}
