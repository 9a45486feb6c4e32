import { createClient } from '@renderer/api/client'
import { createDataClient } from '@renderer/api/data-client'
import type { Http } from '@renderer/api/http'
import { createWriteGuard, type GuardedWrite } from '@renderer/api/write-guard'
import { operationNames, operations, writesDatabase } from '@common/operations'
import { describe, expect, it } from 'vitest'

function stand(isAllowed: boolean) {
  const asked: GuardedWrite['what'][] = []
  const sent: string[] = []
  const http = {
    json: ({ method, path }: { method: string; path: string }) => {
      sent.push(`${method} ${path}`)
      return Promise.resolve({})
    },
  } as unknown as Http
  const guard = createWriteGuard()
  guard.set(({ projectId, what }) => {
    if (projectId !== 'production') return undefined
    asked.push(what)
    return Promise.resolve(isAllowed)
  })
  return { asked, sent, guard, client: createClient(http, guard), data: createDataClient(http, undefined, guard) }
}
const drop = { table: 'jobs' } as never
const inProduction = { projectId: 'production' }

describe('the guard of writes', () => {
  it('asks before writes to the schema and to rows, and lets everything else pass', async () => {
    const { asked, sent, client, data } = stand(true)
    await client.call('tableDelete', drop, inProduction)
    await data.call('production', ['Jobs', 1], { method: 'PUT', body: {} })
    expect(asked).toEqual([
      { operation: 'tableDelete', args: drop },
      { method: 'PUT', table: 'Jobs' },
    ])
    await client.call('tableDelete', drop, { projectId: 'other' })
    await client.call('projectOpen', {}, inProduction)
    await client.call('rowsApply', { id: 'committed', changes: [] }, { ...inProduction, isAsked: true })
    await data.call('production', ['Jobs'])
    expect([asked.length, sent.length]).toEqual([2, 6])
  })

  it('sends nothing that the user refuses', async () => {
    const { sent, client, data } = stand(false)
    await expect(client.call('tableDelete', drop, inProduction)).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(data.call('production', ['Jobs'], { method: 'POST' })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(sent).toEqual([])
  })

  it('asks once about writes that belong together', async () => {
    const { asked, sent, guard, client, data } = stand(true)
    await guard.asOne('production', async () => {
      await data.call('production', ['Jobs'], { method: 'POST' })
      await guard.asOne('production', () => client.call('tableDelete', drop, inProduction))
    })
    expect([asked.length, sent.length]).toEqual([1, 2])
    await data.call('production', ['Jobs'], { method: 'POST' })
    expect(asked).toHaveLength(2)
  })

  it('knows the operations that write to the database of a project', () => {
    const names = operationNames.filter((name) => writesDatabase(operations[name]))
    expect(names).toEqual(expect.arrayContaining(['tableUpdate', 'rowsWriteBack', 'importStart', 'formSubmit']))
    for (const name of ['projectRename', 'viewSettingsSave', 'commentCreate', 'rowsPreview', 'trashList'] as const)
      expect(names).not.toContain(name)
  })
})
