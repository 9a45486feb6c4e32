import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromiumPath } from '@tests/helpers/browser'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, openSampleProject, type App } from './app'

describe.skipIf(chromiumPath === undefined)('The app store', () => {
  let app: App
  const received: string[] = []
  const chat = createServer((request, response) => {
    received.push(request.url ?? '')
    request.resume().on('end', () => response.end('ok'))
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve))
    app = await openApp()
  })
  afterAll(async () => {
    await app.close()
    await new Promise((resolve) => chat.close(resolve))
  })

  it('installs a chat after a real test, and never shows its address again', async () => {
    const { page, origin } = app
    const { token } = await openSampleProject(app)
    const { port } = chat.address() as AddressInfo
    await sendRequest(origin, '/api/v1/operations/installationSettingsSave', {
      method: 'POST',
      token,
      body: { outboundHosts: [`127.0.0.1:${port}`] },
    })
    await page.getByRole('button', { name: 'App store', exact: true }).click()
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
    expect(app.takeComplaints()).toEqual([])
  })
})
