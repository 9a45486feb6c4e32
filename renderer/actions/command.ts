import type { TranslationKey } from '@renderer/i18n'

/** Where the window is when a command is asked for. */
export interface CommandContext {
  /** Path of the page, without its query. */
  readonly path: string
  readonly isSignedIn: boolean
}

/** One thing people can ask for by key, menu or button. Menus, help and key handling read the same list. */
export interface Command {
  /** Stable, `area.verb`: the desktop menu names it. */
  readonly id: string
  readonly label: TranslationKey
  /** Chords such as `Mod+Shift+D`; a lone letter works outside text fields only. The first one is shown. */
  readonly keys: readonly string[]
  /** Absent: always. */
  readonly when?: (context: CommandContext) => boolean
  /** Also while a text field has the focus; needs a modifier. */
  readonly inFields?: boolean
  readonly run: (context: CommandContext) => void
}
