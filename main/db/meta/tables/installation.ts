import { metaTable } from '../meta-table'

/* Values of the whole installation. */

/** Small values of the installation, by name. */
export const store = metaTable('nc_store', { name: 'text', value: 'text', updated_at: 'text' })

/** Counters, one row per series, so that no number is issued twice. */
export const counters = metaTable('nc_counters', { name: 'text', value: 'integer' })

/** Idempotency keys of writes, so that a retry doesn't write again. Unique by project and name. */
export const idempotency = metaTable('nc_idempotency', {
  project_id: 'text',
  /** Account id and the caller's idempotency key. */
  name: 'text',
  /** JSON of the response; null during the write or if its outcome is unknown. */
  answer: 'text?',
  created_at: 'text',
  /** Digest of the request; null in entries of older versions. */
  request: 'text?',
})

/** Events between the servers of a shared store, for seconds, where the engine delivers no notices. */
export const serverEvents = metaTable('nc_server_events', {
  /** Sorts by time. */
  id: 'text',
  server_id: 'text',
  /** JSON text: a list of events. */
  content: 'text',
})

/** The running servers of a shared store. */
export const servers = metaTable('nc_servers', {
  /** New at each start. */
  id: 'text',
  /** Where the other servers reach it, such as `http://10.0.0.11:8080`. */
  address: 'text',
  /** Proves that a request comes from another server. */
  secret: 'text',
  seen_at: 'text',
})
