import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { createAccount, openApp, openNewSample, type App } from './app'

/** Moves a project as a file, by mouse and keyboard. */
describe.skipIf(chromiumPath === undefined)('Metadata files', () => {
  let app: App
  let folder: string
  let token: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-metadata-'))
    app = await openApp()
    token = await createAccount(app)
  })
  beforeEach(() => openNewSample(app, token))
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('shows the facts of a project, and copies one or all', async () => {
    const { page } = app
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Project info' }).click()
    await page.getByRole('button', { name: 'Copy tableCount' }).click()
    await page.getByText('Copied project info to clipboard').waitFor()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    expect(await clipboard()).toMatch(/^tableCount: \d+$/)
    await page.getByRole('button', { name: 'Copy all' }).click()
    await expect.poll(clipboard).toMatch(/^projectId: /)
    const facts = await clipboard()
    for (const name of [
      'projectName',
      'type',
      'authType',
      'version',
      'env',
      'firstUser',
      'relationCount',
      'rest',
      'swagger',
    ])
      expect(facts).toMatch(new RegExp(`^${name}: .`, 'm'))
  })

  it('are exported, cleared, imported and dropped', async () => {
    const { page } = app
    const chosen = async (item: RegExp): Promise<void> => {
      await page.getByRole('button', { name: 'Export, import and clear metadata' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.getByRole('button', { name: /^Project metadata/ }).click()
    const download = page.waitForEvent('download')
    await chosen(/^Export metadata Tables/)
    const saved = await download
    expect(saved.suggestedFilename()).toBe('basalt-metadata.zip')
    const path = join(folder, 'basalt-metadata.zip')
    await saved.saveAs(path)

    await chosen(/^Clear metadata/)
    await page.getByRole('dialog').getByRole('button', { name: 'Clear metadata' }).click()
    await page.getByText(/^The metadata was cleared/).waitFor()
    await page.getByRole('treeitem', { name: /^albums/ }).waitFor()

    const choosing = page.waitForEvent('filechooser')
    await chosen(/^Import a metadata file/)
    await (await choosing).setFiles(path)
    await page.getByRole('treeitem', { name: /^Albums/ }).waitFor()

    const bytes = [...(await readFile(path))]
    const dataTransfer = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(content)], 'basalt-metadata.zip'))
      return transfer
    }, bytes)
    const before = page.url()
    for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer })
    await page.getByText(/^Imported project/).waitFor()
    expect(page.url()).not.toBe(before)
    await page.getByRole('treeitem', { name: /^Albums/ }).waitFor()
  })
})
