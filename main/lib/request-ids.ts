import type { IncomingHttpHeaders } from 'node:http'
import type { Ids } from './ids'

export const requestIdHeader = 'x-request-id'

/** Long enough to be unique, and nothing that could forge a line of a log. */
const idPattern = /^[\w.-]{8,64}$/

/** Returns the id that the balancer or the caller gave a request, so that all logs share it; else a new one. */
export function requestIdOf({ [requestIdHeader]: given }: IncomingHttpHeaders, ids: Pick<Ids, 'hex'>): string {
  return typeof given === 'string' && idPattern.test(given) ? given : ids.hex(8)
}

/** Position of a request in a distributed trace. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits: the span of the caller. */
  readonly spanId: string
  readonly sampled: boolean
}

const parentPattern = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/** Parses the header `traceparent` (W3C Trace Context); undefined without a valid one. */
export function traceParentOf({ traceparent }: IncomingHttpHeaders): TraceParent | undefined {
  const [, traceId, spanId, flags] = typeof traceparent === 'string' ? (parentPattern.exec(traceparent) ?? []) : []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
