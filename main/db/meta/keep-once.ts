import { randomBytes } from 'node:crypto'
import { insertOrIgnore } from './statements'
import type { MetaStore } from './store'
import { store as values } from './tables'

/**
 * Stores a small value of the installation once, such as a key shared by all its servers.
 *
 * @returns the stored value: the proposal, or the existing one
 */
export async function keepOnce(store: MetaStore, name: string, proposal: string, now: string): Promise<string> {
  // Reads first: a start without any write needs no thread that writes.
  const known = await store.find(values, { name })
  if (known) return known.value
  await store.transact([insertOrIgnore(values, ['name'], { name, value: proposal, updated_at: now })])
  const row = await store.find(values, { name })
  if (!row) throw new Error(`The meta store lost ${name}`)
  return row.value
}

const secretBytes = 32

/** Returns a random key of the installation. Created once and shared by all its servers. */
export async function secretOnce(store: MetaStore, name: string, now: string): Promise<Uint8Array> {
  const stored = await keepOnce(store, name, randomBytes(secretBytes).toString('base64url'), now)
  return new Uint8Array(Buffer.from(stored, 'base64url'))
}
