import type { AutomationTrigger } from '@common/operations/automations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '@main/db/database'
import { createMetaStore, deleteFrom, insertInto, metaTables, type MetaStore } from '@main/db/meta'
import { migrate } from '@main/db/meta/migrate'
import { createAutomationOutbox } from '@main/features/automations/outbox'
import { createAutomationRepository } from '@main/features/automations/repository'
import { engines, type Engine, type OpenedEngine } from '@tests/helpers/engines'
import type { AutomationRepository, NewRun, StoredAutomation } from '@main/features/automations/types'

const time = '2026-03-01T12:00:00.000Z'
const later = '2026-03-01T12:01:00.000Z'
const much = '2026-03-01T13:00:00.000Z'
const there: Engine[] = []
for (const engine of engines) if (engine.dialect !== 'mssql' && (await engine.isThere())) there.push(engine)

const automation: StoredAutomation = {
  id: 'a',
  projectId: 'p',
  userId: 1,
  title: 'Automation',
  active: true,
  trigger: { kind: 'changed', table: 'things', columns: [] },
  steps: [{ kind: 'sql', sql: 'SELECT 1', write: false }],
  secrets: [null],
  retries: 0,
  nextAt: null,
  hookHash: null,
  updatedAt: time,
}
const run = (id: string, more: Partial<NewRun> = {}): NewRun => ({
  id,
  automationId: 'a',
  recordKey: 'things 1',
  input: { table: 'things', rowId: '1', record: 'One', data: null, old: null, by: null, when: time },
  trail: { depth: 0, ids: [] },
  createdAt: time,
  ...more,
})

/** The statements about automations and their runs, on every engine that can be a meta store. */
describe.each(there)('automations in a meta store on $name', (engine) => {
  let opened: OpenedEngine
  let store: MetaStore
  let statements = 0
  let repository: AutomationRepository

  beforeAll(async () => {
    opened = await engine.open()
    await migrate(opened.database, { now: () => new Date(time) })
    const { database } = opened
    const counting: Database = {
      ...database,
      read: (...args) => ((statements += 1), database.read(...args)),
      transact: (...args) => ((statements += args[0].length), database.transact(...args)),
    }
    store = createMetaStore(counting, { exclusive: true })
    repository = createAutomationRepository(store)
    const at = { created_at: time, updated_at: time }
    const person = { password: '?', user_role: 'user', super_admin: 0, email_verified: 1, ...at }
    const project = { type: 'rest', source: 'builtIn', filename: 'p.sqlite', prefix: '', owner_id: 1, ...at }
    await store.transact([
      insertInto(metaTables.users, { id: 1, email: 'ada@example.com', ...person }),
      insertInto(metaTables.projects, { id: 'p', title: 'Shop', ...project }),
      insertInto(metaTables.projects, { id: 'quiet', title: 'Quiet', ...project }),
    ])
  })
  afterAll(() => opened.drop())
  beforeEach(async () => {
    await store.transact([deleteFrom(metaTables.automations, '1 = 1', [])])
    await repository.save(automation, true)
  })

  const claim = (id: string, owner: string, until = later): Promise<boolean> => repository.claim(id, { owner, until })
  const due = async (now = time): Promise<string[]> => (await repository.due(now, 10)).map(({ id }) => id)

  it('are listed with their author, their last run and their failures', async () => {
    await repository.save({ ...automation, id: 'b', title: 'Bare', userId: null }, true)
    await repository.add([run('1'), run('2'), run('3')])
    for (const [id, state] of [
      ['1', 'failed'],
      ['2', 'failed'],
      ['3', 'done'],
    ] as const) {
      await claim(id, 'one')
      await repository.store(id, 'one', state, { results: [], attempts: 1, endedAt: time })
    }
    statements = 0
    const list = await repository.list('p')
    expect(list).toMatchObject([
      { id: 'a', email: 'ada@example.com', failed: 2, lastRun: { state: 'done', createdAt: time } },
      { id: 'b', email: null, failed: 0, lastRun: null },
    ])
    expect(statements).toBe(4)
    expect(await repository.find('p', 'b')).toEqual(list[1])
    expect(await repository.find('quiet', 'a')).toBeUndefined()
  })

  it('have runs that can be added again, and that follow each other within a record', async () => {
    const runs = [run('1'), run('2'), run('3', { recordKey: 'things 2' })]
    await repository.add(runs)
    await repository.add(runs)
    expect(await due()).toEqual(['1', '3'])
    // Run 2 waits for run 1, not for a time.
    expect(await repository.nextDue(time)).toBeUndefined()
    expect(await claim('1', 'one')).toBe(true)
    expect(await claim('1', 'other')).toBe(false)
    expect(await due()).toEqual(['3'])
    expect(await repository.nextDue(time)).toBe(later)
    await repository.store('1', 'one', 'waiting', { results: [], attempts: 1, nextAt: much })
    expect(await due()).toEqual(['3'])
    expect(await repository.nextDue(time)).toBe(much)
  })

  it('let one server take over the run of another, whose results no longer count', async () => {
    await repository.add([run('1'), run('2', { recordKey: 'things 2' })])
    await claim('1', 'one')
    await claim('2', 'one')
    await repository.revive(much, new Map([['2', true]]))
    expect(await due()).toEqual(['1'])
    expect(await claim('1', 'other', much)).toBe(true)
    const facts = { results: [], attempts: 1, endedAt: time }
    expect(await repository.store('1', 'one', 'failed', facts)).toBe(false)
    await repository.renew(['1', '2'], { owner: 'one', until: '2026-03-01T14:00:00.000Z' })
    await repository.revive(much, new Map())
    expect(await due()).toEqual([])
    expect(await repository.store('1', 'other', 'failed', facts)).toBe(true)
    expect(await repository.resend('1', { results: [], attempts: 0, nextAt: time })).toBe(true)
    expect(await repository.resend('1', { results: [], attempts: 0, nextAt: time })).toBe(false)
    expect(await due()).toEqual(['1'])
  })

  it('start a schedule once, whichever of several servers is faster', async () => {
    const trigger = { kind: 'schedule', table: '', columns: [], pattern: '0 6 * * *', timeZone: 'UTC' } as const
    const schedule: StoredAutomation = { ...automation, id: 's', trigger: { ...trigger, columns: [] }, nextAt: time }
    await repository.save(schedule, true)
    await repository.save({ ...schedule, id: 'off', active: false }, true)
    expect(await repository.nextDue(time)).toBe(time)
    const [due] = await repository.dueSchedules(time)
    expect(due).toMatchObject({ id: 's', trigger, nextAt: time })
    if (due === undefined) throw new Error('No schedule is due')
    expect(await repository.startSchedule(due, run('1', { automationId: 's' }), later)).toBe(true)
    expect(await repository.startSchedule(due, run('2', { automationId: 's' }), later)).toBe(false)
    expect((await repository.runs('s', undefined, 10)).map(({ id }) => id)).toEqual(['1'])
    expect(await repository.dueSchedules(time)).toEqual([])
    expect(await repository.nextDue(time)).toBe(later)
  })

  it('find the automation of an address, unless it is off', async () => {
    const trigger = { kind: 'webhook', table: '', columns: [] } satisfies AutomationTrigger
    await repository.save({ ...automation, id: 'w', trigger }, true)
    expect(await repository.ofHook('hash')).toBeUndefined()
    await repository.setHook('w', 'hash', time)
    expect(await repository.ofHook('hash')).toMatchObject({ id: 'w', hookHash: 'hash' })
    await repository.activate('w', false, null, time)
    expect(await repository.ofHook('hash')).toBeUndefined()
  })

  it('are asked for once, until one is changed', async () => {
    const outbox = createAutomationOutbox(store)
    expect(await outbox.watched('p')).toEqual(new Set(['things']))
    expect(await outbox.watched('quiet')).toEqual(new Set())
    statements = 0
    expect([outbox.watched('p'), outbox.watched('quiet')]).toEqual([new Set(['things']), new Set()])
    expect(statements).toBe(0)
    await repository.save({ ...automation, id: 'new', projectId: 'quiet' }, true)
    expect(await outbox.watched('quiet')).toEqual(new Set(['things']))
    await repository.remove('new')
    expect(await outbox.watched('quiet')).toEqual(new Set())
  })
})
