import type { Page } from 'playwright'

/** Pages of the applications that this worker has open. A setup file runs again for each test file; this module doesn't. */
export const openPages = new Set<Page>()

/** Pictures of this page are stored when a test fails, until it is closed. */
export function picture(page: Page): void {
  openPages.add(page)
  page.once('close', () => openPages.delete(page))
}
