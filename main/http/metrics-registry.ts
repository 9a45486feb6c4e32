import type * as PromClient from 'prom-client'
import { lazyPackage } from '@main/lib/lazy-package'

const prometheus = lazyPackage<typeof PromClient>('prom-client')

/** Values of one gauge, each with its labels. */
export type Readings = readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[]

/** An answered request. */
export interface RequestFacts {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** Metrics of this process, in the format of Prometheus. */
export interface Metrics {
  readonly request: (facts: RequestFacts) => void
  /** Seconds between a change at another server and its arrival here. */
  readonly liveLag: (seconds: number) => void
  readonly cacheAsked: (cache: string, isHit: boolean) => void
  /** Adds values that are read with each scrape. */
  readonly gauge: (name: string, help: string, labels: readonly string[], read: () => Readings) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const lagBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Loads the library, so create it only if the metrics are read. */
export function createMetrics(version: string): Metrics {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = prometheus()
  const registry = new Registry()
  const registers = [registry]
  // Processor time, memory, and the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'basalt_request_duration_seconds',
    help: 'Requests by class of route, method and status, until the response has ended.',
    labelNames: ['route', 'method', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const lag = new Histogram({
    name: 'basalt_live_event_lag_seconds',
    help: 'Time from a change at another server until its live update here.',
    buckets: lagBuckets,
    registers,
  })
  const caches = new Counter({
    name: 'basalt_cache_requests_total',
    help: 'Look-ups in a cache, by result.',
    labelNames: ['cache', 'result'],
    registers,
  })
  new Gauge({
    name: 'basalt_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  return {
    request: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    liveLag: (seconds) => lag.observe(Math.max(0, seconds)),
    cacheAsked: (cache, isHit) => caches.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    gauge: (name, help, labelNames, read) => {
      const gauge: PromClient.Gauge = new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        collect: () => {
          gauge.reset()
          for (const { labels, value } of read()) gauge.set(labels, value)
        },
      })
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Adds the use of connections to database servers, and of the lanes of database files. */
export function measureDatabases(
  { gauge }: Pick<Metrics, 'gauge'>,
  use: () => { readonly connections: object; readonly lanes: object },
): void {
  const readings = (label: string, values: object): Readings =>
    Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value: Number(value) }))
  gauge(
    'basalt_database_connections',
    'Connections to database servers that are busy or idle, and requests waiting for one.',
    ['state'],
    () => readings('state', use().connections),
  )
  gauge('basalt_file_jobs', 'Running and queued jobs on database files, by lane.', ['lane'], () =>
    readings('lane', use().lanes),
  )
}
