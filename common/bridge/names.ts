/** Names of the requests that a window can make, for the preload script. */
export const bridgeRequestNames = [
  'shellInfo',
  'invokeOperation',
  'chooseDatabaseFile',
  'openExternal',
  'terminalToken',
  'updaterState',
  'logTail',
  'checkForUpdate',
  'downloadUpdate',
  'restartToUpdate',
  'tellSaveState',
  'settingsRead',
  'settingsChange',
  'takeOpenings',
  'readOpening',
  'newWindow',
  'windowContent',
  'windowChanged',
  'menuChanged',
  'reveal',
] as const
export type BridgeRequest = (typeof bridgeRequestNames)[number]

/** Names of the functions that run in the preload script itself. */
export const bridgeLocalNames = ['pathOfFile'] as const

/** Names of the events that the main process sends to its window. */
export const bridgeEventNames = [
  'updaterChanged',
  'saveStateAsked',
  'runCommand',
  'settingsChanged',
  'openingsWait',
  'fileSaved',
  'resumed',
] as const
export type BridgeEvent = (typeof bridgeEventNames)[number]

/** Returns the channel of a request. */
export const requestChannel = (name: BridgeRequest): string => `basalt:request:${name}`
/** Returns the channel of an event. */
export const eventChannel = (name: BridgeEvent): string => `basalt:event:${name}`

/** Returns the name of an event's subscription at `window.basalt`: `updaterChanged` → `onUpdaterChanged`. */
export const subscriptionName = <E extends BridgeEvent>(name: E): `on${Capitalize<E>}` =>
  `on${name.charAt(0).toUpperCase()}${name.slice(1)}` as `on${Capitalize<E>}`
