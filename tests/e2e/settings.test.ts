import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { openApp, signInOn, type App } from './app'
import { expectUsable } from './usable'

const newPassword = 'a better horse battery'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

describe.skipIf(chromiumPath === undefined)('Settings', () => {
  let app: App
  let mail: MailServer
  let page: Page
  let email: string
  let people = 0

  beforeAll(async () => {
    mail = await startMailServer()
    const { host, port, security } = mail.settings
    app = await openApp(undefined, {
      BASALT_SMTP_HOST: host,
      BASALT_SMTP_PORT: String(port),
      BASALT_SMTP_SECURITY: security,
      BASALT_SMTP_SENDER: 'basalt@example.com',
    })
  })
  afterAll(async () => {
    await app.close()
    await mail.close()
  })

  /** A new person in a browser of their own. */
  beforeEach(async () => {
    email = `person${(people += 1)}@example.com`
    page = await signedIn('/auth/signup')
  })

  async function signedIn(path: string, options: { readonly userAgent?: string } = {}): Promise<Page> {
    const body = { email, password: testPassword }
    const answer = await sendRequest(app.origin, path, { method: 'POST', body })
    expect(answer.status).toBe(200)
    const context = await app.newContext(options)
    await signInOn(context, app, (answer.json as { token: string }).token)
    return context.newPage()
  }

  const open = async (name: string, title: string): Promise<void> => {
    await page.goto(`${app.origin}/dashboard/#/user/settings/${name}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }

  it('change name and picture, which the account menu shows, and confirm the address by mail', async () => {
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: /^Account/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Ada Lovelace').waitFor()
    await page.reload()
    await page.getByText('Ada Lovelace').waitFor()
    await expectUsable(page)

    await page.getByRole('button', { name: 'Send a confirmation mail' }).click()
    await page.getByText(`A mail with a link is on its way to ${email}.`).waitFor()
    const link = linkIn(await mail.mailTo(email, 2))
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
    await open('profile', 'Profile')
    await page.getByText('Confirmed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Send a confirmation mail' }).count()).toBe(0)

    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Picture' }).click()
    const picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 400
      canvas.height = 300
      canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    const input = page.getByLabel('Choose a picture')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.getByText('notes.txt is no picture that this browser can open.').waitFor()
    await input.setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') })
    await page.getByRole('slider', { name: 'Part of the picture' }).press('ArrowLeft')
    await page.getByRole('slider', { name: 'Zoom' }).fill('2')
    await page.getByRole('button', { name: 'Save picture' }).click()
    const account = page.getByRole('button', { name: /^Account/ }).locator('img')
    await account.waitFor()
    await page.reload()
    await account.waitFor()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await account.waitFor({ state: 'detached' })
  })

  it('end the session of another browser, then all', async () => {
    const other = await signedIn('/auth/signin', { userAgent: phone })
    await other.goto(`${app.origin}/dashboard/#/user/settings/accounts`)
    await other.getByText('This session').waitFor()
    await open('accounts', 'Sessions and accounts')
    const list = page.getByRole('list', { name: 'Sessions' })
    await list.getByText('Safari on iPhone').waitFor()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
    await list.getByText('Safari on iPhone').waitFor({ state: 'detached' })
    await other.reload()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()

    await signedIn('/auth/signin')
    await page.reload()
    await page.getByRole('button', { name: 'Sign out all other sessions' }).click()
    await page.getByRole('button', { name: 'Sign out all other sessions' }).waitFor({ state: 'detached' })
    expect(await list.getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('change the password, which ends the session of another browser', async () => {
    const other = await signedIn('/auth/signin')
    await other.goto(`${app.origin}/dashboard/#/projects`)
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
    await open('password', 'Password')
    const change = page.getByRole('button', { name: 'Change password' })
    await change.click()
    await page.getByText('Enter your current password').waitFor()
    await page.getByText('Password is required').waitFor()
    await expectUsable(page)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('New password again').fill(newPassword)
    await change.click()
    await page.getByText('Current password is wrong').waitFor()
    await page.getByLabel('Current password').fill(testPassword)
    await change.click()
    await page.getByText('Your password is changed. Your other sessions have ended.').waitFor()
    await other.reload()
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    await other.getByLabel('E-mail').fill(email)
    await other.getByRole('textbox', { name: 'Password' }).fill(newPassword)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  })
})
