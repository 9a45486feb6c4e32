import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { textsOf } from '@tests/helpers/catalogue'
import { startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

const [english, german, hebrew] = (['en', 'de', 'iw'] as const).map((code) => textsOf(code))
const inLanguage = (tag: string) => ({ headers: { 'accept-language': tag } })

describe('the language of a caller', () => {
  let server: TestServer
  let mail: MailServer
  let owner: TestUser
  let projectId: string
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({ mail: mail.settings, signInAttempts: 0 })
    owner = await server.signUp('owner@example.com')
    projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    sendRequest(server.origin, path, { token: owner.token, headers })

  it('is that of errors, with the same code', async () => {
    const expected = german?.get('errors.ROUTE_NOT_FOUND')
    const answer = await ask('/nowhere', { 'accept-language': 'xx, de-CH;q=0.9, fr;q=0.8' })
    expect([answer.status, answer.error.code, answer.error.msg]).toEqual([404, 'ROUTE_NOT_FOUND', expected])
    expect(answer.headers['content-language']).toBe('de')
    // The page renders messages in its own language.
    expect(answer.error.message?.key).toBe('errors.ROUTE_NOT_FOUND')
  })

  it('is English for scripts, which name none', async () => {
    for (const headers of [{}, { 'accept-language': '*' }, { 'accept-language': 'tlh' }]) {
      const answer = await ask('/nowhere', headers as Readonly<Record<string, string>>)
      expect(answer.error.msg).toBe(english?.get('errors.ROUTE_NOT_FOUND'))
      expect(answer.headers['content-language']).toBeUndefined()
    }
  })

  it('is that of errors in reads of rows, which pass the router by', async () => {
    const path = `/nc/${projectId}/api/v1/nothing`
    const [first, second] = [await ask(path, { 'accept-language': 'he' }), await ask(path, { 'accept-language': 'he' })]
    expect(first.error.msg).toContain((hebrew?.get('errors.TABLE_NOT_FOUND') ?? '').slice(-20, -14).trim())
    expect(second.error.msg).toBe(first.error.msg)
    expect((await ask(path)).error.msg).toBe("There is no table 'nothing' in this project.")
  })

  it('is that of errors in GraphQL', async () => {
    const answer = await sendRequest(server.origin, '/nc/nothing/v1/graphql', {
      method: 'POST',
      token: owner.token,
      body: { query: '{ x }' },
      ...inLanguage('de'),
    })
    const { errors } = answer.json as { readonly errors: readonly { readonly message: string }[] }
    expect(errors[0]?.message).toBe(german?.get('errors.PROJECT_NOT_FOUND'))
  })

  it('is that of the pages of the APIs, with its direction', async () => {
    const path = `/nc/${projectId}/db/swagger`
    expect((await ask(path)).text).toContain('<html lang="en" dir="ltr">')
    const page = (await ask(path, { 'accept-language': 'he-IL' })).text
    expect(page).toContain('<html lang="he" dir="rtl">')
    expect(page).toContain(hebrew?.get('server.swaggerTitle'))
    const graphql = await ask(`/nc/${projectId}/v1/graphql`, { accept: 'text/html', 'accept-language': 'de' })
    expect(graphql.text).toContain(`>${german?.get('server.graphqlRun') ?? ''}</button>`)
  })

  it('is that of mails: the language of the page that the reader used last', async () => {
    const { headers } = inLanguage('de-DE')
    const signUp = await sendRequest(server.origin, '/auth/signup', {
      method: 'POST',
      body: { email: 'grete@example.com', password: testPassword },
      headers,
    })
    expect(signUp.status).toBe(200)
    const confirmation = await mail.mailTo('grete@example.com')
    expect(confirmation.subject).toBe(german?.get('mail.verify.subject'))
    expect(confirmation.html).toContain('<html lang="de" dir="ltr">')
    // Her own language counts, not that of the request.
    const body = { email: 'grete@example.com' }
    await sendRequest(server.origin, '/auth/password/forgot', { method: 'POST', body, ...inLanguage('ja') })
    expect((await mail.mailTo('grete@example.com', 2)).subject).toBe(german?.get('mail.reset.subject'))
  })
})
