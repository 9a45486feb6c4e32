import { createClient } from './client'
import { createDataClient } from './data-client'
import { createFileClient } from './file-client'
import { createHttp } from './http'
import { createLive } from './live'
import { refetchSchemaWhenGone, createQueryClient, invalidateAfterCommands } from './query-client'
import { boundSession } from './session'
import { createWriteGuard } from './write-guard'

type Listener = (reachable: boolean) => void
const reachableListeners = new Set<Listener>()

/** Told whenever a call finds the server, or does not. */
export function onReachable(listener: Listener): () => void {
  reachableListeners.add(listener)
  return () => reachableListeners.delete(listener)
}

const http = createHttp({
  session: boundSession,
  onReachable: (reachable) => {
    for (const listener of reachableListeners) listener(reachable)
  },
})

/** Renews the session when an answer without an error says that the token is good for nobody. */
export const renewSession = http.renew

/** Asks before writes to databases in production. */
export const writeGuard = createWriteGuard()
/** Operations. */
export const client = createClient(http, writeGuard)
export const queryClient = createQueryClient()
/** Files of cells. */
export const files = createFileClient(http, client)
/** Rows. */
export const data = createDataClient(http, refetchSchemaWhenGone(queryClient), writeGuard)

/** What others change. */
export const live = createLive(http)

invalidateAfterCommands(client, queryClient)
