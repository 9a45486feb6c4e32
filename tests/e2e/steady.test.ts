import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account, createAccount, openApp, operate, type App } from './app'

/** Nothing jumps, nothing is covered, and every action gets feedback: checks that need a real browser. */
describe('The interface stays steady', () => {
  let app: App
  let token: string

  beforeAll(async () => {
    app = await openApp()
    token = await createAccount(app)
  })
  afterAll(() => app.close())

  it('tells that a project was opened just now', async () => {
    const { page } = app
    await page.goto(`${app.origin}/dashboard/#/project/name`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Harbour', exact: true }).waitFor()
    // The new project opens its own address a moment after its name is there.
    await page.waitForURL(/#\/nc\//)
    await page.goto(`${app.origin}/dashboard/#/projects`)
    await page.reload()
    await page.getByRole('link', { name: 'Harbour' }).click()
    await page.getByRole('button', { name: 'Harbour', exact: true }).waitFor()
    await page.getByRole('link', { name: /Basalt/ }).click()
    await page
      .getByRole('row', { name: /Harbour/ })
      .getByText('Just now')
      .waitFor()
  })

  it('keeps the fields of a connection where they are when errors come, and labels in view', async () => {
    const { page } = app
    await page.setViewportSize({ width: 1280, height: 600 })
    await page.goto(`${app.origin}/dashboard/#/project/xcdb`)
    const button = page.getByRole('button', { name: /^Test/ })
    const buttonTop = async (): Promise<number> =>
      button.evaluate((element) => element.getBoundingClientRect().top + (element.closest('main')?.scrollTop ?? 0))
    const below = await buttonTop()
    await button.click()
    await page.getByText('Fill this in.').first().waitFor()
    expect(await buttonTop()).toBe(below)
    const label = await page.locator('label', { hasText: 'Host address' }).boundingBox()
    const bar = await page.getByRole('banner').first().boundingBox()
    expect(label?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('adds a record to a table that has nothing but its key', async () => {
    const { page, origin } = app
    const { id } = (await operate(app, { token }, 'projectCreateByWebWithXCDB', { title: 'Keys' })) as { id: string }
    const columns = [{ cn: 'id', _cn: 'Id', uidt: 'ID', pk: true, ai: true, rqd: true }]
    await operate(app, { token, projectId: id }, 'tableCreate', { tn: 'keys', _tn: 'Keys', columns })
    await page.goto(`${origin}/dashboard/#/nc/${id}?name=keys&type=table&dbalias=db`)
    await page.getByRole('region', { name: 'Records of Keys', exact: true }).waitFor()
    await page.getByRole('button', { name: 'New record' }).last().click()
    await expect.poll(() => page.getByLabel('Status', { exact: true }).innerText()).toMatch(/^1 record\b/)
  })

  it('keeps the fields of the sign-in where they are when it is refused', async () => {
    const context = await app.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(`${app.origin}/dashboard/#/user/authentication/signin`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const places = async (): Promise<(number | undefined)[]> => [
      (await page.getByLabel('E-mail', { exact: true }).boundingBox())?.y,
      (await page.getByRole('textbox', { name: 'Password' }).boundingBox())?.y,
      (await page.getByRole('button', { name: 'Sign in' }).boundingBox())?.y,
    ]
    const before = await places()
    await page.getByLabel('E-mail').fill(account.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await places()).toEqual(before)
    await context.close()
  })
})
