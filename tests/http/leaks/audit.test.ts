import { auditExportPath } from '@common/constants'
import { makeTwin, type Twin } from '@tests/helpers/twins'
import { expectSame, operation, send, type Asking } from '@tests/helpers/twin-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/*
 * The audit of a project as a creator under rules gets it: in lists, in counts and as a file. The owner of each twin has
 * changed hidden columns, hidden rows, a disabled table, and views and formulas that name them, each another number of
 * times. The answers must be the same, byte for byte.
 */

let twins: readonly [Twin, Twin]

beforeAll(async () => {
  const at = new Date()
  twins = [await makeTwin(0, at), await makeTwin(1, at)]
  for (const [at_, twin] of twins.entries()) await leaveTraces(twin, at_)
})
afterAll(async () => {
  for (const twin of twins) await twin.close()
})

async function leaveTraces({ operate, rows, views, ids }: Twin, twin: number): Promise<void> {
  const salary = (value: number) => ({
    join: 'and' as const,
    filters: [{ column: 'salary', operator: 'greater' as const, value }],
  })
  for (let time = 0; time <= twin * 2; time++) {
    const rich = { table: 'person', view: views['Rich'] }
    await operate('viewSettingsSave', { ...rich, settings: { filter: salary(777_100 + time) } })
    await operate('viewSettingsSave', { ...rich, settings: { widths: { salary: 300 + time + twin } } })
    const formula = `{salary} * ${777_200 + time + twin}`
    await operate('virtualColumnUpdate', {
      table: 'person',
      id: ids['Yearly'] ?? '',
      definition: { kind: 'formula', formula },
    })
    await rows('person/bulk', 'POST', [{ name: `Hush bulk ${time}`, mail: 'other@example.com', salary: 777_300 }])
    const rules = { columns: { budget: 'hidden' as const }, delete: time % 2 === 0 }
    await operate('accessRulesSave', { table: 'team', role: 'viewer', rules })
  }
  await operate('tableRetitle', { table: 'vault', title: `Hush vault ${twin}` })
  await operate('shareCreate', { table: 'vault' })
  // Changes that the creator may see.
  await rows('note/1', 'PUT', { title: 'To somebody' })
  await rows('team/1', 'PUT', { name: 'Team one' })
  await operate('commentCreate', { table: 'note', rowId: '1', text: 'A remark' })
}

const filters: readonly object[] = [
  {},
  { type: 'DATA' },
  { type: 'VIEW' },
  { type: 'TABLE' },
  { type: 'TABLE_ACL' },
  { type: 'COMMENT' },
  { type: 'SHARE' },
  { table: 'person' },
  { table: 'team' },
  { table: 'vault' },
  { table: 'note' },
  { text: 'Hush' },
  { text: '777' },
  { text: 'secret' },
  { who: { person: 'owner@example.com' } },
  { origin: 'script' },
  { from: '2020-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' },
  { user: 'owner', type: 'DATA', text: 'a' },
]

const file =
  (format: 'csv' | 'json', body: object): Asking =>
  ({ projectId }) => ({ path: `${auditExportPath}?project=${projectId}&format=${format}`, method: 'POST', body })

const asked = { caller: 'creator', times: 2, warm: true } as const

describe('nothing hidden is in the audit of a creator', () => {
  it.each(filters)('as CSV, as JSON, in counts and in the list with %j', async (filter) => {
    for (const asking of [
      file('csv', filter),
      file('json', filter),
      operation('auditCount', filter),
      operation('auditList', { ...filter, limit: 500 }),
      operation('auditList', { ...filter, limit: 500, perChange: true }),
    ]) {
      const { status, text } = await expectSame(twins, asking, asked)
      expect(status).toBe(200)
      expect(text.replaceAll(JSON.stringify(filter).slice(1, -1), '')).not.toMatch(/salary|budget|vault|Yearly|Twice/i)
    }
  })

  it('but visible changes are, and everything is for the owner', async () => {
    const [twin] = twins
    const csv = async (as: Twin['owner']): Promise<string> => (await send(twin, file('csv', {})(twin), as)).text
    expect(await csv(twin.creator)).toMatch(/,note,1,title,To 50,To somebody,/)
    const all = await csv(twin.owner)
    for (const secret of ['salary greater 777100', '777200', 'Hush vault 0', 'Hush bulk 0'])
      expect(all).toContain(secret)
  })

  it('and an editor gets no file at all', async () => {
    const answer = await expectSame(twins, file('csv', {}), { caller: 'editor' })
    expect([answer.status, answer.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })
})
