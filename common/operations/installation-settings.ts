import { z } from 'zod'
import { historyDaysMax } from '@common/constants'
import { defineOperations } from './define'

/** Other web pages that may call the API. */
const allowedOriginsMax = 100
/** Hosts of private networks that requests of users may reach. */
const outboundHostsMax = 100

const days = z.int().min(0).max(historyDaysMax)

const read = z.object({
  /** True if only the first account and invited people can sign up. */
  signUpClosed: z.boolean(),
  /** Address of this Basalt in links; null for the address of this computer. */
  baseUrl: z.string().nullable(),
  /** Age in days at which entries of the change log are deleted; 0 for no limit. */
  historyDays: days,
  /** Age in days at which the updates of a record become one for each day; 0 for never. */
  historyThinDays: days,
  /** Age in days at which audit lines about anything but records are deleted; 0 for no limit. */
  auditDays: days,
  /** Origins of other web pages that may call the API. */
  allowedOrigins: z.array(z.string()),
  /** Hosts on this computer and its networks that requests of users may reach: `name` or `name:port`. */
  outboundHosts: z.array(z.string()),
  /** Address of another template service, whose gallery all screens show; null for the own one. */
  templateHost: z.string().nullable(),
  /** True if everybody who reaches this server may read its gallery of templates, also without an account. */
  templatesPublic: z.boolean(),
  /** Settings that the start of the server has set. They can't be changed here. */
  fixed: z.array(z.enum(['signUpClosed', 'baseUrl', 'historyDays', 'historyThinDays', 'auditDays', 'allowedOrigins'])),
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
    changes: ['installation', 'templates'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({
      signUpClosed: z.boolean().optional(),
      baseUrl: z.string().max(2_000).nullable().optional(),
      historyDays: days.optional(),
      historyThinDays: days.optional(),
      auditDays: days.optional(),
      allowedOrigins: z.array(z.string().max(300)).max(allowedOriginsMax).optional(),
      outboundHosts: z.array(z.string().max(300)).max(outboundHostsMax).optional(),
      templateHost: z.string().max(2_000).nullable().optional(),
      templatesPublic: z.boolean().optional(),
    }),
    output: read,
    errors: ['TEMPLATE_HOST_INVALID', 'ADDRESS_INVALID', 'ORIGIN_INVALID', 'OUTBOUND_HOST_INVALID', 'SETTINGS_FIXED'],
  },
})
