import { coloursOf, shadesOf, type Scheme, type ThemeColours, type ThemeName } from '@common/settings'
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'

/**
 * Ten shades of the default primary (S1 §9: #0989ff). Shade 6 is the fill that carries white text (ui.md §2);
 * hex only, because Mantine cannot compute with other notations.
 */
const primaryShades: MantineColorsTuple = [
  '#E6F2FF',
  '#CCE4FF',
  '#99C9FF',
  '#63B3FF',
  '#3D9FFF',
  '#0989FF',
  '#006FD9',
  '#0062BD',
  '#004F99',
  '#003A70',
]

const errorShades: MantineColorsTuple = [
  '#FDEBEB',
  '#FBD5D5',
  '#FFB3B0',
  '#FF9C98',
  '#FF8580',
  '#DA4A50',
  '#C0272F',
  '#AD232A',
  '#8C1C22',
  '#3A1C1C',
]

const greys: MantineColorsTuple = [
  '#F8F9FA',
  '#F3F4F6',
  '#EFF1F4',
  '#E6E8EC',
  '#D2D6DD',
  '#A2A8B3',
  '#626A78',
  '#474E5A',
  '#2A303A',
  '#171A1F',
]

/** Mantine's dark scale: 0 is text, 7 the body, 4 and 5 borders. */
const darks: MantineColorsTuple = [
  '#E9EBEE',
  '#B4BAC4',
  '#8E95A1',
  '#5C636E',
  '#363B44',
  '#23272E',
  '#1D2025',
  '#16181C',
  '#121418',
  '#0E1013',
]

const scaled = (pixels: number): string => `calc(${pixels}px * var(--text))`

/** Measures of ui.md §2–§4 for every Mantine component. Our own components read `tokens.css` directly. */
const base = createTheme({
  primaryColor: 'basalt',
  primaryShade: 6,
  white: '#FFFFFF',
  black: '#171A1F',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: scaled(11), sm: scaled(12), md: scaled(13), lg: scaled(14), xl: scaled(15) },
  lineHeights: { xs: scaled(16), sm: scaled(16), md: scaled(20), lg: scaled(20), xl: scaled(24) },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '5px', md: '6px', lg: '8px', xl: '10px' },
  defaultRadius: 'md',
  shadows: { xs: 'var(--sh1)', sm: 'var(--sh1)', md: 'var(--sh2)', lg: 'var(--sh3)', xl: 'var(--sh3)' },
  focusRing: 'never', // drawn by base.css, the same everywhere
  cursorType: 'pointer',
  headings: { fontFamily: 'var(--sans)', fontWeight: '600' },
})

export interface ThemeChoice {
  readonly name: ThemeName
  readonly custom: ThemeColours
  readonly scheme: Scheme
  /** False if the user wants motion although the system reduces it. */
  readonly followsSystemMotion: boolean
}

/** Returns the theme of Mantine's components. The default palette is tuned by hand. */
export function themeOf({ name, custom, scheme, followsSystemMotion }: ThemeChoice): MantineThemeOverride {
  const { primary, error } = coloursOf(name, custom)
  const basalt = name === 'Default' ? primaryShades : tupleOf(shadesOf(primary, scheme))
  const red = name === 'Custom' ? tupleOf(shadesOf(error, scheme)) : errorShades
  return {
    ...base,
    colors: { basalt, red, gray: greys, dark: darks },
    respectReducedMotion: followsSystemMotion,
  }
}

function tupleOf(shades: readonly string[]): MantineColorsTuple {
  const at = (index: number): string => shades[index] ?? ''
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9)]
}

/** Hands our tokens to Mantine's own variables, so that both follow the same theme. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-text': 'var(--t1)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--t3)',
    '--mantine-color-placeholder': 'var(--t3)',
    '--mantine-color-anchor': 'var(--pt)',
    '--mantine-color-error': 'var(--err)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--t1)',
    '--mantine-color-default-border': 'var(--line2)',
    '--mantine-color-disabled': 'var(--hover)',
    '--mantine-color-disabled-color': 'var(--dis)',
    '--mantine-color-disabled-border': 'var(--line)',
  }
  return { variables: {}, light: shared, dark: shared }
}
