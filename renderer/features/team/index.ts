import { withTexts } from '@renderer/i18n'
import { lazy } from 'react'

/** `NewTokenDialog` with its texts, loaded when it is first shown. */
export const NewTokenDialog = lazy(async () => {
  const { NewTokenDialog: Page } = await withTexts(import('./NewTokenDialog'), ['team', 'roleDescriptions'])
  return { default: Page }
})

export { openNewRole, openTeam } from './chosen-part'
export { permissionGroups, permissionKey, permissionsIn } from './permission-groups'
export type { TeamPart, TeamPartProps } from './parts'
