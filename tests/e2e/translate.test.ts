import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '@tests/helpers/browser'
import { textsOf } from '@tests/helpers/catalogue'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount, openApp, type App } from './app'

/* A translator changes a sentence where it is shown. */

const german = textsOf('de')
const t = (key: string): string => german.get(key) ?? key

describe.skipIf(chromiumPath === undefined)('A translator', () => {
  let app: App
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basalt-translate-'))
    for (const code of ['en', 'de']) await cp(`locales/${code}`, join(folder, code), { recursive: true })
    app = await openApp(undefined, { BASALT_LOCALES: folder }, { context: { locale: 'de-DE' } })
    await createAccount(app)
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('turns the mode on, clicks a sentence with Alt, and sees the new text at once and in the file', async () => {
    const { page, origin } = app
    await page.goto(`${origin}/dashboard/#/projects`)
    const create = page.getByText(t('projects.builtIn'), { exact: true }).first()
    await create.waitFor()
    await page.keyboard.press('Control+,')
    const settings = page.getByRole('dialog')
    await settings.getByRole('switch', { name: t('translate.setting') }).check({ force: true })
    await settings.getByText(folder).waitFor()
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })

    // The click must not press the button, which leads to another page.
    await page.locator('html[data-translating="de"]').waitFor()
    const dialog = page.getByRole('dialog', { name: t('translate.title') })
    await create.click({ modifiers: ['Alt'] })
    await dialog.waitFor()
    expect(page.url()).toMatch(/#\/projects$/)
    await dialog.getByText('projects.builtIn', { exact: true }).first().waitFor()
    const field = dialog.getByRole('textbox', { name: t('translate.translation').replace('{language}', 'Deutsch') })
    expect(await field.inputValue()).toBe(t('projects.builtIn'))
    await field.fill('{name}')
    await dialog.getByText(t('translate.problems.unknown').replace('{part}', '{name}')).first().waitFor()
    await field.fill('Ein neues Projekt')
    await dialog.getByRole('button', { name: t('translate.save') }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByText('Ein neues Projekt', { exact: true }).first().waitFor()
    const written = JSON.parse(await readFile(join(folder, 'de', 'projects.json'), 'utf8')) as { builtIn: string }
    expect(written.builtIn).toBe('Ein neues Projekt')
    await page.reload()
    // The page was built with the earlier text; the mode shows that of the folder.
    await page.getByText('Ein neues Projekt', { exact: true }).first().waitFor()
    expect(app.complaints).toEqual([])
  })
})
