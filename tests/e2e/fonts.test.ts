import { execFileSync } from 'node:child_process'
import { languageOf } from '@common/messages'
import { chromiumPath } from '@tests/helpers/browser'
import { textsOf } from '@tests/helpers/catalogue'
import type { CDPSession } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type App } from './app'

/* Letters that the page's own font lacks come from the system: none may be an empty box. */

/** Code, the code of fontconfig, the characters of the script, and the end of the font's name where Noto Sans CJK has a variant for it. */
const scripts = [
  ['ja', 'ja', /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu, 'JP'],
  ['ko', 'ko', /\p{sc=Hang}/gu, 'KR'],
  ['zh_CN', 'zh-cn', /\p{sc=Han}/gu, 'SC'],
  ['zh_TW', 'zh-tw', /\p{sc=Han}/gu, 'TC'],
  ['zh_HK', 'zh-hk', /\p{sc=Han}/gu, 'HK'],
  ['th', 'th', /\p{sc=Thai}/gu, undefined],
  ['iw', 'he', /\p{sc=Hebr}/gu, undefined],
] as const

/** Returns the fonts of this machine for a language. Only Linux has none by default. */
function fontsOf(language: string): string {
  if (process.platform !== 'linux') return 'the fonts of the system'
  try {
    return execFileSync('fc-list', [`:lang=${language}`, 'family'], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/**
 * Runs in the page: returns the characters that the font of the page draws as a box, like a character that no font has.
 */
function missingIn(characters: readonly string[]): string[] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 40
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no canvas')
  const draw = (text: string): string => {
    context.clearRect(0, 0, 40, 40)
    context.font = `24px ${getComputedStyle(document.documentElement).getPropertyValue('--sans')}`
    context.fillText(text, 4, 30)
    return context.getImageData(0, 0, 40, 40).data.join()
  }
  // Private use, and unassigned.
  const boxes = new Set(['\u{10FFFD}', '\u{E123}', '\u{378}'].map(draw))
  return characters.filter((character) => boxes.has(draw(character)))
}

/** Returns the fonts that draw an element. */
async function platformFonts(session: CDPSession, selector: string): Promise<string[]> {
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

describe.skipIf(chromiumPath === undefined)('The letters of a language', () => {
  let app: App
  beforeAll(async () => {
    app = await openApp()
  })
  afterAll(() => app.close())

  it.for(scripts)('%s are drawn, none as a box', async ([code, language, letters, variant], { skip }) => {
    const { tag } = languageOf(code)
    const fonts = fontsOf(language)
    if (fonts === '') {
      const reason = `This machine has no font for ${code}. On Debian, install fonts-noto-cjk and fonts-thai-tlwg.`
      console.warn(reason)
      skip(reason)
    }
    const characters = [...new Set([...textsOf(code).values()].join('').match(letters) ?? [])]
    expect(characters.length).toBeGreaterThan(20)
    const context = await app.newContext({ locale: tag.replace(/-u-.*$/, '') })
    const page = await context.newPage()
    await page.goto(`${app.origin}/dashboard/#/user/authentication/signup`)
    await page.locator('form h1, h1').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(tag)
    // A letter of no script must be found missing, or the check proves nothing.
    expect(await page.evaluate(missingIn, ['\u{10FFFC}'])).toEqual(['\u{10FFFC}'])
    expect(await page.evaluate(missingIn, characters)).toEqual([])
    if (variant !== undefined && fonts.includes(`Noto Sans CJK ${variant}`))
      expect(await platformFonts(await context.newCDPSession(page), 'h1')).toContain(`Noto Sans CJK ${variant}`)
    await context.close()
  })
})
