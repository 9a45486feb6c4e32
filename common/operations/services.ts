import { wireMessage } from '@common/messages'
import { serviceFieldKeys, serviceIds } from '@common/plugins/services/service'
import { z } from 'zod'
import { defineOperations } from './define'

export const serviceValueMax = 4_000

const service = z.enum(serviceIds)
const values = z.partialRecord(z.enum(serviceFieldKeys), z.string().trim().max(serviceValueMax))

const listed = z.object({
  service,
  isInstalled: z.boolean(),
  /** True for the service that is in use. Mail and storage have at most one. */
  isActive: z.boolean(),
  /** True if environment variables set it up. They take precedence and can't be changed here. */
  isFixed: z.boolean(),
  /** Without secrets. */
  values,
  /** Secret fields that have a value. */
  secrets: z.array(z.enum(serviceFieldKeys)),
})
export type ListedService = z.output<typeof listed>

const list = z.object({ list: z.array(listed) })

export const serviceOperations = defineOperations({
  /** Lists the services that the installation can use for mail, storage and sign-in, without their secrets. */
  serviceList: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: list,
    errors: [],
  },
  /** Sets up a service, or changes one. Empty secrets keep their stored values. */
  serviceSave: {
    changes: ['installation', 'account'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({
      service,
      /** True uses it from now on. An active mail service or storage replaces the one before. */
      active: z.boolean().default(true),
      values,
    }),
    output: list,
    errors: ['SERVICE_FIELD_MISSING', 'SERVICE_FIELD_INVALID', 'SETTINGS_FIXED', 'STORAGE_IN_USE', 'SECRETS_LOCKED'],
  },
  /** Uses a service or stops using it. Its fields stay, and files in a storage stay readable. */
  serviceActiveSet: {
    changes: ['installation', 'account'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ service, active: z.boolean() }),
    output: list,
    errors: ['SERVICE_NOT_INSTALLED', 'SETTINGS_FIXED'],
  },
  /** Forgets a service. A storage must be empty. */
  serviceDelete: {
    changes: ['installation', 'account'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ service }),
    output: list,
    errors: ['SERVICE_NOT_INSTALLED', 'SETTINGS_FIXED', 'STORAGE_IN_USE'],
  },
  /**
   * Tries a service out with the given fields, and stores nothing: sends a mail to the caller; writes, reads, lists and
   * deletes a small file; or asks a sign-in provider for its addresses.
   */
  serviceTest: {
    changes: [],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ service, values }),
    output: z.object({ passed: z.boolean(), msg: z.string(), message: wireMessage, ms: z.number() }),
    errors: ['SERVICE_FIELD_MISSING', 'SERVICE_FIELD_INVALID', 'TOO_MANY_REQUESTS'],
  },
})
