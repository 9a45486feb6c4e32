import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { readKeys } from '@tests/helpers/catalogue'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns axe's serious or worse findings on the current page, one line each. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half a megabyte: once in a document is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly !== undefined && { runOnly }),
      }),
    rules,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 300)}`).join(', ')}`,
    )
}

const keys = readKeys()

/** Returns keys that are visible on the page or name an element there: their messages weren't loaded. */
async function keysShown(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder']
    const named = document.querySelectorAll(names.map((name) => `[${name}]`).join())
    return [
      document.body.innerText,
      ...[...named].flatMap((element) => names.map((name) => element.getAttribute(name) ?? '')),
    ].join('\n')
  })
  return [...new Set(said.match(/\b[a-z]\w*(?:\.\w+)+/g))].filter((key) => keys.has(key))
}

/**
 * Expects that the current state is accessible, in the light and in the dark theme. Themes differ only in colours, so
 * the other axe rules run in one of them. Every text must be a sentence, not a message key.
 */
export async function expectUsable(page: Page): Promise<void> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const findings = await seriousFindings(page, scheme === 'dark' ? ['color-contrast'] : undefined)
    found.push(...findings.map((line) => `${scheme} ${line}`))
  }
  found.push(...(await keysShown(page)).map((key) => `${key} has no sentence`))
  expect(found).toEqual([])
}
