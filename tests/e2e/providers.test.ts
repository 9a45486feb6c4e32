import { startOidc, type TestOidc } from '@tests/helpers/oidc'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { account, createAccount, openApp, openNewSample, operate, type App } from './app'
import { expectUsable } from './usable'

let oidc: TestOidc
let app: App
let token: string

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
  token = await createAccount(app)
})
beforeEach(() => operate(app, { token }, 'installationSettingsSave', { signUpClosed: false }))
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

it('joins a project by an invitation with an account of a provider, although sign-up is closed', async () => {
  const { page: admin } = app
  await operate(app, { token }, 'installationSettingsSave', { signUpClosed: true })
  const projectId = await openNewSample(app, token)
  const grace = { sub: 'grace', email: 'grace@harbour.example', email_verified: true, given_name: 'Grace' }
  const invited = (await operate(app, { token, projectId }, 'memberInvite', {
    emails: [grace.email],
    role: 'editor',
  })) as { people: { link: string }[] }
  oidc.signIn(grace)
  const context = await app.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(invited.people[0]?.link ?? '')
  await page.getByRole('heading', { name: 'Join Record Store' }).waitFor()
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor()
  await page.getByText('Record Store').waitFor()
  await admin.getByRole('button', { name: 'Team & Auth', exact: true }).click()
  await admin.getByRole('row', { name: new RegExp(grace.email) }).waitFor()
})
