import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, createAccount, openApp, type App } from './app'
import { expectUsable } from './usable'

const settingsPath = '/dashboard/#/user/settings/second-factor'
const periodMs = 30_000
let app: App
/** Browsers allow passkeys on `localhost`, not on an address of numbers. */
let site: string
let page: Page

beforeAll(async () => {
  app = await openApp()
  site = app.origin.replace('127.0.0.1', 'localhost')
  await createAccount({ ...app, origin: app.origin })
})
afterAll(() => app.close())

const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * periodMs })

async function signInWithPassword(on: Page): Promise<void> {
  await on.goto(`${site}/dashboard/#/user/authentication/signin`)
  await on.getByLabel('E-mail').fill(account.email)
  await on.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await on.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens a browser without a session. */
async function newBrowser(): Promise<Page> {
  const context = await app.newContext({ viewport: { width: 1280, height: 800 } })
  return context.newPage()
}

async function withAuthenticator(on: Page): Promise<void> {
  const devTools = await on.context().newCDPSession(on)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('second factors', () => {
  it('are added, asked for at sign-in and removed', async () => {
    page = await newBrowser()
    await signInWithPassword(page)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page.goto(`${site}${settingsPath}`)

    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await page.getByLabel('Your password').fill('not the password')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Current password is wrong').waitFor()
    await page.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    const secret = (await page.locator('code').innerText()).replaceAll(/\s/g, '')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await expectUsable(page)
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect.poll(() => codes.count()).toBe(10)
    const recovery = await codes.first().innerText()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByText('Sign-in asks for a code of your app.').waitFor()

    const other = await newBrowser()
    await signInWithPassword(other)
    await other.getByRole('heading', { name: 'One more step' }).waitFor()
    await expectUsable(other)
    await other.getByLabel('Code').fill('000000')
    await other.keyboard.press('Enter')
    await other.getByText('This code is wrong or was used already. Enter the next one.').waitFor()
    await other.getByLabel('Code').fill(codeOf(secret, 1))
    await other.keyboard.press('Enter')
    await other.getByRole('heading', { name: 'Projects' }).waitFor()

    const third = await newBrowser()
    await signInWithPassword(third)
    await third.getByRole('button', { name: 'Use a recovery code' }).click()
    await third.getByLabel('Recovery code').fill(recovery.toLowerCase())
    await third.keyboard.press('Enter')
    await third.getByRole('heading', { name: 'Projects' }).waitFor()

    await page.reload()
    await page.getByText('9 codes left').waitFor()
    await page.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByLabel('Your password').fill(account.password)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('An app on your phone shows a new code').waitFor()
    const fourth = await newBrowser()
    await signInWithPassword(fourth)
    await fourth.getByRole('heading', { name: 'Projects' }).waitFor()
  })

  it('can be a passkey, which also replaces the password', async () => {
    page = await newBrowser()
    await withAuthenticator(page)
    await signInWithPassword(page)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page.goto(`${site}${settingsPath}`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByLabel('Your password').fill(account.password)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('button', { name: 'I have stored them' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor()
    await expectUsable(page)

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/dashboard/#/user/authentication/signin`)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/dashboard/#/user/authentication/signin`)
    await page.reload()
    await signInWithPassword(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()

    await page.goto(`${site}${settingsPath}`)
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByLabel('Your password').fill(account.password)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Laptop' }).count()).toBe(0)
  })
})
