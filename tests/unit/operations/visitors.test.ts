import { sight, type FindTable } from '@common/principal/sight'
import { operationNames } from '@common/operations'
import { formVisitorPrincipal, sharedViewPrincipal, type Principal } from '@common/principal'
import { parseWhere } from '@common/query/where'
import { createDocuments } from '@main/dataapi/swagger'
import { authorize } from '@main/features/auth'
import { createLive } from '@main/features/live'
import { createLegacyCalls } from '@main/http/legacy'
import { createLog } from '@main/lib/log'
import { createInvoker, type Door } from '@main/operations/invoke'
import { systemClock } from '@main/lib/clock'
import { contextOf, inRole } from '@tests/helpers/context'
import { describe, expect, it } from 'vitest'

/*
 * A visitor sees one table, through the data API or a form. All other doors name tables, rows and files freely, so they
 * are closed to visitors.
 */

const place = { projectId: 'p', shareId: 's', title: 'S', table: 'Person', columns: new Set(['name']) }
const legacyCalls = createLegacyCalls({ tables: {} } as never)
const visitors: readonly (readonly [string, Principal])[] = [
  ['a shared view', sharedViewPrincipal({ ...place, filter: parseWhere('(public,eq,1)'), download: true })],
  ['a form', formVisitorPrincipal(place)],
]

describe.each(visitors)('a visitor of %s', (_kind, principal) => {
  const reached: string[] = []
  const handlers = Object.fromEntries(operationNames.map((name) => [name, () => void reached.push(name)]))
  const invoker = createInvoker({
    handlers: handlers as never,
    legacyCalls,
    access: {} as never,
    checkEnvironment: async () => undefined,
    clock: systemClock,
    log: createLog('silent'),
    newChange: () => ({}) as never,
    trailHeaders: { proved: () => ({ depth: 0, ids: [] }) },
    validateOutput: false,
    done: () => undefined,
  })
  const inProject = [...operationNames, ...Object.keys(legacyCalls)].filter((name) => {
    const found = invoker.operation(name, 'legacy') ?? invoker.operation(name, 'ownPath')
    return found?.operation.scope === 'project' && found.operation.forVisitors !== true
  })

  it.each<Door>(['operations', 'legacy', 'ownPath', 'undo'])(
    'reaches no operation of a project through %s',
    async (door) => {
      expect(inProject.length).toBeGreaterThan(100)
      for (const name of inProject)
        await expect(invoker.invoke(name, {}, contextOf(principal), door)).rejects.toHaveProperty(
          'code',
          expect.stringMatching(/NOT_ALLOWED|OPERATION_NOT_FOUND/),
        )
      expect(reached).toEqual([])
    },
  )

  it('reads no document of the API', async () => {
    const documents = createDocuments({ authorize } as never)
    const format = { version: '3.1', convert: () => ({}) }
    const asked = { projectId: 'p', context: contextOf(principal), format, origin: 'http://localhost' }
    await expect(documents(asked)).rejects.toHaveProperty('code', 'NOT_ALLOWED')
    for (const permission of ['file.upload', 'schema.read', 'row.history', 'row.update', 'share.manage'] as const)
      expect(() => authorize(contextOf(principal), permission)).toThrow()
  })
})

describe('live events of a visitor', () => {
  const database = async () => ({ versionNow: undefined, dataVersion: async () => 1 }) as never
  const changed = (table: string) => ({
    kind: 'update' as const,
    projectId: 'p',
    table: { name: table, primaryKey: ['id'], columns: [] } as never,
    keys: [['3']],
    before: [{}],
    after: [],
    who: { kind: 'person' as const, userId: 1, email: 'ada@example.com', ip: null, origin: 'page' as const },
  })

  const table: FindTable = async (principal, _, name) =>
    sight(principal, { name, columns: [], virtualColumns: [], primaryKey: [], foreignKeys: [], indexes: [] } as never)

  it('name no row, no author and no other table', async () => {
    const live = createLive({ clock: systemClock, authorize, database, table })
    const leaving = new AbortController()
    const open = (principal: Principal) =>
      live.open({ projectId: 'p', ageMs: 0, signal: leaving.signal, recheck: async () => contextOf(principal) })
    const [, visitor] = visitors[0] ?? []
    const streams = [await open(inRole('owner')), await open(visitor as Principal)]
    for (const table of ['Other', 'Person']) live.onRows(changed(table))
    const heard = streams.map(async (stream): Promise<unknown> => {
      const { value } = await stream[Symbol.asyncIterator]().next()
      return JSON.parse(String(value))
    })
    const [owner, shared] = await Promise.all(heard)
    const all = { kind: 'rows', change: 'update', rows: 1 }
    expect(owner).toEqual([
      { ...all, table: 'Other', keys: [['3']], by: 'ada@example.com' },
      { ...all, table: 'Person', keys: [['3']], by: 'ada@example.com' },
    ])
    expect(shared).toEqual([{ ...all, table: 'Person', keys: [] }])
    leaving.abort()
    await live.close()
  })

  it('are none for a form', async () => {
    const live = createLive({ clock: systemClock, authorize, database, table })
    const recheck = async () => contextOf(visitors[1]?.[1])
    const { signal } = new AbortController()
    await expect(live.open({ projectId: 'p', ageMs: 0, signal, recheck })).rejects.toHaveProperty('code', 'NOT_ALLOWED')
  })
})
