import { composeReport, reportName } from '@renderer/features/report/compose'
import { expect, it } from 'vitest'

const now = new Date('2026-11-27T22:46:12Z')
const facts = {
  now,
  version: '1.2.3',
  platform: 'linux',
  browser: 'Chrome/140',
  page: '/nc/shop_ab12?type=table&name=Salaries',
  language: 'en',
  window: '1440 × 900',
  error: new TypeError('No rows', { cause: new Error('password=hunter2') }),
  events: [{ time: now.getTime(), text: 'command view.filter' }],
  log: ['{"msg":"token: abc"}'],
}

it('holds versions, the error with its causes, last actions and the log, but no secrets', () => {
  const report = composeReport(facts)
  for (const part of ['Basalt 1.2.3', 'Desktop window on linux', 'Chrome/140', 'TypeError: No rows', 'Caused by Error'])
    expect(report).toContain(part)
  expect(report).toContain('2026-11-27T22:46:12.000Z  command view.filter')
  expect(report).toContain('Page /nc/shop_ab12\n')
  expect(report).not.toMatch(/hunter2|abc"|Salaries/)
})

it('says where the log is that a browser cannot read, and that there was no error', () => {
  const report = composeReport({ ...facts, platform: undefined, log: undefined, error: undefined })
  expect(report).toContain('In a browser')
  expect(report).toContain('logs/server.log')
  expect(report).toContain('None: the user opened this report.')
})

it('is called by its time', () => {
  expect(reportName(now)).toBe('basalt-report-2026-11-27-2246.txt')
})
