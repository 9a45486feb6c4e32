import type { TranslationKey } from '@renderer/i18n'

/** Where the window is when a command is asked for. */
export interface CommandContext {
  /** Path of the page, without its query. */
  readonly path: string
  readonly isSignedIn: boolean
}

/** Parts of the work, by which the help sorts keys. */
export const keyAreas = ['general', 'tabs', 'view', 'find', 'record', 'move', 'edit', 'range'] as const
export type KeyArea = (typeof keyAreas)[number]

/** Chords of something that takes its keys by itself, such as the grid: told in the help, taken nowhere else. */
export interface KeyLine {
  /** That of a command when it does the same: the palette then shows these keys beside it. */
  readonly id: string
  readonly label: TranslationKey
  readonly keys: readonly string[]
  readonly area: KeyArea
}

/** One thing people can ask for by key, menu or button. Menus, help and key handling read the same list. */
export interface Command {
  /** Stable, `area.verb`: the desktop menu names it. */
  readonly id: string
  readonly label: TranslationKey
  /** Chords such as `Mod+Shift+D`; a lone letter works outside text fields only. The first one is shown. */
  readonly keys: readonly string[]
  /** Where the help lists it; `general` when absent. */
  readonly area?: KeyArea
  /** Neither offered by the palette nor named in the help: one of a row of alike ones. */
  readonly listed?: false
  /** Absent: always. */
  readonly when?: (context: CommandContext) => boolean
  /** Also while a text field has the focus; needs a modifier. */
  readonly inFields?: boolean
  readonly run: (context: CommandContext) => void
}
