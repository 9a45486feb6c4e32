import type { Plugin } from 'vite'

const ownStyles = /\/renderer\/(?!node_modules).*\.css$/
/** `font-size: 13px`, `line-height: 20px`. */
const size = /(?<=(?:^|[\s;{])(?:font-size|line-height):\s*)([\d.]+)px/g
/** `font: 400 13px / 20px var(--sans)`. */
const shorthand = /(?<=(?:^|[\s;{])font:\s*)([^;}]+)/g

const scaled = (pixels: string): string => `calc(${pixels}px*var(--text))`

/** Multiplies the sizes of text in a style sheet by the font size of the settings. */
export function scaleText(css: string): string {
  return css
    .replace(size, (_all, pixels: string) => scaled(pixels))
    .replace(shorthand, (value: string) => value.replace(/([\d.]+)px/g, (_all, pixels: string) => scaled(pixels)))
}

/** Our style sheets name the sizes of the visual reference; the page shows them in the chosen font size. */
export function scaledText(): Plugin {
  return {
    name: 'scaled-text',
    enforce: 'pre',
    transform: (code, id) => (ownStyles.test(id) ? { code: scaleText(code), map: null } : undefined),
  }
}
