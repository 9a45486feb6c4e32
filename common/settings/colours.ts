/* Colour arithmetic of the visual reference (§2). Colours are hex: `#0989FF`. */

type Channels = readonly [number, number, number]

const channelsOf = (hex: string): Channels => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16)

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns a share of a colour over another one. */
export function over(colour: string, ground: string, share: number): string {
  const below = channelsOf(ground)
  return hexOf(channelsOf(colour).map((value, at) => value * share + (below[at] ?? 0) * (1 - share)))
}

/** Hue from 0 to 6, saturation and lightness from 0 to 1. */
function toHsl(hex: string): Channels {
  const [red, green, blue] = channelsOf(hex).map((value) => value / 255) as unknown as Channels
  const max = Math.max(red, green, blue)
  const spread = max - Math.min(red, green, blue)
  const lightness = max - spread / 2
  if (spread === 0) return [0, 0, lightness]
  const hue =
    max === red
      ? ((green - blue) / spread + 6) % 6
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return [hue, spread / (1 - Math.abs(2 * lightness - 1)), lightness]
}

function fromHsl([hue, saturation, lightness]: Channels): string {
  const half = saturation * Math.min(lightness, 1 - lightness)
  const at = (offset: number): number => {
    const place = (offset + hue * 2) % 12
    return (lightness - half * Math.max(-1, Math.min(place - 3, 9 - place, 1))) * 255
  }
  return hexOf([at(0), at(8), at(4)])
}

const step = 0.005

/**
 * Moves the lightness of a colour in steps of half a percent until it fits.
 *
 * @param towards  -1 darkens, 1 lightens
 * @returns black or white if no step fits
 */
export function moved(colour: string, towards: -1 | 1, fits: (colour: string) => boolean): string {
  if (fits(colour)) return colour
  const [hue, saturation, lightness] = toHsl(colour)
  for (let next = lightness + towards * step; next > 0 && next < 1; next += towards * step) {
    const candidate = fromHsl([hue, saturation, next])
    if (fits(candidate)) return candidate
  }
  return towards === -1 ? '#000000' : '#ffffff'
}

/** Returns a colour darker by a share of itself. */
export const darker = (colour: string, share: number): string => over('#000000', colour, share)
