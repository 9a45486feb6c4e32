import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { createAccount, openApp, operate, signInOn, type App } from './app'
import { expectUsable } from './usable'

describe.skipIf(chromiumPath === undefined)('The users of an installation', () => {
  let app: App
  let page: Page
  /** Browser of the user who is administered. */
  let other: Page
  let token: string
  let email: string
  let people = 0

  beforeAll(async () => {
    app = await openApp()
    page = app.page
    await createAccount(app)
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    email = `grace${(people += 1)}@example.com`
    const body = { email, password: testPassword, firstname: 'Grace', lastname: `Hopper ${people}` }
    const answer = await sendRequest(app.origin, '/auth/signup', { method: 'POST', body })
    token = (answer.json as { token: string }).token
    const context = await app.newContext()
    await signInOn(context, app, token)
    other = await context.newPage()
    await other.goto(`${app.origin}/dashboard/#/projects`)
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    await page.goto(`${app.origin}/dashboard/#/user/admin`)
    await page.getByRole('searchbox', { name: 'Find a name or an address' }).fill(`HOPPER ${people}`)
    await page.getByText('1–1 of 1 user').waitFor()
    await expectUsable(page)
    await page.getByRole('link', { name: `Grace Hopper ${people}` }).click()
    await page.getByRole('heading', { level: 1, name: `Grace Hopper ${people}` }).waitFor()
  })

  it('are suspended, which ends their work at once, and let in again', async () => {
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expectUsable(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByText(/^Suspended since/).waitFor()
    await other.reload()
    await other.getByLabel('E-mail').fill(email)
    await other.getByRole('textbox', { name: 'Password' }).fill(testPassword)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByText('This account is suspended. Ask an administrator of this Basalt.').waitFor()
    await page.getByRole('button', { name: 'Lift suspension' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).waitFor()
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })

  it('get a role and a link for a new password, and leave their projects to a new owner', async () => {
    await expectUsable(page)
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Member' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('User saved').waitFor()
    await operate(app, { token }, 'projectCreateSample', {})

    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    await page.getByRole('button', { name: 'Copy link' }).click()
    await other.goto(link)
    await other.getByLabel('New password', { exact: true }).fill('a better horse battery')
    await other.getByLabel('New password again').fill('a better horse battery')
    await other.getByRole('button', { name: 'Set password' }).click()
    await other.getByRole('heading', { name: 'Your password is changed' }).waitFor()

    await page.reload()
    await page.getByText('Only owner').waitFor()
    await page.getByRole('button', { name: 'Remove user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The user is the only owner of Record Store. The project gets a new owner.').waitFor()
    await dialog.getByRole('button', { name: 'Remove user' }).click()
    await page.getByText(`Removed ${email}`).waitFor()
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('link', { name: 'Record Store' }).first().waitFor()
    expect(app.complaints).toEqual([])
  })

  it('are not shown to others', async () => {
    await other.goto(`${app.origin}/dashboard/#/user/admin/user/1`)
    await other.getByText('Only super admins see the users of this Basalt.').waitFor()
    expect(await other.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Users' }).count()).toBe(
      0,
    )
  })
})
