import type { Migration } from './migration'

/** Digest of the request beside its idempotency key: a key names one request, not another one later. */
export const idempotencyContent: Migration = {
  version: 12,
  name: 'idempotency content',
  statements: [(schema) => schema.alterTable('nc_idempotency', (table) => void table.string('request', 64))],
}
