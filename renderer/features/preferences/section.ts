import type { TranslationKey } from '@renderer/i18n'
import type { IconName } from '@renderer/ui'
import type { ComponentType } from 'react'

/** A setting, or another line of a section. */
export interface SettingsRow {
  /** Unique among all rows. */
  readonly id: string
  readonly label: TranslationKey
  /** A sentence below the label. The search finds it too. */
  readonly text?: TranslationKey
  /** Takes effect at once. */
  readonly Control: ComponentType<{ readonly label: string }>
  /** True if the control stands below the label and fills the line. */
  readonly isWide?: true
  /** A hook: false hides the row, such as one for the desktop in a browser. Default: always shown. */
  readonly useIsShown?: () => boolean
}

export interface SettingsContent {
  readonly title: TranslationKey
  readonly rows: readonly SettingsRow[]
}

/**
 * A section of the settings. The file `settings-section.ts` of a feature declares its sections as `settingsSections`. A
 * second declaration with the same id adds its rows to the section.
 */
export interface SettingsSection {
  readonly id: string
  readonly icon: IconName
  /** Lower numbers come first. */
  readonly order: number
  /** Loads the rows with their texts: `async () => (await withTexts(import('./rows'), ['updates'])).content`. */
  readonly load: () => Promise<SettingsContent>
}
