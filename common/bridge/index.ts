/**
 * Channel map of the desktop shell, the one description of what crosses between the window and the main process.
 * The preload script exposes one named function per request and one subscription per event; nothing else.
 */
import { z } from 'zod'
import type { WireError } from '@common/errors'
import type { BridgeEvent, BridgeRequest } from './names'
import { updaterState } from './updater'

const nothing = z.undefined()
const noAnswer = z.void()

/** Requests: window → main → answer. */
export const bridgeRequests = {
  /** Facts of the shell, asked once at start. */
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
  /** Any operation over IPC, with the same token as over HTTP. */
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
  /** Native dialog for an existing SQLite file; null when it is closed without a choice. */
  chooseDatabaseFile: { input: nothing, output: z.string().nullable() },
  /** Opens a web or mail address outside. Other schemes are refused. */
  openExternal: { input: z.strictObject({ url: z.string().max(2048) }), output: noAnswer },
  /** Token of the terminal socket, made anew at each launch; null when the terminal is off. */
  terminalToken: { input: nothing, output: z.object({ port: z.number(), token: z.string() }).nullable() },
  checkForUpdate: { input: nothing, output: noAnswer },
  downloadUpdate: { input: nothing, output: noAnswer },
  restartToUpdate: { input: nothing, output: noAnswer },
} as const satisfies Record<BridgeRequest, { readonly input: z.ZodType; readonly output: z.ZodType }>

/** Events: main → window. */
export const bridgeEvents = {
  updaterChanged: updaterState,
  /** A menu item or accelerator: the id of a command in `renderer/actions/`. */
  runCommand: z.object({ command: z.string() }),
  /** A file was given to the application: dropped on its icon or passed by a second instance. */
  fileGiven: z.object({ path: z.string() }),
} as const satisfies Record<BridgeEvent, z.ZodType>

export type BridgeInput<R extends BridgeRequest> = z.infer<(typeof bridgeRequests)[R]['input']>
export type BridgeOutput<R extends BridgeRequest> = z.infer<(typeof bridgeRequests)[R]['output']>
export type BridgePayload<E extends BridgeEvent> = z.infer<(typeof bridgeEvents)[E]>

/** Errors cross as values: Electron drops custom fields of a rejected call. */
export type BridgeAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireError }

/** What the preload script answers itself: a file that was dropped stays in the window. */
export interface BridgeLocal {
  /**
   * Where a file that a person dropped or chose lies on this computer; empty for one that lies nowhere.
   *
   * @param file  the `File` of the window
   */
  readonly pathOfFile: (file: object) => string
}

/** What the preload script puts at `window.basalt`. Absent in an ordinary browser. */
export type Bridge = BridgeLocal & {
  readonly [R in BridgeRequest]: BridgeInput<R> extends undefined
    ? () => Promise<BridgeAnswer<BridgeOutput<R>>>
    : (input: BridgeInput<R>) => Promise<BridgeAnswer<BridgeOutput<R>>>
} & {
  readonly [E in BridgeEvent as `on${Capitalize<E>}`]: (listener: (payload: BridgePayload<E>) => void) => () => void
}

export * from './names'
export * from './updater'
