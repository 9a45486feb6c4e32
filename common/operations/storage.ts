import { z } from 'zod'
import { defineOperations } from './define'

/** Folders of the profile, and its remaining files. */
export const storageParts = [
  'meta',
  'projects',
  'attachments',
  'backups',
  'workspaces',
  'imports',
  'logs',
  'cache',
  'browser',
  'other',
] as const
export type StoragePart = (typeof storageParts)[number]

const size = z.object({ files: z.int(), bytes: z.int() })

const read = z.object({
  /** Path of the profile. */
  folder: z.string(),
  parts: z.array(size.extend({ part: z.enum(storageParts) })),
  total: size,
})
export type StorageView = z.output<typeof read>

/** Files of the profile on the disk of the server. */
export const storageOperations = defineOperations({
  /** Returns the sizes of all parts of the profile. Reads every folder: slow with many attachments. */
  storageRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: read,
    errors: [],
  },
  /** Deletes files that Basalt creates again when it needs them. */
  cacheClear: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: z.object({ cleared: size }),
    errors: [],
  },
})
