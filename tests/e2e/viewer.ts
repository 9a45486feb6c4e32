import { giveRoles } from '@tests/helpers/members'
import { sendRequest } from '@tests/helpers/request'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { account, type App } from './app'

/** Opens the project as another user with the viewer role, signed in with a separate browser context. */
export async function openAsViewer(
  app: App,
  projectId: string,
  browser: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext }> {
  const person = { email: 'victor@example.com', password: account.password }
  await sendRequest(app.origin, '/auth/signup', { method: 'POST', body: person })
  giveRoles(app.profile, projectId, { [person.email]: 'viewer' })
  const context = await app.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    ...browser,
  })
  const page = await context.newPage()
  await page.goto(`${app.origin}/`)
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  return { page, context }
}
