import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright'

const folder = resolve('.cache/e2e-failures')

/** Pages of the applications that this worker has open. A setup file runs again for each test file; this module doesn't. */
export const openPages = new Set<Page>()

/** Pictures of this page are stored when a test fails, until it is closed. */
export function picture(page: Page): void {
  openPages.add(page)
  page.once('close', () => openPages.delete(page))
}

/** Stores each open page as a failed step left it: a picture, and the element with the focus. */
export async function storePictures(step: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = step.replaceAll(/[^\w.-]+/g, '-').slice(0, 120)
  for (const [at, page] of [...openPages].entries()) {
    if (page.url() === 'about:blank') continue
    const path = join(folder, `${name}-${String(at + 1)}`)
    // A page that doesn't answer must not hide the failure.
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 500)).catch(String)
    await writeFile(`${path}.txt`, `${page.url()}\nfocus: ${focus ?? 'nothing'}\n`)
    await page.screenshot({ path: `${path}.png`, timeout: 10_000 }).catch(() => undefined)
  }
}
