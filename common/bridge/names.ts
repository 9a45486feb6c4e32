/** Names of the requests a window may make: all that the preload script needs to know of them. */
export const bridgeRequestNames = [
  'shellInfo',
  'invokeOperation',
  'chooseDatabaseFile',
  'openExternal',
  'terminalToken',
  'checkForUpdate',
  'downloadUpdate',
  'restartToUpdate',
] as const
export type BridgeRequest = (typeof bridgeRequestNames)[number]

/** Names of what the preload script answers itself, because it does not cross to the main process. */
export const bridgeLocalNames = ['pathOfFile'] as const

/** Names of the events that the main process sends to its window. */
export const bridgeEventNames = ['updaterChanged', 'runCommand', 'fileGiven'] as const
export type BridgeEvent = (typeof bridgeEventNames)[number]

/** The channel a request travels on. */
export const requestChannel = (name: BridgeRequest): string => `basalt:request:${name}`
/** The channel an event travels on. */
export const eventChannel = (name: BridgeEvent): string => `basalt:event:${name}`

/** `updaterChanged` → `onUpdaterChanged`, the name of its subscription at `window.basalt`. */
export const subscriptionName = <E extends BridgeEvent>(name: E): `on${Capitalize<E>}` =>
  `on${name.charAt(0).toUpperCase()}${name.slice(1)}` as `on${Capitalize<E>}`
