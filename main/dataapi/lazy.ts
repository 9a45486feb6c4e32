import { once } from '@main/lib/once'
import type { ProjectPorts } from './plan/described'
import type { DataApi } from '.'
import type { GraphqlHandler } from './graphql'
import type { WatchRows } from './graphql/subscribe'
import type { Documents } from './swagger'

/** APIs that few requests use. Each is loaded on first use, so that they don't delay the start. */
export interface LazyApis {
  readonly documents: () => Promise<Documents>
  readonly graphql: () => Promise<GraphqlHandler>
}

/**
 * @param watchRows  names changed rows, for subscriptions
 * @param report  reports internal errors
 */
export function createLazyApis(
  ports: ProjectPorts,
  api: DataApi,
  watchRows: WatchRows,
  report: (error: unknown) => void,
): LazyApis {
  return {
    documents: once(async () => (await import('./swagger')).createDocuments(ports)),
    graphql: once(async () => (await import('./graphql')).createGraphqlHandler(ports, api, watchRows, report)),
  }
}
