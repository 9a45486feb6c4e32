import { wireMessage } from '@common/messages'
import { mailSecurities } from '@common/model/mail'
import { z } from 'zod'
import { defineOperations } from './define'

const server = {
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
  /** Empty for a server without sign-in. */
  user: z.string().max(255).default(''),
  /** E-mail address of the sender. */
  sender: z.string().max(254),
}

const settings = z.strictObject({
  ...server,
  /** Left out: the stored one, as long as host, port, encryption and user stay the same. */
  password: z.string().max(1_024).optional(),
})
export type MailSettingsInput = z.input<typeof settings>

const read = z.object({
  /** Null if Basalt can't send mail. */
  settings: z.object({ ...server, hasPassword: z.boolean() }).nullable(),
  /** True if environment variables set the mail server. They take precedence and can't be changed here. */
  fixed: z.boolean(),
  /** The last mail since the start of the server that wasn't delivered. */
  lastFailure: z.object({ to: z.string(), at: z.string(), msg: z.string(), message: wireMessage }).nullable(),
})
export type MailSettingsView = z.output<typeof read>

export const mailOperations = defineOperations({
  /** Returns the settings of the mail server without the password. */
  mailSettingsRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: read,
    errors: [],
  },
  mailSettingsSave: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: settings,
    output: read,
    errors: ['EMAIL_INVALID', 'SETTINGS_FIXED'],
  },
  /** Forgets the mail server. From then on, Basalt sends no mail. */
  mailSettingsDelete: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: read,
    errors: ['SETTINGS_FIXED'],
  },
  /** Sends a mail to the caller and returns the answer of the mail server. */
  mailTest: {
    changes: [],
    scope: 'installation',
    permission: 'installation.manage',
    /** `settings` to test before saving. Default: the stored ones. */
    input: z.strictObject({ settings: settings.optional() }),
    output: z.object({ sent: z.boolean(), to: z.string(), msg: z.string(), message: wireMessage }),
    errors: ['EMAIL_INVALID', 'MAIL_NOT_SET_UP', 'TOO_MANY_REQUESTS'],
  },
})
