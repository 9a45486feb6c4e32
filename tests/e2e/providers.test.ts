import { startOidc, type TestOidc } from '@tests/helpers/oidc'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { account, createAccount, openApp, type App } from './app'
import { expectUsable } from './usable'

let oidc: TestOidc
let app: App

beforeAll(async () => {
  oidc = await startOidc()
  const { address, clientId, clientSecret } = oidc
  app = await openApp(undefined, {
    BASALT_OIDC_ADDRESS: address,
    BASALT_OIDC_CLIENT_ID: clientId,
    BASALT_OIDC_CLIENT_SECRET: clientSecret,
    BASALT_OIDC_NAME: 'Harbour ID',
  })
  await oidc.allow(`${app.origin}/auth/oidc/callback`)
  await createAccount(app)
})
afterAll(async () => {
  await app.close()
  await oidc.close()
})

async function newBrowser() {
  const context = await app.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${app.origin}/dashboard/#/user/authentication/signin`)
  return page
}

it('signs in at a provider, and links an account that has the address with its password', async () => {
  const person = { sub: 'mina', email: 'mina@harbour.example', email_verified: true, given_name: 'Mina' }
  oidc.signIn(person)
  const page = await newBrowser()
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()

  oidc.signIn({ ...person, sub: 'ada', email: account.email })
  const other = await newBrowser()
  await other.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await other.getByRole('heading', { name: 'Link your account' }).waitFor()
  await expectUsable(other)
  await other.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await other.keyboard.press('Enter')
  await other.getByText('The e-mail or the password is not right.').waitFor()
  await other.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await other.keyboard.press('Enter')
  await other.getByRole('heading', { name: 'Projects', exact: true }).waitFor()

  oidc.signIn(null)
  const third = await newBrowser()
  await third.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await third.getByText("Signing in with Harbour ID didn't work. Try again.").waitFor()
  await third.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(third.url()).hash).toBe('#/user/authentication/signin')
})
