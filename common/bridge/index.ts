/**
 * Channels between the desktop window and the main process. The preload script exposes one function per request and one
 * subscription per event, nothing else.
 */
import { z } from 'zod'
import type { WireError } from '@common/errors'
import { settingChanges } from '@common/settings'
import type { BridgeEvent, BridgeRequest } from './names'
import { restartOutcome, saveState, updaterState } from './updater'

const nothing = z.undefined()
const noAnswer = z.void()

/** Requests from the window to the main process. */
export const bridgeRequests = {
  /** Returns facts about the shell, once at start. */
  shellInfo: {
    input: nothing,
    output: z.object({
      version: z.string(),
      platform: z.string(),
      serverUrl: z.string(),
      port: z.number(),
      portIsDefault: z.boolean(),
    }),
  },
  /** Runs an operation over IPC, with the same token as over HTTP. */
  invokeOperation: {
    input: z.strictObject({
      name: z.string().max(100),
      token: z.string().max(4096).nullable(),
      /** A role that lowers the rights of the call, as `xc-preview` does over HTTP. */
      preview: z.string().max(100).nullish(),
      projectId: z.string().max(200).nullable(),
      args: z.unknown(),
    }),
    output: z.unknown(),
  },
  /** Opens the system's dialog for an existing SQLite file; null if the user cancels. */
  chooseDatabaseFile: { input: nothing, output: z.string().nullable() },
  /** Opens a web or mail address in the default app. Rejects other schemes. */
  openExternal: { input: z.strictObject({ url: z.string().max(2048) }), output: noAnswer },
  /** Returns the token of the terminal socket, which is new at each launch; null while the terminal is off. */
  terminalToken: { input: nothing, output: z.object({ port: z.number(), token: z.string() }).nullable() },
  /** Returns the state of the updater, for a window that opens later. */
  updaterState: { input: nothing, output: updaterState },
  /** Returns the last lines of the server's log, without secrets. */
  logTail: { input: nothing, output: z.array(z.string()) },
  checkForUpdate: { input: nothing, output: noAnswer },
  downloadUpdate: { input: nothing, output: noAnswer },
  /** Asks every window, then restarts and installs the downloaded update. Never interrupts a save. */
  restartToUpdate: { input: nothing, output: restartOutcome },
  /** Answers the event `saveStateAsked`. */
  tellSaveState: { input: z.strictObject({ ticket: z.int(), state: saveState }), output: noAnswer },
  /** Returns the settings that the user chose. The others have their defaults. */
  settingsRead: { input: nothing, output: settingChanges },
  /** Stores changed settings. Every window receives `settingsChanged`. */
  settingsChange: { input: settingChanges, output: noAnswer },
} as const satisfies Record<BridgeRequest, { readonly input: z.ZodType; readonly output: z.ZodType }>

/** Events from the main process to the window. */
export const bridgeEvents = {
  updaterChanged: updaterState,
  /** Before a restart: the page answers with `tellSaveState` and the same ticket. */
  saveStateAsked: z.object({ ticket: z.int() }),
  /** A menu item or accelerator: the id of a command in `renderer/actions/`. */
  runCommand: z.object({ command: z.string() }),
  /** A file was dropped on the app's icon or passed by a second instance. */
  fileGiven: z.object({ path: z.string() }),
  /** All chosen settings, after a change of some. */
  settingsChanged: settingChanges,
} as const satisfies Record<BridgeEvent, z.ZodType>

export type BridgeInput<R extends BridgeRequest> = z.infer<(typeof bridgeRequests)[R]['input']>
export type BridgeOutput<R extends BridgeRequest> = z.infer<(typeof bridgeRequests)[R]['output']>
export type BridgePayload<E extends BridgeEvent> = z.infer<(typeof bridgeEvents)[E]>

/** Errors are values, because Electron drops custom fields of rejected calls. */
export type BridgeAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireError }

/** Functions of the preload script itself. Dropped files never leave the window. */
export interface BridgeLocal {
  /**
   * Returns the path of a dropped or chosen file; empty for a file without a path.
   *
   * @param file  the `File` of the window
   */
  readonly pathOfFile: (file: object) => string
}

/** The object `window.basalt` of the preload script. Absent in a browser. */
export type Bridge = BridgeLocal & {
  readonly [R in BridgeRequest]: BridgeInput<R> extends undefined
    ? () => Promise<BridgeAnswer<BridgeOutput<R>>>
    : (input: BridgeInput<R>) => Promise<BridgeAnswer<BridgeOutput<R>>>
} & {
  readonly [E in BridgeEvent as `on${Capitalize<E>}`]: (listener: (payload: BridgePayload<E>) => void) => () => void
}

export * from './names'
export * from './updater'
