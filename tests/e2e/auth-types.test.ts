import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { openApp, type App } from './app'
import { usableFindings } from './usable'

const masterKey = 'correct-horse-battery-staple'

describe.skipIf(chromiumPath === undefined)('Auth types', () => {
  let app: App
  afterEach(() => app.close())

  const open = async (environment: Record<string, string>): Promise<Page> => {
    app = await openApp(undefined, environment)
    await app.page.goto(`${app.origin}/`)
    return app.page
  }

  it('opens with the master key, and makes an account for its owner', async () => {
    const page = await open({ BASALT_AUTH_TYPE: 'masterKey', BASALT_MASTER_KEY: masterKey })
    await page.getByRole('heading', { name: 'Enter the master key' }).waitFor()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Master key is required').waitFor()
    await page.getByLabel('Master key').fill('not the key')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This master key is wrong').waitFor()
    expect(await usableFindings(page)).toEqual([])
    await page.getByLabel('Master key').fill(masterKey)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Projects' }).waitFor()

    // A new project leads to the sign-up of its owner (S1 §2), and from there into itself.
    await page.getByRole('button', { name: /^Try the sample/ }).click()
    await page.getByRole('link', { name: 'Continue without an account' }).waitFor()
    expect(await usableFindings(page)).toEqual([])
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('difference engine')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: /^Account: ada@example.com/ }).waitFor()
    await page.getByRole('tab', { name: 'Tracks', exact: true, selected: true }).waitFor()

    await page.reload()
    await page.getByRole('tab', { name: 'Tracks', exact: true, selected: true }).waitFor()
    // The pages of the APIs send the key too.
    const graphql = page.waitForEvent('popup')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'GraphQL endpoint' }).click()
    await (await graphql).getByRole('button', { name: 'TracksCount', exact: true }).waitFor()
    await (await graphql).close()
    expect(app.takeComplaints()).toEqual([])
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('heading', { name: 'Enter the master key' }).waitFor()
  })

  it('opens at once without sign-in', async () => {
    const page = await open({ BASALT_AUTH_TYPE: 'none' })
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await page.getByRole('button', { name: /^Try the sample/ }).click()
    await page.getByRole('tab', { name: 'Tracks', exact: true, selected: true }).waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Sign Out' }).count()).toBe(0)
    expect(app.takeComplaints()).toEqual([])
  })
})
