import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest, testPassword, type Answer } from '@tests/helpers/request'
import { createAccount, openApp, openNewSample, operate, signInOn, stayLoaded, type App } from './app'

const invited = 'grace@example.com'

/** Team & Auth and the Share dialog, as two people in two browsers use them. */
describe.skipIf(chromiumPath === undefined)('Team & Auth', () => {
  let app: App
  let token: string
  let projectId: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    token = await createAccount(app)
  })
  beforeEach(async () => {
    projectId = await openNewSample(app, token)
  })
  afterAll(() => app.close())

  const signUp = async (email: string, invitation?: string): Promise<string> => {
    const body = { email, password: testPassword, ...(invitation !== undefined && { token: invitation }) }
    const answer = await sendRequest(app.origin, '/auth/signup', { method: 'POST', body })
    return (answer.json as { readonly token: string }).token
  }
  const openTeam = async (part: RegExp): Promise<void> => {
    await app.page.getByRole('button', { name: 'Team & Auth', exact: true }).click()
    await app.page.getByRole('tablist', { name: 'Parts of Team & Auth' }).getByRole('tab', { name: part }).click()
  }
  /** Another browser of a person, with a table of the project open. */
  const openBeside = async (session: string): Promise<Page> => {
    const context = await app.newContext()
    await signInOn(context, app, session)
    const page = await context.newPage()
    await page.goto(`${app.origin}/dashboard/#/nc/${projectId}?name=artists&type=table&dbalias=db`)
    await page.getByRole('region', { name: 'Records of Artists' }).waitFor()
    return page
  }

  it('invites a person, whose role changes at once in the other browser', { tags: ['smoke'] }, async () => {
    const { page } = app
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Record Store' })
    const field = dialog.getByRole('textbox', { name: 'Invite by e-mail' })
    await field.fill('nobody ')
    await dialog.getByRole('button', { name: 'Send invite' }).click()
    await dialog.getByText("nobody isn't an e-mail address. Correct or remove it.").waitFor()
    await dialog.getByRole('button', { name: 'Remove nobody' }).click()
    await field.fill(`${invited},`)
    await field.press('Enter')
    // There is no mail server, so the link is there to pass on.
    const link = (await dialog.getByText(/user\/authentication\/signup\//).textContent()) ?? ''
    const session = await signUp(invited, /[0-9a-f]{64}$/.exec(link)?.[0])
    await dialog.getByRole('button', { name: 'Done' }).click()

    await openTeam(/^Users/)
    const row = page.getByRole('row', { name: new RegExp(invited) })
    await row.getByText('Active now').waitFor()
    const beside = await openBeside(session)
    await beside.getByRole('button', { name: 'New record' }).first().waitFor()
    await row.getByRole('button', { name: /^Role of/ }).click()
    await page.getByRole('menuitem', { name: /^Viewer/ }).click()
    await page.getByText(`${invited} has the role Viewer now`).waitFor()
    await beside.getByRole('button', { name: 'New record' }).first().waitFor({ state: 'detached' })
    expect(await beside.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)

    await row.getByRole('button', { name: /^Role of/ }).click()
    await page.getByRole('menuitem', { name: 'Remove from Record Store' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await beside.getByText('You no longer have access to Record Store').waitFor()
    await beside.waitForURL(/#\/projects$/)
  })

  it('creates an API token that a script uses until it is deleted', async () => {
    const { page } = app
    await openTeam(/^API tokens/)
    await page.getByRole('button', { name: 'New token' }).click()
    const form = page.getByRole('dialog', { name: 'New API token' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
    await form.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Viewer' }).click()
    await form.getByRole('button', { name: 'Create token' }).click()
    const made = page.getByRole('dialog', { name: 'Token Nightly export' })
    const value = await made.getByRole('textbox', { name: 'Token' }).inputValue()
    await made.getByRole('button', { name: 'Copy' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
    await made.getByRole('button', { name: 'Done' }).click()

    const call = (method: string, body?: unknown): Promise<Answer> =>
      sendRequest(app.origin, `/nc/${projectId}/api/v1/Artists?limit=1`, {
        method,
        headers: { 'xc-token': value },
        ...(body !== undefined && { body }),
      })
    expect([(await call('GET')).status, (await call('POST', { Name: 'New' })).status]).toEqual([200, 403])
    expect(await page.getByText(value).count()).toBe(0)
    await page.getByRole('button', { name: 'More for Nightly export' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No API tokens' }).or(page.getByText('No API tokens')).waitFor()
    expect((await call('GET')).status).toBe(401)
    expect(app.complaints).toEqual([])
  })

  it('makes a role of permissions, which a member then has', async () => {
    const { page } = app
    const session = await signUp('clerk@example.com')
    await operate(app, { token, projectId }, 'memberInvite', { emails: ['clerk@example.com'], role: 'viewer' })
    await openTeam(/^Roles/)
    await page.getByRole('button', { name: /^Viewer/ }).click()
    await page.getByRole('button', { name: 'Copy as new role' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop clerk')
    await page.getByRole('checkbox', { name: 'Add records' }).check({ force: true })
    await page.getByRole('button', { name: 'Create role' }).click()
    await page.getByText('Saved the role Shop clerk').waitFor()
    await page.getByRole('tab', { name: /^Users/ }).click()
    await page.getByRole('button', { name: 'Role of clerk@example.com: Viewer' }).click()
    await page.getByRole('menuitem', { name: /^Shop clerk/ }).click()
    await page.getByRole('button', { name: 'Role of clerk@example.com: Shop clerk' }).waitFor()
    const create = await sendRequest(app.origin, `/nc/${projectId}/api/v1/Artists`, {
      method: 'POST',
      token: session,
      body: { Name: 'Sold today' },
    })
    expect(create.status).toBe(200)
    await page.getByRole('tab', { name: /^Roles/ }).click()
    await page.getByRole('button', { name: /^Shop clerk/ }).click()
    await page.getByRole('button', { name: 'Delete role' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete role' }).click()
    await page.getByText('Deleted the role Shop clerk').waitFor()
    await page.getByRole('tab', { name: /^Users/ }).click()
    await page.getByRole('button', { name: 'Role of clerk@example.com: Viewer' }).waitFor()
  })
})
