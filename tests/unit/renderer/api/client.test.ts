import { createClient, operationRequest, type CallEvent } from '@renderer/api/client'
import { dataPath } from '@renderer/api/data-client'
import { createHttp, serverRoot } from '@renderer/api/http'
import { createQueryClient, invalidateAfterCommands, operationKey } from '@renderer/api/query-client'
import { noSession } from '@renderer/api/session'
import { fakeServer, operationIn } from '@tests/helpers/fake-server'
import { QueryObserver } from '@tanstack/react-query'
import { untilItWorks } from '@tests/helpers/until'
import { describe, expect, it } from 'vitest'

describe('the request of an operation', () => {
  it('names the operation and the project in its address, and has the input as its body', () => {
    expect(operationRequest('tableRead', { table: 'Track' }, { projectId: 'music_ab12' })).toMatchObject({
      method: 'POST',
      path: '/api/v1/operations/tableRead?project=music_ab12',
      body: { table: 'Track' },
    })
    expect(operationRequest('projectList', {}).path).toBe('/api/v1/operations/projectList')
  })

  it('is its own path where it has one', () => {
    expect(operationRequest('authSignIn', { email: 'a@b.cd', password: 'x' })).toMatchObject({
      method: 'POST',
      path: '/auth/signin?tool=1',
      body: { email: 'a@b.cd', password: 'x' },
      withoutRefresh: true,
    })
    expect(operationRequest('userMe', { project_id: 'p 1' })).toMatchObject({
      method: 'GET',
      path: '/user/me?project_id=p+1',
      withoutPreview: true,
    })
    expect(operationRequest('projectApiInfo', {}, { projectId: 'a/b' })).toMatchObject({
      method: 'GET',
      path: '/nc/a%2Fb/projectApiInfo',
    })
    expect(operationRequest('authRefreshToken', {}).isRefresh).toBe(true)
  })
})

describe('the data API', () => {
  it('encodes names of tables and keys, and leaves out what is not asked', () => {
    expect(dataPath('p', ['Order lines', '3/4'], { fields: ['a', 'b'], limit: 25, where: undefined })).toBe(
      '/nc/p/api/v1/Order%20lines/3%2F4?fields=a%2Cb&limit=25',
    )
  })

  it('is below the parent of the page, wherever that is served', () => {
    expect(serverRoot('http://127.0.0.1:8080/dashboard/')).toBe('http://127.0.0.1:8080')
    expect(serverRoot('http://127.0.0.1:8080/dashboard/#/nc/x')).toBe('http://127.0.0.1:8080')
    expect(serverRoot('https://example.org/basalt/dashboard/')).toBe('https://example.org/basalt')
  })
})

describe('listeners', () => {
  it('hear how a call begins and ends', async () => {
    const { send } = fakeServer(({ path }) =>
      path.includes('projectRename') ? { status: 400, body: { msg: 'No.' } } : { body: [] },
    )
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    const heard: CallEvent[] = []
    const stop = client.onCall((event) => heard.push(event))
    await client.call('projectList', {})
    await client.call('projectRename', { title: 'x' }, { projectId: 'p' }).catch(() => undefined)
    stop()
    await client.call('projectList', {})
    expect(heard.map(({ type, call }) => [type, call.name])).toEqual([
      ['started', 'projectList'],
      ['succeeded', 'projectList'],
      ['started', 'projectRename'],
      ['failed', 'projectRename'],
    ])
  })
})

describe('a command that succeeded', () => {
  it('invalidates cached answers of its project and of no project, and leaves other projects alone', async () => {
    const { send } = fakeServer(() => ({ body: {} }))
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    const queries = createQueryClient()
    invalidateAfterCommands(client, queries)
    const mine = operationKey('tableList', {}, 'mine')
    const other = operationKey('tableList', {}, 'other')
    const list = operationKey('projectList', {})
    for (const key of [mine, other, list]) queries.setQueryData(key, 1)
    const isStale = (key: readonly unknown[]): boolean | undefined => queries.getQueryState(key)?.isInvalidated
    await client.call('tableList', {}, { projectId: 'mine' })
    expect([mine, other, list].map(isStale)).toEqual([false, false, false])
    await client.call('tableDelete', { table: 'T' }, { projectId: 'mine' })
    expect([mine, other, list].map(isStale)).toEqual([true, false, true])
  })
  it('leaves answers about other subjects fresh', async () => {
    const { send } = fakeServer(() => ({ body: {} }))
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    const queries = createQueryClient()
    invalidateAfterCommands(client, queries)
    const names = ['tableList', 'viewNameList', 'commentList', 'trashList', 'auditList'] as const
    const staleAfter = async (command: () => Promise<unknown>): Promise<string[]> => {
      for (const name of names) queries.setQueryData(operationKey(name, {}, 'mine'), 1)
      await command()
      return names.filter((name) => queries.getQueryState(operationKey(name, {}, 'mine'))?.isInvalidated === true)
    }
    const inProject = { projectId: 'mine' }
    expect(await staleAfter(() => client.call('viewLock', { table: 'T', view: '1', locked: true }, inProject))).toEqual(
      ['viewNameList', 'auditList'],
    )
    expect(await staleAfter(() => client.call('trashEmpty', {}, inProject))).toEqual(['trashList', 'auditList'])
    expect(await staleAfter(() => client.call('projectRestart', {}, inProject))).toEqual([...names])
  })

  it('never asks again about the table that it renamed or deleted', async () => {
    const { send, asked } = fakeServer(() => ({ body: [] }))
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    const queries = createQueryClient()
    invalidateAfterCommands(client, queries)
    const about = (name: 'viewList', table: string) => {
      const args = { table }
      const observer = new QueryObserver(queries, {
        queryKey: operationKey(name, args, 'mine'),
        queryFn: () => client.call(name, args, { projectId: 'mine' }),
      })
      return observer.subscribe(() => undefined)
    }
    const ends = [about('viewList', 'gone'), about('viewList', 'other')]
    await untilItWorks(() => expect(asked).toHaveLength(2))
    await untilItWorks(() => expect(queries.isFetching()).toBe(0))
    await client.call('tableRename', { table: 'gone', name: 'new' }, { projectId: 'mine' })
    await untilItWorks(() => expect(asked.length).toBeGreaterThanOrEqual(4))
    await untilItWorks(() => expect(queries.isFetching()).toBe(0))
    const again = asked.slice(3).map(({ body }) => JSON.stringify(body))
    expect(again).toHaveLength(1)
    expect(again[0]).toContain('other')
    expect(queries.getQueryState(operationKey('viewList', { table: 'gone' }, 'mine'))).toMatchObject({
      isInvalidated: true,
    })
    for (const end of ends) end()
  })

  it('never asks again about the project that it deleted', async () => {
    const { send, asked } = fakeServer(() => ({ body: [] }))
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    const queries = createQueryClient()
    invalidateAfterCommands(client, queries)
    const observe = (projectId?: string) => {
      const name = projectId === undefined ? 'projectList' : 'tableList'
      const queryFn = () => client.call(name, {}, { projectId })
      return new QueryObserver(queries, { queryKey: operationKey(name, {}, projectId), queryFn }).subscribe(() => 1)
    }
    const ends = [observe('mine'), observe()]
    await untilItWorks(() => expect(asked).toHaveLength(2))
    await untilItWorks(() => expect(queries.isFetching()).toBe(0))
    await client.call('projectDelete', {}, { projectId: 'mine' })
    await untilItWorks(() => expect(asked.length).toBeGreaterThanOrEqual(4))
    await untilItWorks(() => expect(queries.isFetching()).toBe(0))
    // A component of its page that is mounted late.
    await expect(client.call('projectOpen', {}, { projectId: 'mine' })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(asked.slice(3).map(({ path }) => path)).toEqual(['/api/v1/operations/projectList'])
    for (const end of ends) end()
  })

  it('asks about a project again whose delete was refused', async () => {
    const { send, asked } = fakeServer(({ path }) => {
      const isDelete = operationIn(path).name === 'projectDelete'
      return isDelete ? { status: 403, body: { msg: 'No', code: 'FORBIDDEN' } } : { body: [] }
    })
    const client = createClient(createHttp({ session: noSession, root: () => '', fetch: send }))
    await expect(client.call('projectDelete', {}, { projectId: 'mine' })).rejects.toMatchObject({ status: 403 })
    await client.call('projectOpen', {}, { projectId: 'mine' })
    expect(asked).toHaveLength(2)
  })
})
