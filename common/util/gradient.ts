/** A linear gradient: the background of template cards (S2 §1, §3). */
export interface Gradient {
  /** Direction in degrees, 0–360: 0 runs upwards, 90 to the right. */
  readonly angle: number
  /** Two or more colours, `#rrggbb`, at equal distances. */
  readonly colours: readonly string[]
}

export const gradientColoursMin = 2
export const gradientColoursMax = 8
export const gradientAngleMax = 360

const colour = /^#[\da-f]{6}$/i

/** True for a colour that a gradient can have: `#0989ff`. */
export const isGradientColour = (text: string): boolean => colour.test(text)

/** `linear-gradient(90deg, #0989ff, #e8710a)`, as CSS and templates write it. */
export function gradientText({ angle, colours }: Gradient): string {
  return `linear-gradient(${angle}deg, ${colours.join(', ')})`
}

/** Parses the text of a gradient. Places of colours are dropped. Undefined for other backgrounds. */
export function parseGradient(text: string): Gradient | undefined {
  const [, degrees = '', list = ''] =
    /^\s*linear-gradient\(\s*(\d{1,3}(?:\.\d+)?)deg\s*,([^()]*)\)\s*;?\s*$/i.exec(text) ?? []
  const colours = list.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '')
  const angle = Math.round(Number(degrees))
  const isValid =
    degrees !== '' &&
    angle <= gradientAngleMax &&
    colours.length >= gradientColoursMin &&
    colours.length <= gradientColoursMax &&
    colours.every(isGradientColour)
  return isValid ? { angle, colours: colours.map((each) => each.toLowerCase()) } : undefined
}
