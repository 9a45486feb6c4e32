import { metaTables, type MetaStore } from '@main/db/meta'
import type { Clock } from '@main/lib/clock'

/** Origins of other pages that may call the API. */
export interface AllowedOrigins {
  /** Returns them without a delay, because every request of another page needs them. */
  readonly now: () => ReadonlySet<string>
  /** Replaces them at once, after they are stored. */
  readonly replaced: (origins: readonly string[]) => void
}

const { store: values } = metaTables
export const originsName = 'nc_allowed_origins'

/** How long another server of a shared database may use the former origins. */
const staleAfterMs = 2_000

/**
 * Caches the stored origins.
 *
 * @param fixed  origins that the start of the server sets; undefined if it sets none
 */
export async function createAllowedOrigins(options: {
  readonly store: MetaStore
  readonly clock: Clock
  readonly fixed: readonly string[] | undefined
}): Promise<AllowedOrigins> {
  const { store, clock, fixed } = options
  const read = async (): Promise<ReadonlySet<string>> =>
    new Set(parsed((await store.find(values, { name: originsName }))?.value))
  let origins = fixed === undefined ? await read() : new Set(fixed)
  let readAtMs = clock.monotonicMs()
  return {
    now: () => {
      const nowMs = clock.monotonicMs()
      if (fixed === undefined && !store.exclusive && nowMs - readAtMs > staleAfterMs) {
        readAtMs = nowMs
        // The former ones apply if the database is away.
        read().then(
          (found) => (origins = found),
          () => undefined,
        )
      }
      return origins
    },
    replaced: (changed) => {
      origins = new Set(changed)
      readAtMs = clock.monotonicMs()
    },
  }
}

function parsed(text: string | null | undefined): string[] {
  const list: unknown = text === null || text === undefined ? [] : JSON.parse(text)
  return Array.isArray(list) ? list.filter((origin) => typeof origin === 'string') : []
}
