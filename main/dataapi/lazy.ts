import { once } from '@main/lib/once'
import type { ProjectPorts } from './described'
import type { Documents } from './swagger'

/** The APIs that few requests need: each is loaded when it is first asked for, so that the start does not wait. */
export interface LazyApis {
  readonly documents: () => Promise<Documents>
}

export function createLazyApis(ports: ProjectPorts): LazyApis {
  return {
    documents: once(async () => (await import('./swagger')).createDocuments(ports)),
  }
}
