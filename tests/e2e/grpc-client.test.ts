import { ordersProto, startGrpcServer, typesProto, type TestGrpcServer } from '@tests/helpers/grpc-server'
import { sendRequest } from '@tests/helpers/request'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, openApp, type App } from './app'

let app: App
let shop: TestGrpcServer
beforeAll(async () => {
  shop = await startGrpcServer()
  app = await openApp()
})
afterAll(async () => {
  await app.close()
  shop.close()
})
afterAll(() => expect(app.complaints).toEqual([]))

it('calls the own service, and streams both ways with another server, by keyboard and mouse', async () => {
  const { page } = app
  const token = await createAccount(app)
  await page.goto(`${app.origin}/dashboard/#/project/name`)
  await page.getByRole('textbox').first().fill('Music')
  await page.getByRole('radio', { name: 'gRPC' }).check({ force: true })
  await page.keyboard.press('Enter')

  // A project of this type begins with its client.
  const client = page.getByRole('region', { name: 'gRPC client' })
  await client.waitFor()
  expect(await client.getByRole('combobox', { name: 'Address' }).inputValue()).toBe('{{grpcAddress}}')
  const allowed = await sendRequest(app.origin, '/api/v1/operations/installationSettingsSave', {
    method: 'POST',
    token,
    body: { outboundHosts: [`127.0.0.1:${shop.port}`] },
  })
  expect(allowed.status).toBe(200)
  await client.getByRole('button', { name: 'Count', exact: true }).click()
  const editor = client.getByRole('textbox', { name: 'Message' })
  const write = async (text: string): Promise<void> => {
    await editor.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(text)
  }
  await write('{"table": "Gone"}')
  await page.keyboard.press('Control+Enter')
  await client.getByText('5 NOT_FOUND').waitFor()

  const address = client.getByRole('combobox', { name: 'Address' })
  await address.fill(`127.0.0.1:${shop.port}`)
  await address.press('Enter')
  await client.getByRole('button', { name: /^Chat/ }).click()
  await write('{"nam": 1}')
  await client.locator('.cm-lintRange-error').first().waitFor()
  await write('{')
  await page.keyboard.type('"na')
  await page.getByRole('option', { name: /^name/ }).click()
  await page.keyboard.type('"Ada"')
  await client.getByRole('button', { name: 'Call', exact: true }).click()
  await client.getByText('Hello Ada').waitFor()
  await client.getByRole('button', { name: 'Send message' }).click()
  await client.getByText('2 messages received').waitFor()
  await client.getByRole('button', { name: 'Finish sending' }).click()
  await client.getByText('0 OK').waitFor()

  await client.locator('input[type=file]').setInputFiles(
    Object.entries({ 'orders.proto': ordersProto, 'types.proto': typesProto }).map(([name, text]) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })),
  )
  await client.getByText('From 2 .proto files').waitFor()
  await client.getByRole('button', { name: /^Refuse/ }).click()
  await client.getByRole('button', { name: 'Call', exact: true }).click()
  await client.getByText('Out of stock').waitFor()

  await page.reload()
  await client.getByText('From 2 .proto files').waitFor()
  await client.getByRole('radio', { name: 'History' }).check({ force: true })
  await client.getByRole('button', { name: /Chat/ }).first().click()
  expect(await editor.textContent()).toContain('Ada')
})
