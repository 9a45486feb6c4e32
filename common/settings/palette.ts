import { contrast, darker, moved, over } from './colours'
import { customColours, type ColourRole, type ThemeColours, type ThemeName } from './themes'
import { defaultThemePrimary } from '@common/constants'

export type Scheme = 'light' | 'dark'

/** Colours of the default theme. Its tokens in `tokens.css` are tuned by hand. */
export const defaultColours: ThemeColours = { ...customColours, primary: defaultThemePrimary }

const primaries: Readonly<Partial<Record<ThemeName, string>>> = {
  Orange: '#e8710a',
  Strawberry: '#e0355d',
  Grapes: '#7c4ddb',
}

/** Returns the seven colours of a theme. */
export function coloursOf(name: ThemeName, custom: ThemeColours): ThemeColours {
  if (name === 'Custom') return custom
  return { ...defaultColours, primary: primaries[name] ?? defaultColours.primary }
}

/** WCAG AA: text, and marks. Text on a soft background of its own colour has a margin. */
export const textRatio = 4.5
export const markRatio = 3
const softRatio = 4.6

const white = '#ffffff'
/** `surface` and `hover` of tokens.css, and the ground of the brightest `soft`. */
const grounds = {
  light: { surface: white, hover: '#eff1f4', soft: white },
  dark: { surface: '#16181c', hover: '#23272e', soft: '#23272e' },
} as const
const softShare = { light: 0.1, dark: 0.18 } as const

/** Colours that follow from one colour (ui.md §2). */
export interface DerivedColours {
  /** Background under white text. */
  readonly fill: string
  readonly soft: string
  /** Text on `soft` and on plain backgrounds. */
  readonly text: string
  /** Lines and signs. */
  readonly mark: string
}

/** Derives the colours of a role. Text in the dark is readable on `soft` over a hovered line too. */
export function derive(colour: string, scheme: Scheme): DerivedColours {
  const { surface, hover, soft: ground } = grounds[scheme]
  const towards = scheme === 'light' ? -1 : 1
  const brightest = over(colour, ground, softShare[scheme])
  return {
    fill: moved(colour, -1, (each) => contrast(white, each) >= softRatio),
    soft: over(colour, surface, softShare[scheme]),
    text: moved(
      colour,
      towards,
      (each) => contrast(each, brightest) >= softRatio && contrast(each, hover) >= textRatio,
    ),
    mark: moved(colour, towards, (each) => contrast(each, hover) >= markRatio),
  }
}

/** A colour with an opacity in percent. */
const translucent = (colour: string, percent: number): string =>
  `${colour}${Math.round(percent * 2.55)
    .toString(16)
    .padStart(2, '0')}`

/** Tokens of each role, as in tokens.css. */
const tokensOf: Readonly<Record<ColourRole, (colour: string, scheme: Scheme) => Readonly<Record<string, string>>>> = {
  primary: (colour, scheme) => {
    const { fill, soft, text, mark } = derive(colour, scheme)
    return {
      '--p': mark,
      '--pf': fill,
      '--pf-hover': darker(fill, 0.06),
      '--pf-press': darker(fill, 0.1),
      '--pt': text,
      '--soft': soft,
      '--sel': translucent(mark, scheme === 'light' ? 9 : 17),
      '--ring': translucent(mark, scheme === 'light' ? 32 : 45),
    }
  },
  secondary: plain('--sec', '--secS'),
  accent: plain('--acc', '--accS'),
  info: plain('--info', '--infoS'),
  success: plain('--ok', '--okS'),
  warning: plain('--warn', '--warnS'),
  error: (colour, scheme) => {
    const { fill, text } = derive(colour, scheme)
    return {
      ...plain('--err', '--errS')(colour, scheme),
      '--err-ring': translucent(text, scheme === 'light' ? 22 : 26),
      '--err-fill': fill,
      '--err-fill-hover': darker(fill, 0.06),
      '--err-fill-press': darker(fill, 0.1),
    }
  },
}

function plain(text: string, soft: string) {
  return (colour: string, scheme: Scheme): Readonly<Record<string, string>> => {
    const derived = derive(colour, scheme)
    return { [text]: derived.text, [soft]: derived.soft }
  }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Returns the tokens that differ from tokens.css. Roles with the default colour keep their hand-tuned tokens. */
export function themeTokens(colours: ThemeColours, scheme: Scheme): Readonly<Record<string, string>> {
  const roles = Object.keys(tokensOf) as ColourRole[]
  return Object.assign(
    {},
    ...roles
      .filter((role) => !isSame(colours[role], defaultColours[role]))
      .map((role) => tokensOf[role](colours[role], scheme)),
  ) as Readonly<Record<string, string>>
}

/** Names of all tokens that a theme can change. */
export const themeTokenNames: readonly string[] = Object.values(tokensOf).flatMap((tokens) =>
  Object.keys(tokens(defaultColours.primary, 'light')),
)

/**
 * Returns ten shades of a colour, from its soft background to its strongest text. Shade 5 is the colour, shade 6 the
 * fill under white text.
 */
export function shadesOf(colour: string, scheme: Scheme): readonly string[] {
  const { fill, text } = derive(colour, scheme)
  const { surface } = grounds[scheme]
  const soft = softShare[scheme]
  const towards = scheme === 'light' ? '#000000' : white
  return [
    ...[soft, soft * 2, soft * 3, soft * 4, soft * 5].map((share) => over(colour, surface, share)),
    colour,
    fill,
    text,
    over(towards, text, 0.2),
    over(towards, text, 0.4),
  ].map((shade) => shade.toLowerCase())
}
