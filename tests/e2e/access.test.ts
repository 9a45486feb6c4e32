import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '@tests/helpers/browser'
import { giveRoles } from '@tests/helpers/members'
import { sendRequest, testPassword } from '@tests/helpers/request'
import { createAccount, createSample, openApp, openProject, operate, signInOn, toastWith, type App } from './app'

const member = 'eve@example.com'

/** Access rules, Meta Management and their explanation, as an owner and an editor use them in two browsers. */
describe.skipIf(chromiumPath === undefined)('Access', () => {
  let app: App
  let token: string
  let session: string
  let projectId: string

  beforeAll(async () => {
    app = await openApp({ width: 1440, height: 900 })
    token = await createAccount(app)
    const body = { email: member, password: testPassword }
    const answer = await sendRequest(app.origin, '/auth/signup', { method: 'POST', body })
    ;({ token: session } = answer.json as { readonly token: string })
  })
  beforeEach(async () => {
    projectId = await createSample(app, token)
    // Before the page reads who has access: it doesn't hear of this change.
    giveRoles(app.profile, projectId, { [member]: 'editor' })
    await openProject(app, projectId)
  })
  afterAll(() => app.close())

  /** Another browser, of the editor, with a table open. */
  const openBeside = async (): Promise<Page> => {
    const context = await app.newContext()
    await signInOn(context, app, session)
    const page = await context.newPage()
    await page.goto(`${app.origin}/dashboard/#/nc/${projectId}?name=artists&type=table&dbalias=db`)
    await page.getByRole('region', { name: 'Records of Artists' }).waitFor()
    return page
  }
  const openTab = async (name: string): Promise<void> => {
    await app.page.getByRole('button', { name, exact: true }).click()
    await app.page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
  }
  const tick = (name: string): Locator => app.page.getByRole('checkbox', { name, exact: true })
  const save = async (said: string): Promise<void> => {
    await app.page.getByRole('button', { name: 'Save access' }).click()
    await toastWith(app.page, said).waitFor()
  }
  const status = (page: Page): Locator => page.getByLabel('Status', { exact: true })

  it('shows changed rights and rules at once in another browser, until undone', { tags: ['smoke'] }, async () => {
    const { page } = app
    const beside = await openBeside()
    const field = beside.getByRole('columnheader', { name: 'Country', includeHidden: true })
    await field.waitFor({ state: 'attached' })
    await beside.getByRole('button', { name: 'New record' }).first().waitFor()
    await status(beside).getByText('60 records').waitFor()

    await openTab('Access')
    await tick('Add Artists: Editor').click()
    await page.getByRole('button', { name: 'Rules of Artists for Editor' }).click()
    const rules = page.getByRole('region', { name: 'Rules of Artists for Editor' })
    await rules.getByRole('radiogroup', { name: 'Access to Country' }).getByRole('radio', { name: 'Hidden' }).check()
    await rules.getByRole('button', { name: 'Add condition' }).click()
    await rules.getByText('Complete the condition on Name.').waitFor()
    await page.getByRole('button', { name: 'Save access' }).click()
    await page.getByRole('alert').getByText('Complete the condition on Name.').waitFor()
    await rules.getByRole('textbox', { name: 'Value' }).fill('the')
    await rules.getByText(/^\d+ of 60 records$/).waitFor()
    const left = ((await rules.getByText(/^\d+ of 60 records$/).textContent()) ?? '').split(' ')[0] ?? ''
    await page.getByText('Editor loses 1 right').waitFor()
    await save('Access saved')

    await field.waitFor({ state: 'detached' })
    await beside.getByRole('button', { name: 'New record' }).first().waitFor({ state: 'detached' })
    await status(beside).getByText(`${left} records`).waitFor()

    // The matrix now says that a rule forbids it. Without its rules, the role has its permissions again.
    expect(await tick('Add Artists: Editor').getAttribute('title')).toBe('A rule forbids this')
    await rules.getByRole('button', { name: 'Remove all rules' }).click()
    await save('Access saved')
    // A toast under the pointer stays.
    await toastWith(page, 'Access saved').last().hover()
    await field.waitFor({ state: 'attached' })
    await status(beside).getByText('60 records').waitFor()
    await toastWith(page, 'Access saved').getByRole('button', { name: 'Undo' }).last().click()
    await field.waitFor({ state: 'detached' })
    expect(app.takeComplaints().filter((each) => !each.includes('400'))).toEqual([])
  })

  it('moves between ticks by keys, and finds a table', async () => {
    const { page } = app
    await openTab('Access')
    await tick('Read Tracks: Creator').focus()
    for (const key of ['ArrowDown', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    expect(await tick('Add Artists: Creator').getAttribute('aria-checked')).toBe('false')
    await page.getByText('1 change not saved').waitFor()
    await page.getByRole('searchbox', { name: 'Find a table' }).fill('albums')
    await tick('Read Artists: Creator').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More for the role Viewer' }).click()
    await page.getByRole('menuitem', { name: 'Allow nothing' }).click()
    expect(await tick('Read Albums: Viewer').getAttribute('aria-checked')).toBe('false')
    await page.getByText('2 changes not saved').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await tick('Read Albums: Viewer').and(page.locator('[aria-checked=true]')).waitFor()
    await page.getByRole('button', { name: 'New role' }).click()
    await page.getByRole('tab', { name: 'Team & Auth', selected: true }).waitFor()
    await page.getByRole('region', { name: 'New role' }).getByRole('textbox', { name: 'Name' }).waitFor()
  })

  it('hides a table at once by Meta Management, and names the rule that hides it', async () => {
    const { page } = app
    // Opened by itself for the owner, behind the first table.
    await page.getByRole('tab', { name: 'Team & Auth', selected: false }).waitFor()
    const beside = await openBeside()
    const line = beside.getByRole('treeitem', { name: /^Albums/ })
    await line.waitFor()
    await openTab('Meta Management')
    await tick('Albums: Editor').click()
    await page.getByText('Editor loses 1 model').waitFor()
    await save('Models by role saved')
    await line.waitFor({ state: 'detached' })
    await operate(app, { token, projectId }, 'accessRulesSave', {
      table: 'artists',
      role: 'editor',
      rules: { delete: false, columns: { country: 'hidden' } },
    })

    await page.getByRole('button', { name: 'Team & Auth', exact: true }).click()
    await page.getByRole('button', { name: `Role of ${member}: Editor` }).click()
    await page.getByRole('menuitem', { name: 'See what is hidden' }).click()
    const why = page.getByRole('complementary', { name: "Why can't I see this?" })
    const albums = why.getByRole('region', { name: 'Albums' })
    await albums.getByText('Meta Management turns it off for Editor').waitFor()
    const artists = why.getByRole('region', { name: 'Artists' })
    await artists.getByRole('listitem').filter({ hasText: 'Country' }).getByText('An access rule hides it').waitFor()
    await artists.getByText('An access rule takes this from Editor').waitFor()
    await why.getByRole('region', { name: 'Actions' }).getByText('See the audit').waitFor()

    // A preview knows the same, and ends where its rule is changed.
    await page.keyboard.press('Control+Shift+B')
    await page.getByRole('menuitem', { name: 'Editor' }).click()
    const banner = page.getByRole('region', { name: 'Preview as' })
    await banner.getByRole('button', { name: "Why can't I see this?" }).click()
    await artists
      .getByRole('listitem')
      .filter({ hasText: 'Country' })
      .getByRole('button', { name: 'Open rule' })
      .click()
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Rules of Artists for Editor' }).waitFor()
  })
})
