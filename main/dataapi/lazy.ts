import { once } from '@main/lib/once'
import type { ProjectPorts } from './plan/described'
import type { DataApi } from '.'
import type { GraphqlHandler } from './graphql'
import type { Documents } from './swagger'

/** The APIs that few requests need: each is loaded when it is first asked for, so that the start does not wait. */
export interface LazyApis {
  readonly documents: () => Promise<Documents>
  readonly graphql: () => Promise<GraphqlHandler>
}

/** @param report  told of faults of ours */
export function createLazyApis(ports: ProjectPorts, api: DataApi, report: (error: unknown) => void): LazyApis {
  return {
    documents: once(async () => (await import('./swagger')).createDocuments(ports)),
    graphql: once(async () => (await import('./graphql')).createGraphqlHandler(ports, api, report)),
  }
}
