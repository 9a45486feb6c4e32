/**
 * Channels between the desktop window and the main process. The preload script exposes one function per request and one
 * subscription per event, nothing else.
 */
import { z } from 'zod'
import type { WireError } from '@common/errors'
import { settingChanges } from '@common/settings'
import type { BridgeEvent, BridgeRequest } from './names'
import { menuState } from './menu'
import { opening } from './opening'
import { restartOutcome, saveState, updaterState } from './updater'
import { windowContent } from './window-memory'

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
  /** Returns the files and links that wait for this window. Each is returned once. */
  takeOpenings: { input: nothing, output: z.array(opening) },
  /** Returns a part of a given file, from an offset in bytes; empty at its end. Knows no other files. */
  readOpening: {
    input: z.strictObject({ id: z.string().max(100), offset: z.int().nonnegative() }),
    output: z.instanceof(Uint8Array),
  },
  /** Opens another window, at an address within the page. */
  newWindow: { input: z.strictObject({ address: z.string().max(2_000).startsWith('/').nullable() }), output: noAnswer },
  /** Returns what this window showed before a restart; null for a new one. */
  windowContent: { input: nothing, output: windowContent.nullable() },
  /** Stores what this window shows, for a restart. */
  windowChanged: { input: windowContent, output: noAnswer },
  /** Sets the commands of this window in the native menus. */
  menuChanged: { input: menuState, output: noAnswer },
  /** Shows a file in its folder: only files that the application itself knows, never a path of the page. */
  reveal: {
    input: z.discriminatedUnion('what', [
      z.strictObject({ what: z.literal('profile') }),
      /** A file that this window saved, by the id of its event. */
      z.strictObject({ what: z.literal('saved'), id: z.string().max(100) }),
      /** The database file of a project, with the rights of the user. */
      z.strictObject({
        what: z.literal('project'),
        projectId: z.string().max(200),
        token: z.string().max(4096).nullable(),
      }),
      /** The folder of a project's migrations, with the rights of the user. */
      z.strictObject({
        what: z.literal('migrations'),
        projectId: z.string().max(200),
        token: z.string().max(4096).nullable(),
      }),
    ]),
    output: noAnswer,
  },
} as const satisfies Record<BridgeRequest, { readonly input: z.ZodType; readonly output: z.ZodType }>

/** Events from the main process to the window. */
export const bridgeEvents = {
  updaterChanged: updaterState,
  /** Before a restart: the page answers with `tellSaveState` and the same ticket. */
  saveStateAsked: z.object({ ticket: z.int() }),
  /** A menu item or accelerator: the id of a command in `renderer/actions/`. */
  runCommand: z.object({ command: z.string() }),
  /** All chosen settings, after a change of some. */
  settingsChanged: settingChanges,
  /** Files or links wait for `takeOpenings`: by double-click, a drop on the icon, or a link. */
  openingsWait: z.object({}),
  /** A download of this window was saved. */
  fileSaved: z.object({ id: z.string(), name: z.string() }),
  /** The computer woke up. */
  resumed: z.object({}),
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

export * from './menu'
export * from './names'
export * from './opening'
export * from './updater'
export * from './window-memory'
