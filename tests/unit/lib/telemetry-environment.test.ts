import { expect, it } from 'vitest'
import { ArgumentError, readArguments } from '@main/lib/serve-arguments'

const read = (environment: Readonly<Record<string, string>>) => readArguments([], environment).telemetry

it('reports nothing by default', () => {
  expect(read({})).toEqual({ metrics: undefined, traces: undefined, logTo: 'profile', drainMs: 0 })
})

it('reads the variables of metrics, logs and OpenTelemetry', () => {
  expect(read({ BASALT_METRICS: 'yes' }).metrics).toEqual({ token: undefined })
  expect(read({ BASALT_METRICS_TOKEN: 'a-long-metrics-token' }).metrics).toEqual({ token: 'a-long-metrics-token' })
  expect(read({ BASALT_LOG_TO: 'stdout', BASALT_DRAIN_SECONDS: '10' })).toMatchObject({
    logTo: 'stdout',
    drainMs: 10_000,
  })
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b, other=c',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  }
  expect(read(traces).traces).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: { 'api-key': 'a b', other: 'c' },
    service: 'basalt',
    ratio: 0.25,
  })
})

it.each<Readonly<Record<string, string>>>([
  { BASALT_METRICS: 'maybe' },
  { BASALT_METRICS_TOKEN: 'short' },
  { BASALT_LOG_TO: 'printer' },
  { BASALT_DRAIN_SECONDS: '-1' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector', OTEL_TRACES_SAMPLER_ARG: '2' },
])('refuses %j', (environment) => {
  expect(() => read(environment)).toThrow(ArgumentError)
})

it.each<Readonly<Record<string, string>>>([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:hunter2@collector:4318' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hunter2%0amore' },
])('refuses %j without repeating the secret', (environment) => {
  const error = (() => {
    try {
      return read(environment)
    } catch (caught) {
      return caught
    }
  })()
  expect(error).toBeInstanceOf(ArgumentError)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2')
  expect(String(error)).not.toContain('hunter2')
})
