import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Log } from '@main/lib/log'
import { createTraceExporter, type RequestSpan, type TraceExporter } from '@main/lib/trace-exporter'
import { until } from '@tests/helpers/until'

const ids = { hex: (bytes: number) => 'a'.repeat(bytes * 2) }
const log = { warn: () => undefined } as unknown as Log
const span: RequestSpan = {
  name: 'GET data',
  traceId: ids.hex(16),
  spanId: ids.hex(8),
  parentSpanId: undefined,
  startedAtMs: 1_000,
  endedAtMs: 1_010,
  failed: false,
  attributes: {},
}

/** A collector that answers with the statuses in turn, the last one again; silent for 0. */
let server: Server
async function exporterTo(...statuses: readonly number[]): Promise<{ exporter: TraceExporter; received: number[] }> {
  const received: number[] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 0
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: [{ scopeSpans: [{ spans: unknown[] }] }] }
      received.push(resourceSpans[0].scopeSpans[0].spans.length)
      if (status !== 0) response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const settings = { url: `http://127.0.0.1:${port}/v1/traces`, headers: {}, service: 'basalt', ratio: 1 }
  return { exporter: createTraceExporter(settings, { ids, log, version: '0' }), received }
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('sends spans again that a collector has refused', async () => {
  const { exporter, received } = await exporterTo(503, 200)
  exporter.end(span)
  await until(() => received.length === 1)
  exporter.end(span)
  await exporter.close()
  expect(received).toEqual([1, 2])
})

it('gives up spans of a silent collector when the server stops', async () => {
  const { exporter, received } = await exporterTo(0)
  for (let count = 0; count < 2_000; count += 1) exporter.end(span)
  await exporter.close()
  // One batch of four: the others would each wait for their own time limit.
  expect(received).toEqual([512])
})
