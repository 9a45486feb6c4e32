import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { message } from '@common/messages'
import { english } from '@main/lib/messages'
import { DelimitedReader } from '@common/import/delimited'
import { unguarded } from '@common/columns/values/formula-guard'
import { createFailures, type Failures } from '@main/features/imports/failures'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basalt-failures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const failed = (line: number, value: string) => ({
  sheet: 'People',
  line,
  column: 'Born',
  value,
  why: message('problems.notDate', { column: 'Born' }),
})

async function valuesOf(failures: Failures): Promise<string[]> {
  const reader = new DelimitedReader({ delimiter: ',', rowSigns: 10_000 })
  const rows = []
  for await (const part of failures.csv(english)) rows.push(...reader.push(part))
  rows.push(...reader.end())
  return rows.slice(1).map(({ cells }) => cells[3] ?? '')
}

describe('rows that an import did not take', () => {
  it('are given back as they were, with nothing in them that a spreadsheet works out', async () => {
    const failures = createFailures(join(folder, 'failed'))
    const values = ['=1+1', "'=1+1", '＝1+1', '-5', '@Anna', ' two, "three"\n']
    await failures.add(values.map((value, at) => failed(at + 2, value)))
    await failures.close()
    const written = await valuesOf(failures)
    expect(written.filter((value) => /^\s*[=+@＝]/.test(value))).toEqual([])
    expect(written.map((value) => unguarded(value))).toEqual(values)
  })

  it('can be read while others are added', async () => {
    const failures = createFailures(join(folder, 'failed'))
    await failures.add([failed(2, 'one')])
    expect(await valuesOf(failures)).toEqual(['one'])
    await failures.add([failed(3, 'two')])
    expect(await valuesOf(failures)).toEqual(['one', 'two'])
    await failures.close()
  })

  it('that cannot be kept are refused, and nothing else ends with them', async () => {
    const failures = createFailures(join(folder, 'gone', 'failed'))
    await expect(failures.add([failed(2, 'one')])).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(failures.close()).resolves.toBeUndefined()
    expect(failures.count).toBe(0)
  })
})
