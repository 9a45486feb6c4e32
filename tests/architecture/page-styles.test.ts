import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectNone } from './sources'

/* Rules that cost every page, whatever it shows. */

const sheets = globSync('renderer/**/*.css').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const found = (pattern: RegExp): string[] =>
  sheets.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([rule]) => `${path}: ${rule.trim()}`))

describe('the style sheets of the page', () => {
  it('ask for no part of the whole page: each added element would match all styles anew', () => {
    expectNone(found(/(?<![.\w-])(?:body|html|:root)[^\s,{]*:has\([^{]*/g))
  })

  it('have one rule for the pseudo-elements of every element, which sizes them', () => {
    const [sizing, ...others] = found(/\*::(?:before|after)[^}]*\}/g)
    expect(sizing).toMatch(/\{\s*box-sizing: border-box;\s*\}$/)
    expectNone(others)
  })

  it('stop the motion of each pseudo-element where motion is reduced', () => {
    const moving = /([.#][^{}]*::(?:before|after))\s*\{[^}]*?(?:transition|animation):(?!\s*none)/g
    const stopped = (text: string, selector: string): boolean =>
      text
        .split("[data-motion='reduced']")
        .slice(1)
        .some((part) => part.slice(0, part.indexOf('none;')).includes(selector))
    expectNone(
      sheets.flatMap(({ path, text }) =>
        [...text.matchAll(moving)]
          .map(([, selector = '']) => selector.trim())
          .filter((selector) => !stopped(text, selector))
          .map((selector) => `${path}: ${selector}`),
      ),
    )
  })
})
