import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { readKeys } from '@tests/helpers/catalogue'
import { faintTexts, type Finding } from './contrast'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Limits what axe checks. */
export interface AxeScope {
  /** True to check the contrast of texts alone. */
  readonly contrastOnly?: boolean
  /** Selectors of the elements to check; default the page. */
  readonly parts?: readonly string[]
}

interface AxeInPage {
  readonly axe: {
    /** The part of axe that names the impact of each rule. */
    readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact?: string }[] }
    readonly run: (context: unknown, options: object) => Promise<AxeResults>
  }
  /** Markup without findings, with the classes around it. */
  soundMarkup?: Set<string>
}

/** Returns axe's serious or worse findings on the current page, one line each. Milder rules don't run. */
export async function seriousFindings(page: Page, { contrastOnly = false, parts }: AxeScope = {}): Promise<string[]> {
  const structure = contrastOnly ? [] : await structureFindings(page, parts)
  const violations = [...structure, ...(await faintTexts(page, () => loadAxe(page), parts))]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 300)}`).join(', ')}`,
    )
}

/** Half a megabyte: once in a document is enough. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
}

/** Runs all rules but contrast, on what is new: parts with the same markup as before in the same place were sound. */
async function structureFindings(page: Page, parts: readonly string[] | undefined): Promise<Finding[]> {
  await loadAxe(page)
  return page.evaluate(async (selectors) => {
    const shared = globalThis as unknown as AxeInPage
    const { axe } = shared
    const sound = (shared.soundMarkup ??= new Set())
    /** Smaller parts are checked with what is around them. */
    const smallest = 2_000
    const known: Element[] = []
    const fresh: string[] = []
    const visit = (element: Element, around: string): void => {
      for (const child of element.children) {
        const markup = child.outerHTML
        if (markup.length < smallest) continue
        const place = `${around}<${element.tagName}.${element.getAttribute('class') ?? ''}`
        if (sound.has(`${place}\n${markup}`)) known.push(child)
        else {
          fresh.push(`${place}\n${markup}`)
          visit(child, place)
        }
      }
    }
    const roots = selectors === undefined ? [document.body] : document.querySelectorAll(selectors.join())
    for (const root of roots) visit(root, '')
    const offRules = axe._audit.rules.filter(
      ({ id, impact }) => id === 'color-contrast' || impact === 'minor' || impact === 'moderate',
    )
    const include = selectors === undefined ? [document.documentElement] : selectors.map((part) => [part])
    const { violations } = await axe.run(
      { include, exclude: known },
      {
        resultTypes: ['violations'],
        rules: Object.fromEntries(offRules.map(({ id }) => [id, { enabled: false }])),
        // Only rules that don't run need style sheets and media.
        preload: false,
      },
    )
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    if (serious.length === 0) for (const markup of fresh) sound.add(markup)
    return violations
  }, parts)
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
      contrastOnly: scheme === 'dark',
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
