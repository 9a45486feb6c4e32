import type { TranslationKey } from '@renderer/i18n'

/** State of the window when a command is requested. */
export interface CommandContext {
  /** Path of the page, without its query. */
  readonly path: string
  readonly isSignedIn: boolean
}

/** Categories by which the help sorts keys. */
export const keyAreas = ['general', 'tabs', 'view', 'find', 'record', 'move', 'edit', 'range', 'template'] as const
export type KeyArea = (typeof keyAreas)[number]

/** Chords of a component that handles its own keys, such as the grid: only listed in the help. */
export interface KeyLine {
  /** Id of the command that does the same, if any: the palette then shows these keys beside it. */
  readonly id: string
  readonly label: TranslationKey
  readonly keys: readonly string[]
  readonly area: KeyArea
}

/** An action that users can start by key, menu or button. Menus, help and key handling read the same list. */
export interface Command {
  /** Stable, `area.verb`: the desktop menu names it. */
  readonly id: string
  readonly label: TranslationKey
  /** Chords such as `Mod+Shift+D`; a lone letter works outside text fields only. The first one is shown. */
  readonly keys: readonly string[]
  /** Where the help lists it; `general` when absent. */
  readonly area?: KeyArea
  /** False hides it from the palette and the help: for one of several similar commands. */
  readonly listed?: false
  /** Absent: always. */
  readonly when?: (context: CommandContext) => boolean
  /** Also while a text field has the focus; needs a modifier. */
  readonly inFields?: boolean
  readonly run: (context: CommandContext) => void
}
