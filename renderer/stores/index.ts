export { abilityGiven, limitNotice, loadAbility, plansPath, useAbility, type Ability } from './ability'
export { useApp } from './app'
export { showBottomPart, useHasBottomPart, type BottomPart } from './bottom-parts'
export { afterFirstRows, afterNextRows, awaitFirstRows, firstRowsShown, useAfterFirstRows } from './first-rows'
export { followCalls, isNotified, loadCommandWords } from './call-events'
export {
  operationSent,
  requestOf,
  requestSent,
  responseOf,
  useApiClient,
  useApiClientSwagger,
  type ApiHistoryEntry,
  type SwaggerDraft,
  type SwaggerHistoryEntry,
} from './api-client'
export { sqlTextMinPx, useSqlClient, type SqlSheet } from './client-modules'
export { graphqlSent, useGraphqlClient, type GraphqlDraft, type GraphqlHistoryEntry } from './graphql-client'
export { checkConnection, useConnection, watchConnection } from './connection'
export {
  afterProjectCreated,
  isFirstLoad,
  loadInstallation,
  needsFirstUser,
  useInstallation,
  type Installation,
} from './installation'
export { forgetRun, keepRun, savedRuns, type ImportRun } from './saved-imports'
export { loader, useLoader } from './loader'
export { nextFocus, type NextFocus } from './next-focus'
export { bindNavigation, goTo, nextDestination, rememberDestination, takeDestination } from './navigation'
export {
  hasPending,
  hasShortWork,
  announce,
  notifications,
  toastLatestNotification,
  useNotifications,
  type Notification,
  type WorkProgress,
} from './notifications'
export {
  narrowWindow,
  recordMaxPx,
  recordMinPx,
  sidebar,
  sidebarDefaultPx,
  sidebarMaxPx,
  sidebarMinPx,
  terminalMinPx,
  usePanelSize,
  useSidebarOver,
} from './panel-size'
export { notePageEvent, pageEvents, type PageEvent } from './page-log'
export { pendingInvitation } from './pending-invitation'
export { createPersisted, followOtherWindows, persistedNames, rehydrated, type Hydrating } from './persist'
export { favourites, isSamePlace, recents, useFavourites, useRecents, type Place, type Visited } from './places'
export { problem, useProblem, type Problem } from './problem'
export { production, useProduction } from './production'
export { beginProgress, useProgress } from './progress'
export { followRelease, readRelease, useRelease, useUpgrade } from './release'
export { saveStateNow } from './save-state'
export * from './session'
export {
  baseOpened,
  embeddedLink,
  isEmbedded,
  isOnNetwork,
  projectOfPath,
  shownShare,
  visitorTokens,
} from './shown-share'
export { copyableLink, loadShellInfo, serverAddress, useShell, type ShellInfo } from './shell'
export { snackbar, useSnackbar, type SnackbarAction } from './snackbar'
export { sqlDesk, useActiveSqlSheet, useSqlSheets } from './sql-desk'
export { stoppedRenames } from './stopped-renames'
export { toast, useToasts, type Toast } from './toasts'
export {
  isListed,
  unsaved,
  useUnsaved,
  watchUnsaved,
  type LinkEffect,
  type RowChange,
  type UnsavedBatch,
  type UnsavedLink,
  type UnsavedCell,
  type UnsavedEdit,
  type UnsavedRow,
} from './unsaved'
export { countsOutside, effectiveRoles, permissionsIn, rolesOf, useIsSuperAdmin, useUsers, type User } from './users'
export { hidden, useHidden, useWhy, why, type HiddenTable, type WhySubject } from './why'
export { changeSetting, changeSettings, followShellSettings, settingOf, useSetting } from './settings'
export { useWindows } from './windows'
export { createClientStore, historyFields, newEntry } from './request-history'
