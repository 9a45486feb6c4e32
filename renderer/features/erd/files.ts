import { token } from '@renderer/ui'
import type { PlacedDiagram } from './layout'
import type { CardLook, Paint } from './shapes'
import { svgFile, type EmbeddedFont } from './svg-file'

const paints = ['app', 'raised', 'side', 'line', 'line2', 't1', 't2', 't3', 'p', 'star', 'sunk'] as const

/** Returns the drawing as an SVG file for any program, with the page's colours and the glyphs in use. */
export async function diagramSvg(diagram: PlacedDiagram, look: CardLook, title: string) {
  const text = diagram.cards
    .map(({ table }) => table.title + table.columns.map((column) => column.title).join(''))
    .join('')
  return svgFile(diagram, {
    look,
    title,
    fonts: await fontsFor(text),
    colours: Object.fromEntries(paints.map((name) => [name, token(`--${name}`)])) as Record<Paint, string>,
  })
}

/** Maximum size of images in browsers. */
const pictureSideMax = 12_000
const picturePixelsMax = 100_000_000

/** The same as a picture, twice as fine where that is possible. */
export async function diagramPng(diagram: PlacedDiagram, look: CardLook, title: string): Promise<Blob> {
  const { svg, box } = await diagramSvg(diagram, look, title)
  const scale = Math.min(
    2,
    pictureSideMax / Math.max(box.width, box.height),
    Math.sqrt(picturePixelsMax / (box.width * box.height)),
  )
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(box.width * scale))
    canvas.height = Math.max(1, Math.round(box.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const picture = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, 'image/png'))
    if (picture === null) throw new Error('The browser made no picture')
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Returns the font files of the page that contain the given letters. */
async function fontsFor(text: string): Promise<EmbeddedFont[]> {
  const letters = new Set([...text, ...'0…'].map((letter) => letter.codePointAt(0) ?? 0))
  const family = firstFamily(token('--sans'))
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...rulesOf(sheet)])
    .filter((rule) => isFaceOf(rule, family))
  const fonts = await Promise.all(
    faces.map(async (rule): Promise<EmbeddedFont | undefined> => {
      const range = rule.style.getPropertyValue('unicode-range')
      if (rule.style.getPropertyValue('font-style') === 'italic' || !hasLetterOf(range, letters)) return undefined
      const address = /url\(["']?([^"')]+)["']?\)/.exec(rule.style.getPropertyValue('src'))?.[1]
      if (address === undefined) return undefined
      const base = rule.parentStyleSheet?.href ?? document.baseURI
      const source = await dataAddress(new URL(address, base).href)
      const weight = rule.style.getPropertyValue('font-weight') || '400'
      return source === undefined
        ? undefined
        : { family, weight, source, ...(range === '' ? {} : { unicodeRange: range }) }
    }),
  )
  return fonts.filter((font) => font !== undefined)
}

function rulesOf(sheet: CSSStyleSheet): CSSRuleList | readonly CSSRule[] {
  try {
    return sheet.cssRules
  } catch {
    // A style sheet of another origin, such as a browser extension's.
    return []
  }
}

const firstFamily = (families: string): string => (families.split(',')[0] ?? '').trim().replaceAll(/^['"]|['"]$/g, '')

const isFaceOf = (rule: CSSRule, family: string): rule is CSSFontFaceRule =>
  rule instanceof CSSFontFaceRule && firstFamily(rule.style.getPropertyValue('font-family')) === family

/** True if a unicode range such as `U+0-FF, U+131` contains one of the letters. An empty range contains all. */
export function hasLetterOf(range: string, letters: ReadonlySet<number>): boolean {
  if (range.trim() === '') return true
  return range.split(',').some((part) => {
    const [, from, to] = /^\s*U\+([0-9A-F?]+)(?:-([0-9A-F]+))?\s*$/i.exec(part) ?? []
    if (from === undefined) return false
    const first = Number.parseInt(from.replaceAll('?', '0'), 16)
    const last = Number.parseInt(to ?? from.replaceAll('?', 'F'), 16)
    return [...letters].some((letter) => letter >= first && letter <= last)
  })
}

/** Without the typeface the file is right all the same, in another one. */
async function dataAddress(url: string): Promise<string | undefined> {
  try {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return `data:font/woff2;base64,${btoa(text)}`
  } catch {
    return undefined
  }
}

/** Downloads a file in the browser. */
export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name.replaceAll(/[/\\:*?"<>|]/g, ' ')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
