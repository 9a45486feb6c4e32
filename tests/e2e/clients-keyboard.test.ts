import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startGrpcServer, type TestGrpcServer } from '@tests/helpers/grpc-server'
import { createAccount, openApp, openProject, operate, stayLoaded, type App } from './app'
import { describeGrid } from './engines'

await describeGrid('The API clients by keyboard alone', (engine) => {
  let app: App
  let shop: TestGrpcServer
  let projectId: string

  beforeAll(async () => {
    shop = await startGrpcServer()
    app = stayLoaded(await openApp())
    const token = await createAccount(app)
    await operate(app, { token }, 'installationSettingsSave', { outboundHosts: [`127.0.0.1:${shop.port}`] })
    ;({ projectId } = await engine.openSample(app))
  })
  beforeEach(async () => {
    await openProject(app, projectId)
    await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  })
  afterAll(async () => {
    await app.close()
    shop.close()
  })
  afterAll(() => expect(app.complaints).toEqual([]))

  const press = (key: string): Promise<void> => app.page.keyboard.press(key)
  const open = async (name: string): Promise<Locator> => {
    await press('Control+k')
    await app.page.keyboard.type(`>Open the ${name}`)
    await app.page.getByRole('option', { name: `Open the ${name}` }).waitFor()
    await press('Enter')
    const client = app.page.getByRole('region', { name, exact: true })
    await client.waitFor()
    return client
  }
  /** Moves the focus by keys alone: to the open tab, and there to an element. */
  const keysTo = async (client: Locator, target: Locator): Promise<void> => {
    await target.waitFor()
    for (let times = 0; times < 60; times += 1) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return
      const isIn = await client.evaluate((element) => element.contains(document.activeElement))
      await press(isIn ? 'Tab' : 'F6')
    }
    throw new Error('Keys do not reach it')
  }
  const pressOn = async (client: Locator, name: string, key = 'Enter'): Promise<void> => {
    await keysTo(client, client.getByRole('button', { name, exact: true }))
    await press(key)
  }
  const fill = async (client: Locator, field: Locator, text: string): Promise<void> => {
    await keysTo(client, field)
    await press('Control+a')
    await app.page.keyboard.insertText(text)
  }

  it('send, check and store a REST request', async () => {
    const client = await open('REST client')
    await fill(client, client.getByRole('combobox', { name: 'Address' }), '{{baseUrl}}/api/v1/Artists/count')
    await press('Control+Enter')
    const response = client.getByRole('region', { name: 'Response', exact: true })
    await response.getByText('200 OK').waitFor()
    await keysTo(client, client.getByRole('tablist', { name: 'Parts of the request' }))
    await press('End')
    await press('Enter')
    await pressOn(client, 'Add check')
    await press('Control+Enter')
    await keysTo(client, response.getByRole('tablist'))
    await press('End')
    await press('Enter')
    await response.getByText('Passed').waitFor()
    await pressOn(client, 'Save')
    const dialog = app.page.getByRole('dialog', { name: 'Save request' })
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.and(app.page.locator(':focus')).waitFor()
    await press('Control+a')
    await app.page.keyboard.insertText('By keys/Count')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await client.getByRole('button', { name: 'GET Count' }).waitFor()
  })

  it('call gRPC services', async () => {
    const client = await open('gRPC client')
    await fill(client, client.getByRole('combobox', { name: 'Address' }), `127.0.0.1:${shop.port}`)
    await press('Enter')
    await keysTo(client, client.getByRole('button', { name: /^Place/ }))
    await press('Enter')
    const message = client.getByRole('textbox', { name: 'Message' })
    await fill(client, message, '{"name": "Ada"}')
    await press('Control+Enter')
    await client.getByText('0 OK').waitFor()
    await keysTo(client, client.getByRole('button', { name: /^Refuse/ }))
    await press('Enter')
    await pressOn(client, 'Call')
    await client.getByText('Out of stock').waitFor()
  })

  it('run a GraphQL request', async () => {
    const client = await open('GraphQL client')
    await keysTo(client, client.getByRole('textbox', { name: 'GraphQL' }))
    await press('Control+a')
    await app.page.keyboard.insertText('{ ArtistsCount }')
    await press('Control+Enter')
    await client.getByText('"ArtistsCount": 60').waitFor()
  })
})
