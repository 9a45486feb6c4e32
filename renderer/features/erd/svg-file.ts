import { around, type Box, type PlacedDiagram } from './layout'
import { cardShapes, lineShapes, type CardLook, type Paint, type Shape } from './shapes'

/** A typeface within the file, so that it looks the same everywhere. */
export interface EmbeddedFont {
  readonly family: string
  readonly weight: string
  /** `data:font/woff2;base64,…` */
  readonly source: string
  readonly unicodeRange?: string
}

export interface SvgFileOptions {
  readonly look: CardLook
  readonly colours: Readonly<Record<Paint, string>>
  readonly fonts: readonly EmbeddedFont[]
  /** Title inside the file, visible in other programs. */
  readonly title: string
}

const margin = 32
const fallback = "system-ui, -apple-system, 'Segoe UI', sans-serif"

/** Returns the whole drawing as an SVG file. Uses only shapes, texts and colours, which any program can read. */
export function svgFile(
  { cards, lines }: PlacedDiagram,
  options: SvgFileOptions,
): { readonly svg: string; readonly box: Box } {
  const inner = around([...cards, ...lines.map(({ box }) => box)])
  const box = {
    x: Math.floor(inner.x - margin),
    y: Math.floor(inner.y - margin),
    width: Math.ceil(inner.width + margin * 2),
    height: Math.ceil(inner.height + margin * 2),
  }
  const draw = (shape: Shape): string => shapeText(shape, options.colours)
  const parts = [
    ...lines.map((line) => `<g>${lineShapes(line).map(draw).join('')}</g>`),
    ...cards.map(
      (card) =>
        `<g transform="translate(${number(card.x)} ${number(card.y)})">${cardShapes(card, options.look).map(draw).join('')}</g>`,
    ),
  ]
  const faces = options.fonts.map(
    ({ family, weight, source, unicodeRange }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};src:url(${source}) format('woff2')${
        unicodeRange === undefined ? '' : `;unicode-range:${unicodeRange}`
      }}`,
  )
  const families = [...new Set(options.fonts.map(({ family }) => `'${family}'`)), fallback].join(', ')
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" viewBox="${box.x} ${box.y} ${box.width} ${box.height}">`,
    `<title>${escaped(options.title)}</title>`,
    `<style>${faces.join('')}text{font-family:${families};unicode-bidi:plaintext}</style>`,
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${options.colours.sunk}"/>`,
    ...parts,
    '</svg>',
  ].join('\n')
  return { svg, box }
}

const number = (value: number): string => String(Math.round(value * 10) / 10)

/** Escapes a text for XML. Drops characters that XML can't hold: names of tables may contain any character. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

function shapeText(shape: Shape, colours: Readonly<Record<Paint, string>>): string {
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height, radius = 0, fill, stroke, strokeWidth = 1 } = shape
      return `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="${radius}"${paint(colours, fill, stroke, strokeWidth)}/>`
    }
    case 'path': {
      const { d, fill, stroke, strokeWidth = 1, dash, at, scale = 1 } = shape
      const place = at ? ` transform="translate(${number(at.x)} ${number(at.y)}) scale(${scale})"` : ''
      const dashes = dash === undefined ? '' : ` stroke-dasharray="${dash}"`
      return `<path d="${d}"${paint(colours, fill, stroke, strokeWidth)}${dashes}${place} stroke-linecap="round" stroke-linejoin="round"/>`
    }
    case 'text': {
      const { x, y, text, size, weight, fill, anchor } = shape
      const end = anchor === undefined ? '' : ` text-anchor="${anchor}"`
      return `<text x="${number(x)}" y="${number(y)}" font-size="${size}" font-weight="${weight}" fill="${colours[fill]}"${end}>${escaped(text)}</text>`
    }
  }
}

function paint(
  colours: Readonly<Record<Paint, string>>,
  fill: Paint | undefined,
  stroke: Paint | undefined,
  strokeWidth: number,
): string {
  const line = stroke === undefined ? '' : ` stroke="${colours[stroke]}" stroke-width="${strokeWidth}"`
  return ` fill="${fill === undefined ? 'none' : colours[fill]}"${line}`
}
