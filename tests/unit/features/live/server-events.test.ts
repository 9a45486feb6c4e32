import { expect, it } from 'vitest'
import { automationTimes } from '@main/features/automations/runner'
import { runnerTimes } from '@main/features/jobs/runner'
import { decodeEvent, encodeEvent, type ServerEvent } from '@main/features/live/server-events'

const rowsOf = (values: Record<string, string | number | bigint | Uint8Array | null>): ServerEvent => ({
  to: 'project',
  projectId: 'p',
  change: { kind: 'rows', table: 't', change: 'update', keys: [['1']], rows: 1 },
  rows: { kind: 'update', before: [values], after: [values] },
})

it('carries every value of a row to the other servers', () => {
  const event = rowsOf({
    text: 'ü\n"',
    number: 1.5,
    infinite: Infinity,
    large: 2n ** 60n,
    bytes: Buffer.from([0, 255]),
    nothing: null,
    // Names of columns are the user's.
    bigint: 'a text',
    __proto__x: 1,
  })
  expect(decodeEvent(encodeEvent(event, 8_000) ?? '')).toEqual(event)
})

it('names less if the event is too long, down to the bare fact', () => {
  const event = rowsOf({ text: 'x'.repeat(5_000) })
  expect(decodeEvent(encodeEvent(event, 1_000) ?? '')).toEqual({ ...event, rows: undefined })
  const keys = Array.from({ length: 100 }, (_, at) => [`key ${at}`])
  const many: ServerEvent = {
    to: 'project',
    projectId: 'p',
    change: { kind: 'rows', table: 't', change: 'create', keys, rows: 100 },
  }
  expect(decodeEvent(encodeEvent(many, 500) ?? '')).toMatchObject({ change: { keys: [], rows: 100 } })
  expect(encodeEvent(many, 50)).toBeUndefined()
})

it('lets another server take over within ten seconds', () => {
  for (const { leaseMs, pollMs } of [runnerTimes, automationTimes]) expect(leaseMs + pollMs).toBeLessThan(10_000)
})
