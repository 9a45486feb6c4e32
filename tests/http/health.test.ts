import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServeProcess, type ServeProcess } from '@tests/helpers/serve-process'
import { sendRequest, startServer } from '@tests/helpers/server'

interface Span {
  readonly traceId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

/** A collector of OpenTelemetry. */
async function startCollector(): Promise<{ url: string; spans: Span[]; server: Server }> {
  const spans: Span[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
      spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, server }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentSpanId = '00f067aa0ba902b7'

/**
 * Returns the series of a text for Prometheus, and checks its form: each metric has a description and a type before its
 * samples, and no series comes twice. https://prometheus.io/docs/instrumenting/exposition_formats/
 */
function seriesIn(text: string): string[] {
  expect(text.endsWith('\n')).toBe(true)
  const types = new Map<string, string>()
  const described = new Set<string>()
  const series: string[] = []
  for (const line of text.trimEnd().split('\n')) {
    if (line === '') continue
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') described.add(name)
    else if (kind === 'TYPE') types.set(name, rest)
    else {
      const [, metric = '', labels = '', value = ''] =
        /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)$/.exec(line) ?? []
      const base = [metric, metric.replace(/_(?:bucket|sum|count)$/, '')].find((each) => types.has(each)) ?? ''
      expect([line, ['counter', 'gauge', 'histogram', 'summary'].includes(types.get(base) ?? '')]).toEqual([line, true])
      expect([line, described.has(base), value === 'Nan' || !Number.isNaN(Number(value.replace('+Inf', '1')))]).toEqual(
        [line, true, true],
      )
      series.push(`${metric}{${labels}}`)
    }
  }
  expect(series.length).toBe(new Set(series).size)
  expect(series.length).toBeGreaterThan(10)
  return series
}

describe('a server behind a balancer', () => {
  let folder: string
  let server: ServeProcess
  let collector: Awaited<ReturnType<typeof startCollector>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-health-'))
    collector = await startCollector()
    server = await startServeProcess(folder, [], undefined, {
      BASALT_METRICS: '1',
      BASALT_LOG_TO: 'stdout',
      BASALT_LOG_LEVEL: 'debug',
      BASALT_DRAIN_SECONDS: '2',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
  })
  afterAll(async () => {
    await server.kill()
    collector.server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const ask = (path: string, headers: Record<string, string> = {}) => sendRequest(server.origin, path, { headers })

  it('says that it lives and is ready', async () => {
    for (const path of ['/health', '/health/live']) expect((await ask(path)).json).toEqual({ status: 'ok' })
    const ready = await ask('/health/ready')
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }])
  })

  it('uses the id of the balancer in its response, log and trace, and continues the trace', async () => {
    const sent = { 'x-request-id': 'balancer-0001', traceparent: `00-${traceId}-${parentSpanId}-01` }
    const answer = await ask('/nc/none/api/v1/none', sent)
    expect([answer.status, answer.headers['x-request-id']]).toEqual([401, 'balancer-0001'])
    await expect
      .poll(() => collector.spans.find((span) => span.traceId === traceId), { timeout: 8_000 })
      .toMatchObject({
        name: 'GET rows',
        parentSpanId,
        attributes: expect.arrayContaining([
          { key: 'basalt.request_id', value: { stringValue: 'balancer-0001' } },
        ]) as unknown,
      })
    const lines = server
      .printed()
      .split('\n')
      .filter((line) => line.includes('balancer-0001'))
      .map((line) => JSON.parse(line) as { readonly msg: string; readonly traceId: string })
    expect(lines.map(({ msg, traceId: id }) => `${msg} ${id}`).toSorted()).toEqual([
      `answered ${traceId}`,
      `refused ${traceId}`,
    ])
  })

  it.each([['short'], ['line\tbreak'], ['x'.repeat(65)], ['<script>alert']])(
    'gives a request an id of its own instead of %j',
    async (given) => {
      const { headers } = await ask('/health', { 'x-request-id': given })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
    },
  )

  it('counts requests by class, and shows connections and lanes', async () => {
    const text = (await ask('/metrics')).text
    expect(text).toMatch(/basalt_request_duration_seconds_count\{route="rows",method="GET",status="401"\} \d/)
    expect(text).toMatch(/basalt_database_connections\{state="waiting"\} 0/)
    expect(text).toMatch(/basalt_file_jobs\{lane="short"\} \d/)
    expect(text).toMatch(/nodejs_eventloop_lag_seconds/)
    // Addresses that callers choose never become labels.
    expect(text).not.toContain('none')
  })

  it('writes what Prometheus reads, and no new series for new addresses', async () => {
    const seriesOf = async (): Promise<string[]> => {
      const answer = await ask('/metrics')
      expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
      return seriesIn(answer.text)
    }
    const call = (name: string) => ask(`/nc/${name}/api/v1/${name}?where=(${name},eq,1)`)
    await call('first')
    const before = await seriesOf()
    for (let at = 0; at < 20; at += 1) await call(`other${at}`)
    const after = await seriesOf()
    // Node's own gauges name what it does at the moment.
    const isExpected = (series: string): boolean => /^nodejs_active_|route="metrics"/.test(series)
    expect(after.filter((series) => !before.includes(series) && !isExpected(series))).toEqual([])
  })

  it('hides its metrics from requests that a proxy passes on', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'via'])
      expect((await ask('/metrics', { [name]: '10.0.0.1' })).status).toBe(404)
  })

  it('tells the balancer before it stops, and still answers', async () => {
    const connectionOf = async () => (await fetch(`${server.origin}/user/me`)).headers.get('connection')
    expect(await connectionOf()).toBe('keep-alive')
    const stopped = server.stop()
    await expect.poll(async () => (await ask('/health/ready')).json).toEqual({ status: 'draining' })
    expect([(await ask('/health/ready')).status, (await ask('/user/me')).status]).toEqual([503, 200])
    expect(await connectionOf()).toBe('close')
    expect(await stopped).toBe(0)
  })
})

describe('metrics with a token', () => {
  it('are for its owner only', async () => {
    const token = 'a-long-metrics-token'
    const telemetry = { metrics: { token }, logTo: 'profile', drainMs: 0 } as const
    const server = await startServer({ telemetry })
    try {
      const ask = (authorization?: string) =>
        server.request('/metrics', authorization === undefined ? {} : { headers: { authorization } })
      const statuses = [await ask(), await ask('Bearer wrong'), await ask(`Bearer ${token}`)].map(
        ({ status }) => status,
      )
      expect(statuses).toEqual([404, 404, 200])
    } finally {
      await server.close()
    }
  })

  it('do not exist unless they are asked for', async () => {
    const server = await startServer()
    expect((await server.request('/metrics')).status).toBe(404)
    await server.close()
  })
})
