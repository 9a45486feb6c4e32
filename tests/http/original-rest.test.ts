import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngines, type OpenedEngine } from '@tests/helpers/engines'
import { createRentalTables, projectOfOriginal } from '@tests/helpers/rental'
import { startServer, type Answer, type TestServer } from '@tests/helpers/server'

const email = 'abc@g.com'
const password = '1234566778'

/** Calls of the original's REST suite, which existing scripts make too, with their own bodies. */
await describeEngines('REST calls of the original', (engine) => {
  let server: TestServer
  let opened: OpenedEngine
  let token: string
  let root: string

  const auth = (path: string, body: unknown, as?: string): Promise<Answer> =>
    server.request(path, { method: 'POST', body, ...(as !== undefined && { token: as }) })
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    server.request(`${root}/${path}`, { method, token, ...(body !== undefined && { body }) })
  const rows = async (path: string): Promise<Record<string, unknown>[]> => {
    const answer = await call('GET', path)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.json as Record<string, unknown>[]
  }

  beforeAll(async () => {
    opened = await engine.open()
    await createRentalTables(opened.database, engine)
    server = await startServer()
  })
  afterAll(async () => {
    await server.close()
    await opened.drop()
  })

  describe('an account', () => {
    it('is made with an address, and with nothing that is none', async () => {
      const made = await auth('/auth/signup', { email, password })
      expect([made.status, made.json]).toEqual([200, expect.objectContaining({ token: expect.any(String) as unknown })])
      expect((await auth('/auth/signup', { email: 'test', password })).status).toBe(400)
    })

    it('signs in with its password alone', async () => {
      const answer = await auth('/auth/signin', { email, password })
      expect(answer.status).toBe(200)
      ;({ token } = answer.json as { token: string })
      for (const wrong of [{ email: 'abc@abc.com', password }, { email, password: 'wrongPassword' }, {}])
        expect([wrong, (await auth('/auth/signin', wrong)).status]).toEqual([wrong, 400])
    })

    it('is told who it is', async () => {
      const answer = await server.request('/user/me', { token })
      expect([answer.status, answer.json]).toEqual([200, expect.objectContaining({ email })])
    })

    it('changes its password', async () => {
      const change = (currentPassword: string): Promise<Answer> =>
        auth('/user/password/change', { currentPassword, newPassword: password }, token)
      const wrong = await change('wrongPassword')
      expect([wrong.status, wrong.json]).toMatchObject([400, { msg: 'Current password is wrong' }])
      const changed = await change(password)
      expect([changed.status, changed.json]).toMatchObject([200, { msg: 'Password updated successfully' }])
    })

    it('gets the same answer to a forgotten password as an unknown address', async () => {
      const [known, unknown] = [
        await auth('/auth/password/forgot', { email }),
        await auth('/auth/password/forgot', { email: 'nonexistent@g.com' }),
      ]
      expect([known.status, known.json]).toMatchObject([200, { msg: expect.stringMatching(/./) as unknown }])
      expect([unknown.status, unknown.json]).toEqual([known.status, known.json])
    })

    it.each([
      ['auth/email/validate/someRandomValue', 'EMAIL_TOKEN_INVALID'],
      ['auth/token/validate/someRandomValue', 'RESET_TOKEN_INVALID'],
      ['auth/password/reset/someRandomValue', 'RESET_TOKEN_INVALID'],
    ])('is not changed by %s', async (path, code) => {
      const answer = await auth(`/${path}`, { password: 'anotherPassword' })
      expect([answer.status, answer.json]).toMatchObject([400, { code }])
      expect((await auth('/auth/signin', { email, password })).status).toBe(200)
    })
  })

  describe('a project of a database that is there', () => {
    beforeAll(async () => {
      const made = await auth('/dashboard', projectOfOriginal(engine, opened, 'rest'), token)
      expect([made.status, made.status === 200 ? '' : made.text]).toEqual([200, ''])
      root = `/nc/${(made.json as { id: string }).id}/api/v1`
    })

    describe('lists', () => {
      it('as many as wanted, from where it is wanted', async () => {
        const six = await rows('country?limit=6')
        expect(six).toHaveLength(6)
        const later = await rows('country?offset=1&limit=5')
        const plain = ({ country, country_id: id }: Record<string, unknown>): unknown[] => [country, id]
        expect(later.map(plain)).toEqual(six.slice(1).map(plain))
      })

      it('what a pattern finds', async () => {
        const found = await rows('country?where=(country,like,b%)')
        const names = found.map(({ country }) => String(country))
        expect(names).toEqual(['Bahrain', 'Belarus', 'Brazil'])
        expect(names.every((name) => name.toLowerCase().startsWith('b'))).toBe(true)
      })

      it('in the order wanted', async () => {
        const ids = (await rows('country?sort=-country_id')).map((row) => Number(row['country_id']))
        expect(ids).toEqual(ids.toSorted((left, right) => right - left))
        expect(ids[0]).toBe(65)
      })

      it('the fields wanted, and linked rows', async () => {
        const [first = {}] = await rows('country?fields=country,country_id')
        expect(Object.keys(first).toSorted()).toEqual(['cityList', 'country', 'country_id'])
      })
    })

    it('makes, reads, changes, finds and deletes a row', async () => {
      const id = 9999
      await call('DELETE', `country/${id}`)
      const made = await call('POST', 'country', {
        country: 'IN',
        ...(engine.dialect !== 'mssql' && { country_id: id }),
      })
      expect([made.status, made.json]).toMatchObject([200, { country: 'IN' }])
      const key = (made.json as { country_id: number }).country_id
      expect((await call('GET', 'country/1')).json).toMatchObject({ country: 'Afghanistan' })
      expect((await call('PUT', `country/${key}`, { country: 'INa' })).status).toBe(200)
      expect((await call('GET', `country/${key}`)).json).toMatchObject({ country: 'INa' })
      expect((await call('GET', 'country/1/exists')).json).toBe(true)
      expect((await call('GET', 'country/findOne?where=(country,eq,INa)')).json).toMatchObject({ country: 'INa' })
      expect((await call('DELETE', `country/${key}`)).json).toBe(1)
      expect([(await call('GET', `country/${key}`)).status, (await call('GET', `country/${key}`)).json]).toEqual([
        200,
        {},
      ])
    })

    it('is answered in another way only where docs/data-api.md says so', async () => {
      const code = async (method: string, path: string): Promise<unknown[]> => {
        const { status, json } = await call(method, path)
        return [status, (json as { code?: string }).code]
      }
      expect(await code('GET', 'country/abc')).toEqual([400, 'ROW_KEY_INVALID'])
      expect(await code('GET', 'nothing')).toEqual([404, 'TABLE_NOT_FOUND'])
      expect(await code('GET', 'country/has/nothing')).toEqual([404, 'RELATION_NOT_FOUND'])
      expect(await code('PATCH', 'country/1')).toEqual([405, 'METHOD_NOT_ALLOWED'])
      expect(await code('GET', 'country/aggregate?column_name=country_id&func=del')).toEqual([400, 'FUNCTION_INVALID'])
      const made = (await call('POST', 'country', { country: { a: [1] } })).json as { country_id: number }
      expect(made).toMatchObject({ country: '{"a":[1]}' })
      expect((await call('DELETE', `country/${made.country_id}`)).json).toBe(1)
      const bare = await server.request(`${root}/country`)
      expect([bare.status, bare.json]).toMatchObject([401, { code: 'NOT_SIGNED_IN' }])
    })

    describe('groups', () => {
      it.each([
        ['country/groupby/country?limit=5', ['count', 'country']],
        ['country/groupby/country?fields=country_id&limit=5', ['count', 'country', 'country_id']],
      ])('%s', async (path, keys) => {
        const groups = await rows(path)
        expect(groups).toHaveLength(5)
        expect(Object.keys(groups[0] ?? {}).toSorted()).toEqual(keys)
        expect(Number(groups[0]?.['count'])).toBeGreaterThan(0)
        expect(groups[0]?.['country']).toEqual(expect.any(String))
      })

      it.each([
        ['country/distinct?cn=country&limit=5', ['country']],
        ['country/distinct?cn=country&fields=country_id&limit=5', ['country', 'country_id']],
      ])('%s', async (path, keys) => {
        const groups = await rows(path)
        expect(groups).toHaveLength(5)
        expect(Object.keys(groups[0] ?? {}).toSorted()).toEqual(keys)
      })

      it('in windows', async () => {
        const windows = await rows('country/distribute?column_name=country_id&steps=1,34,50')
        expect(windows).toEqual([
          { range: '1-34', count: 34 },
          { range: '35-50', count: 16 },
        ])
      })

      it('by functions', async () => {
        const found = await rows('country/aggregate?column_name=country_id&func=sum,avg,min,max,count')
        expect(found.length).toBeLessThanOrEqual(20)
        for (const name of ['sum', 'avg', 'min', 'max', 'count']) expect(Number(found[0]?.[name])).not.toBeNaN()
      })

      it('in all', async () => {
        expect((await call('GET', 'country/count')).json).toEqual({ count: 65 })
      })
    })

    it('makes, changes and deletes many rows at once', async () => {
      const made = await call(
        'POST',
        'country/bulk',
        ['a', 'b', 'c', 'd', 'e'].map((country) => ({ country })),
      )
      expect(made.status).toBe(200)
      const ids = made.json as number[]
      expect((await call('GET', `country/${ids.at(-1)}`)).json).toMatchObject({ country: 'e' })
      const last = await rows('country?sort=-country_id&limit=5')
      const changed = await call(
        'PUT',
        'country/bulk',
        last.map(({ country, country_id: id }) => ({ country_id: id, country: `${String(country)}1` })),
      )
      expect([changed.status, changed.json]).toEqual([200, [1, 1, 1, 1, 1]])
      const deleted = await call(
        'DELETE',
        'country/bulk',
        last.map(({ country_id: id }) => ({ country_id: id })),
      )
      expect([deleted.status, deleted.json]).toEqual([200, [1, 1, 1, 1, 1]])
    })

    describe('children', () => {
      const id = '9999'
      it('come with their parents, or of one parent', async () => {
        const [first] = await rows('country/has/city')
        expect(first).toMatchObject({
          country: expect.any(String) as unknown,
          cityList: [{ city: expect.any(String) as unknown }, {}],
        })
        expect(await rows('country/1/city?limit=5')).toMatchObject([
          { city: 'A in Afghanistan' },
          { city: 'B in Afghanistan' },
        ])
      })

      it.skipIf(engine.dialect === 'mssql')('are made, read, counted, changed, found and deleted', async () => {
        await call('DELETE', `country/1/city/${id}`)
        const made = await call('POST', 'country/1/city', { city: 'testCity', city_id: id })
        expect([made.status, made.json]).toMatchObject([200, { city: 'testCity', country_id: 1 }])
        expect((await call('GET', `country/1/city/${id}`)).json).toMatchObject([{ city: 'testCity', country_id: 1 }])
        expect((await call('GET', 'country/1/city/count')).json).toEqual({ count: 3 })
        const changed = await call('PUT', `country/1/city/${id}`, { city: 'testCitya' })
        expect([changed.status, changed.json]).toEqual([200, 1])
        expect((await call('GET', `country/1/city/${id}`)).json).toMatchObject([{ city: 'testCitya', country_id: 1 }])
        expect((await call('GET', 'country/1/city/findOne?where=(city,eq,testCitya)')).json).toMatchObject({
          city: 'testCitya',
          country_id: 1,
        })
        expect((await call('GET', `country/1/city/${id}/exists`)).json).toBe(true)
        expect((await call('DELETE', `country/1/city/${id}`)).json).toBe(1)
      })

      it('bring their parent', async () => {
        const cities = await rows('city/belongs/country?limit=10')
        expect(cities).toHaveLength(10)
        expect(cities[0]).toMatchObject({ city: 'A in Afghanistan', countryRead: { country: 'Afghanistan' } })
      })
    })
  })
})
