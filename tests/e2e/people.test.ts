import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { linkIn, startMailServer, type MailServer } from '@tests/helpers/mail-server'
import { openApp, openProjects, type App } from './app'

const invited = 'grace@example.com'
const password = 'correct horse battery'
const newPassword = 'a better horse battery'

/** The way of a person from the invitation to a new password, by real mails. */
describe.skipIf(chromiumPath === undefined)('People', () => {
  let app: App
  let mail: MailServer
  let guest: Page

  beforeAll(async () => {
    mail = await startMailServer()
    app = await openApp()
    guest = await (await app.newContext()).newPage()
    await openProjects(app)
  })
  afterAll(async () => {
    await app.close()
    await mail.close()
  })

  async function setUpMail(): Promise<void> {
    const { page } = app
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Installation' }).click()
    await page.getByRole('heading', { name: 'Mail server' }).waitFor()
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByRole('radio', { name: 'None' }).check({ force: true })
    await page.getByLabel('Port').fill('1')
    await page.getByLabel('Sender address').fill('basalt@example.com')
    await page.getByRole('button', { name: 'Send a test mail to me' }).click()
    await page.getByText('Nothing answers at 127.0.0.1, port 1.').waitFor()
    await page.getByLabel('Port').fill(String(mail.settings.port))
    await page.getByRole('button', { name: 'Send a test mail to me' }).click()
    await page.getByText(/The mail server accepted the mail/).waitFor()
    expect((await mail.mailTo('ada@example.com')).subject).toBe('Test mail from Basalt')
    const form = page.getByRole('region', { name: 'Mail server' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('button', { name: 'Turn mail off' }).waitFor()
  }

  async function joinByInvitation(): Promise<void> {
    const { page } = app
    await page.getByRole('switch', { name: 'Only invited people can sign up' }).check({ force: true })
    await page.getByLabel('E-mail addresses').fill(invited)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('gets a mail with a link.').waitFor()
    await page.getByRole('button', { name: `Send the invitation to ${invited} again` }).waitFor()
    await guest.goto(linkIn(await mail.mailTo(invited)))
    await guest.getByRole('heading', { name: 'Join Basalt' }).waitFor()
    await guest.getByText('ada@example.com invites you to this Basalt.').waitFor()
    expect(await guest.getByLabel('E-mail').inputValue()).toBe(invited)
    await guest.getByRole('textbox', { name: 'Password' }).fill(password)
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.getByRole('heading', { name: 'Make your first project' }).waitFor()
    // The link has done its work.
    const late = await (await app.newContext()).newPage()
    await late.goto(linkIn(await mail.mailTo(invited)))
    await late.getByText(/This invitation doesn't work any more/).waitFor()
    await late.getByRole('link', { name: 'Sign in' }).waitFor()
    await page.goto(late.url())
    await page.getByRole('link', { name: 'Open your projects' }).click()
    await page.waitForURL(/#\/projects$/)
    await late.goto(`${app.origin}/dashboard/#/user/authentication/signin`)
    await late.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await late.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  }

  async function setNewPassword(): Promise<void> {
    const page = await (await app.newContext()).newPage()
    await page.goto(`${app.origin}/dashboard/#/user/authentication/signin`)
    await page.getByLabel('E-mail').fill(invited)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    // The address that was typed to sign in.
    expect(await page.getByLabel('E-mail').inputValue()).toBe(invited)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If this address has an account, a mail with a link is on its way.').waitFor()
    const link = linkIn(await mail.mailTo(invited, 2))
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByText('Strong').waitFor()
    await page.getByLabel('New password again').fill('something else')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('The two passwords are different').waitFor()
    await page.getByLabel('New password again').fill(newPassword)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Your password is changed' }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('E-mail').fill(invited)
    await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Make your first project' }).waitFor()
    // The session of the other browser has ended.
    await guest.reload()
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
    await guest.goto(link)
    await guest.getByRole('heading', { name: "This link doesn't work any more" }).waitFor()
    await guest.getByRole('button', { name: 'Send a new link' }).click()
    await guest.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  }

  it('join by mail although sign-up is closed, and set a new password by mail', { tags: ['smoke'] }, async () => {
    await setUpMail()
    await joinByInvitation()
    await setNewPassword()
  })
})
