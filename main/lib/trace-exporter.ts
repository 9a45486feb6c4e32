import type { Ids } from './ids'
import type { Log } from './log'
import type { TraceParent } from './request-ids'
import type { TraceSettings } from './telemetry-environment'

/** One answered request. */
export interface RequestSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Span of the caller; undefined if the trace begins here. */
  readonly parentSpanId: string | undefined
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly failed: boolean
  readonly attributes: Readonly<Record<string, string | number>>
}

/** Sends spans to a collector of OpenTelemetry. */
export interface TraceExporter {
  /** Returns the ids of a new span; undefined if the request isn't traced. */
  readonly begin: (
    parent: TraceParent | undefined,
  ) => Pick<RequestSpan, 'traceId' | 'spanId' | 'parentSpanId'> | undefined
  /** Queues a span. */
  readonly end: (span: RequestSpan) => void
  /** Sends what is queued. */
  readonly close: () => Promise<void>
}

const sendEveryMs = 2_000
const batchMax = 512
/** Spans that wait while the collector is away. Beyond it, new ones are dropped. */
const queueMax = 4_096
const sendTimeoutMs = 5_000
/** Time for the last spans of a server that stops. */
const closeMs = 1_000

/**
 * OTLP over HTTP as JSON, which every collector takes: a page of code instead of the twelve packages of the SDK. Losing
 * spans is acceptable, so a collector that is away delays nothing.
 */
export function createTraceExporter(
  { url, headers, service, ratio }: TraceSettings,
  { ids, log, version }: { readonly ids: Pick<Ids, 'hex'>; readonly log: Log; readonly version: string },
): TraceExporter {
  const queue: RequestSpan[] = []
  const closing = new AbortController()
  let sending: Promise<void> | undefined
  let wasAway = false
  const resource = { attributes: attributesOf({ 'service.name': service, 'service.version': version }) }

  /** @returns false if the collector is away */
  const post = async (spans: readonly RequestSpan[]): Promise<boolean> => {
    const scopeSpans = [{ scope: { name: 'basalt', version }, spans: spans.map(otlpSpan) }]
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.any([AbortSignal.timeout(sendTimeoutMs), closing.signal]),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The collector answered ${answer.status}`)
      wasAway = false
      return true
    } catch (error) {
      // One line each time it goes away.
      if (!wasAway) log.warn({ err: error }, 'traces were not sent')
      wasAway = true
      return false
    }
  }

  const flush = (): Promise<void> =>
    (sending ??= (async () => {
      for (let batch = queue.slice(0, batchMax); batch.length > 0; batch = queue.slice(0, batchMax)) {
        if (!(await post(batch))) return
        queue.splice(0, batch.length)
      }
    })().finally(() => (sending = undefined)))

  const timer = setInterval(() => void flush(), sendEveryMs).unref()

  return {
    begin: (parent) => {
      const isTraced = parent === undefined ? ratio === 1 || Math.random() < ratio : parent.sampled
      if (!isTraced) return undefined
      return { traceId: parent?.traceId ?? ids.hex(16), spanId: ids.hex(8), parentSpanId: parent?.spanId }
    },
    end: (span) => {
      if (queue.length < queueMax) queue.push(span)
    },
    close: async () => {
      clearInterval(timer)
      const limit = setTimeout(() => closing.abort(), closeMs)
      await sending
      await flush()
      clearTimeout(limit)
    },
  }
}

const serverKind = 2
const errorStatus = 2

function otlpSpan(span: RequestSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: serverKind,
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: attributesOf(span.attributes),
    status: span.failed ? { code: errorStatus } : {},
  }
}

/** JavaScript has no exact number for them. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n)

const attributesOf = (attributes: RequestSpan['attributes']): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
