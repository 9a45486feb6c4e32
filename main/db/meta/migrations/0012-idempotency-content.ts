import type { Migration } from './migration'

/** Digest of the request beside its idempotency key, so that another request can't reuse the key. */
export const idempotencyContent: Migration = {
  version: 12,
  name: 'idempotency content',
  statements: [(schema) => schema.alterTable('nc_idempotency', (table) => void table.string('request', 64))],
}
