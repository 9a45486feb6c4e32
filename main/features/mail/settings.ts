import { AppError } from '@common/errors'
import type { MailSettings } from '@common/model/mail'
import type { MailSettingsInput } from '@common/operations/mail'
import { deleteFrom, insertOrUpdate, metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'
import type { SecretBox } from '@main/lib/secret-box'
import { mailSecurities } from '@common/model/mail'
import { z } from 'zod'

/** Settings of the mail server: from the environment, or encrypted in the meta store. */
export interface StoredMailSettings {
  /** True if the environment sets the mail server. */
  readonly fixed: boolean
  readonly read: () => Promise<MailSettings | undefined>
  /** Returns new settings with the stored password where it still fits. */
  readonly merged: (input: MailSettingsInput) => Promise<MailSettings>
  readonly save: (settings: MailSettings) => Promise<void>
  readonly remove: () => Promise<void>
}

const { store: values } = metaTables
const name = 'nc_mail_settings'

const shape = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(mailSecurities),
  user: z.string(),
  password: z.string(),
  sender: z.string(),
})

export function createMailSettings(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly environment: MailSettings | undefined
  /** Encrypts the password. */
  readonly secrets: SecretBox
}): StoredMailSettings {
  const { store, clock, environment, secrets } = options
  const now = (): string => clock.now().toISOString()
  const fixed = environment !== undefined

  const read = async (): Promise<MailSettings | undefined> => {
    if (environment !== undefined) return environment
    const row = await store.find(values, { name })
    const text = row && secrets.open(row.value, name)
    if (text === undefined) return undefined
    const parsed = shape.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  }

  const changeable = (): void => {
    if (fixed) throw new AppError('SETTINGS_FIXED')
  }

  return {
    fixed,
    read,
    merged: async ({ password, user = '', ...input }) => {
      const before = await read()
      // A stored password goes only to the server and user that it was entered for.
      const fits =
        before !== undefined &&
        before.host.toLowerCase() === input.host.toLowerCase() &&
        before.port === input.port &&
        before.security === input.security &&
        before.user === user
      return { ...input, user, password: password ?? (fits ? before.password : '') }
    },
    save: async (settings) => {
      changeable()
      const value = secrets.seal(JSON.stringify(settings), name)
      await store.transact([insertOrUpdate(values, ['name'], { name, value, updated_at: now() })])
    },
    remove: async () => {
      changeable()
      await store.transact([deleteFrom(values, { name })])
    },
  }
}
