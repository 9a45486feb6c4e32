import { message, type MessageParam } from '@common/messages'
import { decoded } from '@common/util/decoded'
import { yesOrNo } from './yes-or-no'

/** Reports of a server about itself, from the environment only: tokens are secrets. */
export interface TelemetrySettings {
  /** Prometheus metrics at `/metrics`. Undefined: none. */
  readonly metrics?: MetricsSettings | undefined
  /** Where spans go. Undefined: nowhere. */
  readonly traces?: TraceSettings | undefined
  /** Default: the profile. */
  readonly logTo: 'profile' | 'stdout'
  /** How long a stopping server still answers, so that the balancer sees that it stops. */
  readonly drainMs: number
}

export interface MetricsSettings {
  /** Without a token, only programs of this computer read the metrics. */
  readonly token: string | undefined
}

export interface TraceSettings {
  /** Complete address for `POST` of spans, in OTLP as JSON. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly service: string
  /** Share of requests without a caller's decision that are traced, 0 to 1. */
  readonly ratio: number
}

type WrongValue = (name: string, expected: MessageParam, value: string) => Error

const tokenMinLength = 16
const drainSecondsMax = 3_600

/**
 * Reads `BASALT_METRICS`, `BASALT_METRICS_TOKEN`, `BASALT_LOG_TO`, `BASALT_DRAIN_SECONDS` and the variables of
 * OpenTelemetry (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_TRACES_SAMPLER_ARG`).
 *
 * @param wrongValue  makes the error of a value that can't be used
 */
export function telemetryFromEnvironment(environment: NodeJS.ProcessEnv, wrongValue: WrongValue): TelemetrySettings {
  const given = (name: string): string => environment[name]?.trim() ?? ''
  return {
    metrics: metricsOf(environment, wrongValue),
    traces: tracesOf(given, wrongValue),
    logTo: logTo(given('BASALT_LOG_TO'), wrongValue),
    drainMs: drainSeconds(given('BASALT_DRAIN_SECONDS'), wrongValue) * 1_000,
  }
}

type Given = (name: string) => string

function metricsOf(environment: NodeJS.ProcessEnv, wrongValue: WrongValue): MetricsSettings | undefined {
  const token = environment['BASALT_METRICS_TOKEN']?.trim() ?? ''
  // The message doesn't repeat a secret.
  if (token !== '' && (token.length < tokenMinLength || !/^[\x21-\x7e]+$/.test(token)))
    throw wrongValue('BASALT_METRICS_TOKEN', message('server.masterKey', { min: tokenMinLength }), '')
  if (token !== '') return { token }
  return yesOrNo('BASALT_METRICS', environment, false, wrongValue) ? { token: undefined } : undefined
}

function tracesOf(given: Given, wrongValue: WrongValue): TraceSettings | undefined {
  const endpoint = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (endpoint === '') return undefined
  const address = /^https?:\/\//i.test(endpoint) ? URL.parse(endpoint) : null
  // `fetch` takes no password in an address, and would name it in its error. The message doesn't repeat one either.
  if (address === null || address.username !== '' || address.password !== '')
    throw wrongValue('OTEL_EXPORTER_OTLP_ENDPOINT', message('server.address'), address === null ? endpoint : '')
  const ratioText = given('OTEL_TRACES_SAMPLER_ARG')
  const ratio = ratioText === '' ? 1 : Number(ratioText)
  if (!(ratio >= 0 && ratio <= 1)) throw wrongValue('OTEL_TRACES_SAMPLER_ARG', '0–1', ratioText)
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(given('OTEL_EXPORTER_OTLP_HEADERS'), wrongValue),
    service: given('OTEL_SERVICE_NAME') || 'basalt',
    ratio,
  }
}

/** Parses `name=value,name=value`, with percent-encoded values. */
function headersOf(text: string, wrongValue: WrongValue): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const]
  })
  try {
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])))
  } catch {
    // The values are secrets.
    throw wrongValue('OTEL_EXPORTER_OTLP_HEADERS', 'name=value,name=value', '')
  }
}

function logTo(text: string, wrongValue: WrongValue): TelemetrySettings['logTo'] {
  if (text === '') return 'profile'
  if (text === 'profile' || text === 'stdout') return text
  throw wrongValue('BASALT_LOG_TO', ['profile', 'stdout'], text)
}

function drainSeconds(text: string, wrongValue: WrongValue): number {
  if (text === '') return 0
  if (/^\d+$/.test(text) && Number(text) <= drainSecondsMax) return Number(text)
  throw wrongValue('BASALT_DRAIN_SECONDS', message('server.wholeNumber', { max: drainSecondsMax }), text)
}
