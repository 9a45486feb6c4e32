import { AppError } from '@common/errors'
import { codeHostBranchDefault, codeHostDefault, type CodeHostSettings } from '@common/operations/code-host'
import { insertOrUpdate, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { SecretBox } from '@main/lib/secret-box'
import { z } from 'zod'

/** Where templates are published, with the token: for the server only. */
export interface CodeHost extends Omit<CodeHostSettings, 'hasToken'> {
  /** Undefined without one, or if it can't be decrypted any more. */
  readonly token: string | undefined
}

export interface CodeHostStore {
  readonly read: () => Promise<CodeHost>
  /** @throws AppError OUTBOUND_ADDRESS_INVALID, SECRETS_LOCKED */
  readonly save: (host: CodeHost) => Promise<void>
}

const { store: values } = metaTables
const settingsName = 'nc_code_host'
const stored = z.object({
  host: z.string(),
  repo: z.string(),
  branch: z.string(),
  path: z.string(),
  sealed: z.string().nullable(),
})
const none: CodeHost = { host: codeHostDefault, repo: '', branch: codeHostBranchDefault, path: '', token: undefined }

export function createCodeHostStore(store: MetaStore, box: SecretBox, clock: Clock): CodeHostStore {
  return {
    read: async () => {
      const text = (await store.find(values, { name: settingsName }))?.value
      if (text === null || text === undefined) return none
      const { sealed, ...settings } = stored.parse(JSON.parse(text))
      return { ...settings, token: sealed === null ? undefined : box.open(sealed, settings.host) }
    },
    save: async ({ token, ...settings }) => {
      const host = checkedHost(settings.host)
      // Sealed for its host: another one can't be put in front of it in the store.
      const sealed = token === undefined ? null : box.seal(token, host)
      const value = JSON.stringify({ ...settings, host, sealed })
      const row = { name: settingsName, value, updated_at: clock.now().toISOString() }
      await store.transact([insertOrUpdate(values, ['name'], row)])
    },
  }
}

/** Returns an address without the slash at its end. @throws AppError OUTBOUND_ADDRESS_INVALID */
export function checkedHost(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPlain || url.search !== '' || url.hash !== '') throw new AppError('OUTBOUND_ADDRESS_INVALID')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
