import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openApp, openSampleProject, type App } from './app'

describe.skipIf(chromiumPath === undefined)('The app store', () => {
  let app: App
  let token: string
  const received: string[] = []
  const chat = createServer((request, response) => {
    received.push(request.url ?? '')
    request.resume().on('end', () => response.end('ok'))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => chat.close(resolve)))
  beforeEach(async () => {
    app = await openApp()
    token = (await openSampleProject(app)).token
    await app.page.getByRole('button', { name: 'App store', exact: true }).click()
  })
  afterEach(() => app.close())

  it('installs a chat after a real test, and never shows its address again', async () => {
    const { page, origin } = app
    const { port } = chat.address() as AddressInfo
    await sendRequest(origin, '/api/v1/operations/installationSettingsSave', {
      method: 'POST',
      token,
      body: { outboundHosts: [`127.0.0.1:${port}`] },
    })
    await page.getByRole('button', { name: /Slack/ }).click()
    const panel = page.getByRole('complementary', { name: 'Plugin Slack' })
    await panel.getByRole('button', { name: 'Install' }).click()
    await panel.getByText('Fill in Webhook address.').waitFor()
    await panel.getByRole('textbox', { name: 'Channel' }).fill('sales')
    await panel.getByRole('textbox', { name: 'Webhook address' }).fill(`http://127.0.0.1:${port}/hook`)
    await panel.getByRole('button', { name: 'Send a test message' }).click()
    await panel.getByText('Slack accepted the message.').waitFor()
    expect(received).toEqual(['/hook'])
    await panel.getByRole('button', { name: 'Install' }).click()
    await panel.getByText('Active', { exact: true }).waitFor()
    await page.getByText('Posts to 1 channel').first().waitFor()
    expect(await panel.getByRole('textbox', { name: 'Webhook address' }).inputValue()).toBe('')
    await panel.getByRole('button', { name: 'Send a test message' }).click()
    await panel.getByText('Slack accepted the message.').waitFor()
    expect(received).toEqual(['/hook', '/hook'])

    await panel.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('radio', { name: 'Active 0' }).waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('radio', { name: 'Installed 0' }).waitFor({ state: 'attached' })
    await panel.getByRole('button', { name: 'Close the plugin' }).click()
    expect(app.takeComplaints()).toEqual([])
  })

  it('moves the attachments to a storage, by keyboard', async () => {
    const { page, profile } = app
    await page.getByRole('searchbox', { name: 'Find a plugin' }).fill('folder')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /Folder/ }).press('Enter')
    const panel = page.getByRole('complementary', { name: 'Plugin Folder' })
    await panel.getByRole('textbox', { name: 'Folder' }).fill('files')
    await panel.getByRole('button', { name: 'Test the storage' }).press('Enter')
    await panel.getByText("Folder has a value that can't be used. Enter one such as /mnt/files.").waitFor()
    await panel.getByRole('textbox', { name: 'Folder' }).fill(join(profile, 'files'))
    await panel.getByRole('button', { name: 'Test the storage' }).press('Enter')
    await panel.getByText('Folder wrote, read, listed and deleted a test file.').waitFor()
    await panel.getByRole('textbox', { name: 'Folder' }).press('Enter')
    await panel.getByText('Active', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Move \d+ files to Folder$/ }).press('Enter')
    await page.getByText(/^Moved \d+ files to Folder$/).waitFor()
    const [project = ''] = await readdir(join(profile, 'files', 'attachments'))
    expect((await readdir(join(profile, 'files', 'attachments', project))).length).toBeGreaterThan(100)
    expect(await readdir(join(profile, 'attachments', project))).toEqual([])
    expect(app.takeComplaints()).toEqual([])
  })
})
