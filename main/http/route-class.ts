/** Classes of addresses with similar work, for metrics. Their number is fixed, whatever callers send. */
export type RouteClass =
  | 'rows'
  | 'graphql'
  | 'live'
  | 'operation'
  | 'auth'
  | 'file'
  | 'page'
  | 'hook'
  | 'document'
  | 'health'
  | 'other'

const classes: readonly (readonly [RegExp, RouteClass])[] = [
  [/^\/nc\/[^/]+\/api\/v1\/swagger/i, 'document'],
  [/^\/nc\/[^/]+\/api\//i, 'rows'],
  [/^\/nc\/[^/]+\/v1\/live/i, 'live'],
  [/^\/nc\/[^/]+\/v1\/graphql/i, 'graphql'],
  [/^\/api\/v1\/hooks\//i, 'hook'],
  [/^\/api\/v1\/operations\//i, 'operation'],
  [/^\/dashboard\/?\?(?:.*&)?q=/i, 'operation'],
  [/^\/(?:auth|user)\//i, 'auth'],
  [/^\/(?:dl|download|imports?|files?)\//i, 'file'],
  [/^\/(?:health|metrics)(?:\/|\?|$)/i, 'health'],
  [/^\/(?:dashboard(?:\/|\?|$)|\?|$)/i, 'page'],
]

/** Returns the class of an address, before routing. */
export function routeClassOf(url: string): RouteClass {
  return classes.find(([pattern]) => pattern.test(url))?.[1] ?? 'other'
}
