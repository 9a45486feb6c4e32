import { customThemePrimary } from '@common/constants'
import { z } from 'zod'

/** Palettes (S2 §3), and the seven colours of the user. */
export const themeNames = ['Default', 'Orange', 'Strawberry', 'Grapes', 'Custom'] as const
export type ThemeName = (typeof themeNames)[number]

/** Roles of a custom theme (S1 §2). */
export const colourRoles = ['primary', 'secondary', 'accent', 'info', 'success', 'warning', 'error'] as const
export type ColourRole = (typeof colourRoles)[number]

const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)

export const themeColours = z.strictObject({
  primary: colour,
  secondary: colour,
  accent: colour,
  info: colour,
  success: colour,
  warning: colour,
  error: colour,
})
export type ThemeColours = z.infer<typeof themeColours>

/** Colours of the custom theme before the user's first change (S1 §9, ui.md §2). */
export const customColours: ThemeColours = {
  primary: customThemePrimary,
  secondary: '#5b6b82',
  accent: '#0c8577',
  info: '#0b6a94',
  success: '#12724a',
  warning: '#8a5300',
  error: '#c0272f',
}
