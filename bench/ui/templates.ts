import type { Page } from 'playwright'
import type { Finding } from '../report'
import { atMost } from './figures'

/** Longest way from the gallery to the first edited row of a template project (S2 §1), in milliseconds. */
const mostMs = 10_000

/** Measures from the open gallery to the first edited row of a new project, as a user goes. */
export async function templates({
  page,
  origin,
}: {
  readonly page: Page
  readonly origin: string
}): Promise<Finding[]> {
  await page.goto(`${origin}/dashboard/#/project/templates`)
  const card = page.locator('[data-template="crm"]')
  await card.waitFor()
  const startedMs = performance.now()
  await card.click()
  await page.getByRole('button', { name: 'Use template' }).click()
  await page.getByRole('menuitem', { name: 'Create REST Project' }).click()
  // The focus goes to the first cell, and keys typed before wait for it.
  await page.waitForURL(/#\/nc\/sales_crm_/)
  await page.locator('[id="glide-cell-1-0"]').waitFor({ state: 'attached', timeout: 60_000 })
  await page.keyboard.type('First deal')
  await page.keyboard.press('Enter')
  await page.getByLabel('Status', { exact: true }).filter({ hasText: /Saved/ }).waitFor()
  return [atMost('gallery of templates to the first edited row', 'ms', performance.now() - startedMs, mostMs)]
}
