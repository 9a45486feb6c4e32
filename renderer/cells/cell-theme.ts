import type { OptionColor } from '@common/model'

/** Colours and fonts of a canvas cell, from the tokens of the page (visual reference §2). */
export interface CellTheme {
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly surface: string
  readonly hover: string
  readonly line2: string
  readonly gridline: string
  readonly accent: string
  readonly accentText: string
  readonly success: string
  readonly error: string
  readonly warning: string
  readonly star: string
  readonly fontFamily: string
  readonly monoFamily: string
  readonly chips: Readonly<Record<OptionColor, ChipColors>>
}

export interface ChipColors {
  readonly background: string
  readonly text: string
}

const names: readonly OptionColor[] = [
  'grey',
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
]

function chipTable(backgrounds: string, texts: string): Record<OptionColor, ChipColors> {
  const background = backgrounds.split(' ')
  const text = texts.split(' ')
  const entries = names.map((name, at) => [name, { background: `#${background[at]}`, text: `#${text[at]}` }] as const)
  return Object.fromEntries(entries) as Record<OptionColor, ChipColors>
}

/** Chips never take theme colours: both tables are fixed by the visual reference §2. */
export const chipColors = {
  light: chipTable(
    'E6E9EE FDE7E7 FEEBDD FDF0CF EEF5D0 DDF4E4 D7F3EE D9F1FA E1EEFE E7E9FE F0E8FE FDE6F2',
    '454C58 A3232A 97430B 7A5200 55660A 14693C 0C665A 0A607D 1257A8 3B45B5 6A35B5 9E2467',
  ),
  dark: chipTable(
    '2B2F37 44201F 42260F 3D2D0A 2C340D 12351F 0D3530 0C3341 132E50 24285A 34214F 431C33',
    'C3C8D1 FFA7A3 FFB37D F5C65A C6DB6B 7FDBA4 6CD9C8 77D2F0 8FC3FF B0B6FF CDB0FF FF9FCF',
  ),
} as const
