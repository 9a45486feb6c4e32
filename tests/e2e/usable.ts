import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { readKeys } from '@tests/helpers/catalogue'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Parts of the page that axe checks. */
export interface AxeScope {
  /** Rules to run; default all. */
  readonly rules?: readonly string[]
  /** Selectors of the elements to check; default the page. */
  readonly parts?: readonly string[]
}

/** The part of axe that names the impact of each rule. */
interface AxeInPage {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] }
  readonly run: (context: unknown, options: object) => Promise<AxeResults>
}

/** Returns axe's serious or worse findings on the current page, one line each. Milder rules don't run. */
export async function seriousFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // Half a megabyte: once in a document is enough.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const { violations } = await page.evaluate(({ rules, parts }) => {
    const { axe } = globalThis as unknown as { axe: AxeInPage }
    const mild = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    const chosen =
      rules === undefined
        ? { rules: Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }])) }
        : { runOnly: rules }
    return axe.run(parts === undefined ? document : { include: parts.map((part) => [part]) }, {
      resultTypes: ['violations'],
      // Only rules that don't run need style sheets and media.
      preload: false,
      ...chosen,
    })
  }, scope)
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
 * Returns what hinders users on the current state, one line each: axe in the light and in the dark theme, and message keys
 * instead of sentences. Themes differ only in colours, so the other axe rules run in one of them.
 *
 * @param parts  selectors of what axe checks; default the page
 */
export async function usableFindings(page: Page, parts?: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const findings = await seriousFindings(page, {
      ...(scheme === 'dark' && { rules: ['color-contrast'] }),
      ...(parts !== undefined && { parts }),
    })
    found.push(...findings.map((line) => `axe in ${scheme}: ${line}`))
  }
  found.push(...(await keysShown(page)).map((key) => `key: ${key} has no sentence`))
  return found
}

/** Expects that the current state is accessible, in both themes, and that every text is a sentence. */
export async function expectUsable(page: Page): Promise<void> {
  expect(await usableFindings(page)).toEqual([])
}
