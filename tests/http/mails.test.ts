import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Mails about comments and answers of forms. */

describe('mail', () => {
  let server: TestServer
  let mail: MailServer
  let owner: TestUser
  let bob: TestUser
  let projectId: string
  beforeAll(async () => {
    mail = await startMailServer()
    server = await startServer({ mail: mail.settings, baseUrl: 'https://basalt.example.com', signInAttempts: 0 })
    owner = await server.signUp('ada@example.com')
    bob = await server.signUp('bob@example.com')
    projectId = (await server.call('projectCreateSample', {}, { token: owner.token })).id
    giveRoles(server.profileFolder, projectId, { 'bob@example.com': 'editor' })
    await Promise.all([owner, bob].map(({ email }) => mail.mailTo(email)))
  })
  afterAll(async () => {
    await server.close()
    await mail.close()
  })
  const mailsTo = (email: string) => mail.mails.filter(({ to }) => [to].flat()[0]?.text === email)

  it('tells mentioned people about a comment, with a link to the record', async () => {
    const text = 'Look at <b>this</b>, @bob@example.com and @ada@example.com'
    await server.call('commentCreate', { table: 'tracks', rowId: '1', text }, { token: owner.token, projectId })
    const sent = await mail.mailTo('bob@example.com', 2)
    expect(sent.subject).toBe('ada@example.com mentioned you in Record Store')
    expect(sent.text).toContain('> Look at <b>this</b>')
    expect(sent.html).not.toContain('<b>this</b>')
    const link = new URL(linkIn(sent).replace('#/', ''))
    expect([link.origin, link.searchParams.get('name'), link.searchParams.get('record')]).toEqual([
      'https://basalt.example.com',
      'tracks',
      '1',
    ])
    // The author gets none.
    expect(mailsTo('ada@example.com')).toHaveLength(1)
  })

  it('brings each answer of a form to members who asked for it', async () => {
    const as = { token: owner.token, projectId }
    const parts = ['title', 'album_id', 'price'].map((column) => ({ kind: 'field', column }))
    const made = await server.call(
      'xcVirtualTableCreate',
      { title: 'Tell us', parent_model_title: 'tracks', show_as: 'form' as const, options: { parts } },
      as,
    )
    const id = made?.id ?? ''
    const submit = (title: string, submission: string) =>
      server.call('formSubmit', { id, answers: { title, album_id: 1, price: '1.29' }, submission }, as)
    expect(await server.call('formMailRead', { id }, as)).toEqual({ on: false, possible: true })
    for (const person of [owner, bob])
      await server.call('formMailSet', { id, on: true }, { token: person.token, projectId })
    await submit('First', 'a'.repeat(32))
    const sent = await mail.mailTo('bob@example.com', 3)
    expect(sent.subject).toBe('New answer: Tell us')
    expect(sent.text).toContain('Title: First')
    expect(sent.text).toContain('Price: 1.29')
    // A repeated submission makes neither a record nor a mail.
    await submit('First', 'a'.repeat(32))
    await server.call('formMailSet', { id, on: false }, as)
    // A person who has left the project gets no more answers.
    giveRoles(server.profileFolder, projectId, { 'bob@example.com': 'guest' })
    await submit('Second', 'b'.repeat(32))
    await server.request('/auth/password/forgot', { method: 'POST', body: { email: 'ada@example.com' } })
    await expect.poll(() => mailsTo('ada@example.com').at(-1)?.subject).toBe('Set a new password for Basalt')
    const answers = (email: string) => mailsTo(email).filter(({ subject }) => subject === 'New answer: Tell us')
    expect([answers('ada@example.com').length, answers('bob@example.com').length]).toEqual([1, 1])
  })
})
