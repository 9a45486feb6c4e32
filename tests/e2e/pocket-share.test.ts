import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, openTable, type App } from './app'
import { seriousFindings } from './usable'

describe.skipIf(chromiumPath === undefined)('Share on this network', () => {
  let app: App
  let token: string

  beforeAll(async () => {
    app = await openApp()
    token = await createAccount(app)
  })
  afterAll(() => app.close())
  beforeEach(() => openNewSample(app, token))

  it('opens a view on a phone that knows the code, until it is stopped', async () => {
    const { page, newContext } = app
    await openTable(page, 'Tracks')
    await page.getByRole('button', { name: 'Share view' }).click()
    await page.getByRole('button', { name: 'Show QR code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share on this network' })
    // Tests stay on this computer.
    await dialog.getByRole('combobox', { name: 'Network' }).click()
    await page.getByRole('option', { name: /this computer only/ }).click()
    await dialog.getByRole('button', { name: 'Start sharing' }).click()
    await dialog.getByRole('img', { name: 'QR code of the address' }).waitFor()
    await dialog.getByText('No device is connected yet').waitFor()
    const address = await dialog.locator('code').innerText()
    const code = await dialog.getByRole('status', { name: 'Code' }).innerText()

    const phone = await (
      await newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    ).newPage()
    await phone.goto(`http://${address}`)
    const field = phone.getByLabel('Code')
    await field.waitFor()
    expect(await seriousFindings(phone)).toEqual([])
    await field.fill(code === '000 000' ? '111111' : '000000')
    await phone.getByRole('button', { name: 'Open' }).click()
    await phone.getByText('This code is wrong. 4 attempts are left.').waitFor()
    await field.fill(code)
    await phone.getByRole('button', { name: 'Open' }).click()
    const name = phone.getByRole('region', { name: 'Records of Tracks' }).locator('[id="glide-cell-1-0"]')
    await expect.poll(() => name.textContent()).toBe('Low Water')
    expect(await seriousFindings(phone)).toEqual([])
    expect(await phone.getByRole('link', { name: 'Login' }).count()).toBe(0)
    // A reload needs no code.
    await phone.reload()
    await expect.poll(() => name.textContent()).toBe('Low Water')

    await dialog.getByText('One device is connected').waitFor()
    await dialog.getByRole('button', { name: 'Stop now' }).click()
    await dialog.getByRole('button', { name: 'Start sharing' }).waitFor()
    await expect(phone.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED')
  })
})
