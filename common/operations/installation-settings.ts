import { z } from 'zod'
import { defineOperations } from './define'

const read = z.object({
  /** True if only the first account and invited people can sign up. */
  signUpClosed: z.boolean(),
  /** Address of this Basalt in links; null for the address of this computer. */
  baseUrl: z.string().nullable(),
  /** Settings that the start of the server has set. They can't be changed here. */
  fixed: z.array(z.enum(['signUpClosed', 'baseUrl'])),
})
export type InstallationSettings = z.output<typeof read>

export const installationSettingsOperations = defineOperations({
  installationSettingsRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: read,
    errors: [],
  },
  /** Changes the given settings. */
  installationSettingsSave: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({
      signUpClosed: z.boolean().optional(),
      baseUrl: z.string().max(2_000).nullable().optional(),
    }),
    output: read,
    errors: ['ADDRESS_INVALID', 'SETTINGS_FIXED'],
  },
})
