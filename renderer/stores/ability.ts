import { maxTablesDefault, maxTabsDefault } from '@common/constants'
import type { OperationOutput } from '@common/operations'
import { client, isApiError } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { create } from 'zustand'
import { goTo } from './navigation'
import { changeSetting, settingOf } from './settings'
import { snackbar, type SnackbarAction } from './snackbar'
import { toast } from './toasts'
import { useWindows } from './windows'

/** Rules that the installation gives to the page (S1 §3). */
export type Ability = OperationOutput<'uiAbility'>

/** The defaults of S1 §9, until the server has answered. */
export const useAbility = create<Ability>(() => ({
  darkTheme: true,
  maxTables: maxTablesDefault,
  maxTabs: maxTabsDefault,
  disableGA: true,
  disableTelemetry: true,
}))

/** The page that explains limits. */
export const plansPath = '/plans'

/** Loads the rules. The former ones stay if the server doesn't know them. */
export async function loadAbility(): Promise<void> {
  try {
    abilityGiven(await client.call('uiAbility', {}, { silent: true }))
  } catch (error) {
    if (!isApiError(error)) throw error
  }
}

/** Applies the rules. Consents that they forbid end. The dark theme turns on when it becomes available (S1 §4). */
export function abilityGiven(ability: Ability): void {
  useAbility.setState(ability)
  const { darkThemeAllowed: before, darkThemeRuled } = useWindows.getState()
  darkThemeRuled(ability.darkTheme)
  if (ability.disableGA && settingOf('isGaEnabled')) changeSetting('isGaEnabled', false)
  if (ability.disableTelemetry && settingOf('isErrorReportingEnabled')) changeSetting('isErrorReportingEnabled', false)
  if (before !== false || !ability.darkTheme) return
  changeSetting('darkTheme', true)
  toast.success(sentence('plans.darkEnabled'))
}

const upgrade = (): SnackbarAction => ({ label: sentence('plans.upgrade'), run: () => void goTo(plansPath) })
const refer = (): SnackbarAction => ({ label: sentence('plans.refer'), run: () => void goTo(plansPath) })

/** Snackbars about the limits of S1 §8. */
export const limitNotice = {
  tabs: (max: number): void => snackbar.show(sentence('plans.tabs', { max: String(max) }), [upgrade()]),
  tables: (max: number): void => snackbar.show(sentence('plans.tables', { max: String(max) }), [upgrade(), refer()]),
  /** For a feature that the installation locks (S2 §8). */
  locked: (): void => snackbar.show(sentence('plans.locked'), [upgrade()]),
}
