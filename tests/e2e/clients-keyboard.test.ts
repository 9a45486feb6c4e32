import type { Locator } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAccount, openApp, openProject, stayLoaded, type App } from './app'
import { describeGrid } from './engines'

await describeGrid('The API clients by keyboard alone', (engine) => {
  let app: App
  let projectId: string

  beforeAll(async () => {
    app = stayLoaded(await openApp())
    await createAccount(app)
    ;({ projectId } = await engine.openSample(app))
  })
  beforeEach(async () => {
    await openProject(app, projectId)
    await app.page.getByRole('treeitem', { name: /^Tracks/ }).waitFor()
  })
  afterAll(() => app.close())
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

  it('run a GraphQL request', async () => {
    const client = await open('GraphQL client')
    await keysTo(client, client.getByRole('textbox', { name: 'GraphQL' }))
    await press('Control+a')
    await app.page.keyboard.insertText('{ ArtistsCount }')
    await press('Control+Enter')
    await client.getByText('"ArtistsCount": 60').waitFor()
  })
})
