import { createClient } from './client'
import { createDataClient } from './data-client'
import { createFileClient } from './file-client'
import { createHttp } from './http'
import { createLive } from './live'
import { refetchSchemaWhenGone, createQueryClient, invalidateAfterCommands } from './query-client'
import { createQueryValues } from './query-values'
import { boundSession } from './session'
import { createWriteGuard } from './write-guard'

type Listener = (reachable: boolean) => void
const reachableListeners = new Set<Listener>()

/** Subscribes to the reachability of the server, reported after each call. */
export function onReachable(listener: Listener): () => void {
  reachableListeners.add(listener)
  return () => reachableListeners.delete(listener)
}

export const http = createHttp({
  session: boundSession,
  onReachable: (reachable) => {
    for (const listener of reachableListeners) listener(reachable)
  },
})

/** Renews the session if a successful response shows that the token is invalid. */
export const renewSession = http.renew

/** Asks the user before writes to production databases. */
export const writeGuard = createWriteGuard()
/** Operations. */
export const client = createClient(http, writeGuard)
export const queryClient = createQueryClient()
/** Files of cells. */
export const files = createFileClient(http, client)
/** Values for the parameters of query tables. */
export const queryValues = createQueryValues()
/** Rows. */
export const data = createDataClient(http, refetchSchemaWhenGone(queryClient), writeGuard, queryValues.of)

/** Changes by others. */
export const live = createLive(http)

invalidateAfterCommands(client, queryClient)
