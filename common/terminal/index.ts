/**
 * Messages of the terminal socket (S2 §7): the window emits `req`, the server replies and reports with `res`. The
 * socket exists only on the desktop, for the super admin, after a handshake with the token of the launch.
 */
import { wireMessage } from '@common/messages'
import { z } from 'zod'

/** Limits of the terminal. S2 §9 sets the number of sessions. */
export const terminalLimits = {
  columns: 1_000,
  rows: 500,
  inputCharacters: 64 * 1024,
  messageBytes: 256 * 1024,
  /**
   * Output that the window hasn't drawn yet: above the first limit, the program is paused; below the second, it
   * continues.
   */
  pauseCharacters: 512 * 1024,
  resumeCharacters: 64 * 1024,
  /** Output is batched for this long, so that a flood becomes few messages. */
  batchMs: 8,
  batchCharacters: 64 * 1024,
  /** Shells of a window that lost its connection wait this long for it: it reloads or reconnects. */
  detachedMs: 30_000,
  /** Latest output of a shell that the server repeats to a window that reloaded. */
  replayCharacters: 512 * 1024,
  /** Delay between output and the next look at the program in front. */
  programCheckMs: 250,
  /** The port closes after this long without a connection. */
  idleCloseMs: 60_000,
} as const

const id = z.string().max(64)
const project = z.string().min(1).max(200)
const columns = z.int().min(2).max(terminalLimits.columns)
const rows = z.int().min(1).max(terminalLimits.rows)

/** `req`: window → terminal. */
export const terminalRequest = z.discriminatedUnion('type', [
  /** Opens a session with an id that the window chooses. */
  z.strictObject({
    type: z.literal('open'),
    id,
    columns,
    rows,
    /** Starts the shell in the folder of this project, with a token for it. */
    project: project.optional(),
    /** Runs the client program of the project's database instead of a shell. */
    client: z.boolean().optional(),
  }),
  /** Asks for the client program of a project's database. */
  z.strictObject({ type: z.literal('client'), project }),
  /** Continues a session of this window after a reload or a lost connection. */
  z.strictObject({ type: z.literal('attach'), id, columns, rows }),
  z.strictObject({ type: z.literal('input'), id, data: z.string().max(terminalLimits.inputCharacters) }),
  z.strictObject({ type: z.literal('resize'), id, columns, rows }),
  /** Reports the number of characters drawn. */
  z.strictObject({ type: z.literal('drawn'), id, characters: z.int().nonnegative() }),
  /** Asks for the program in front, as before closing. */
  z.strictObject({ type: z.literal('program'), id }),
  z.strictObject({ type: z.literal('close'), id }),
])
export type TerminalRequest = z.infer<typeof terminalRequest>

/** Error codes of terminal requests; their texts are `errors.<CODE>`. */
export const terminalFailures = ['TERMINALS_TOO_MANY', 'TERMINAL_FAILED', 'INPUT_INVALID'] as const
export type TerminalFailure = (typeof terminalFailures)[number]

/** `res`: terminal → window. */
export const terminalResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), id }),
  /** `replay` marks earlier output after `attach`: queries in it must not be answered again. */
  z.object({ type: z.literal('output'), id, data: z.string(), replay: z.literal(true).optional() }),
  z.object({ type: z.literal('exited'), id, code: z.number() }),
  /** The session to attach to has ended. */
  z.object({ type: z.literal('gone'), id }),
  /** The program in front: the shell itself, or what `running` names. */
  z.object({ type: z.literal('program'), id, name: z.string(), running: z.boolean() }),
  /** The client program of a project's database; null if there is none that the user can start. */
  z.object({ type: z.literal('client'), project, name: z.string().nullable() }),
  /** `msg` is English. The page renders `message` in its own language. */
  z.object({
    type: z.literal('failed'),
    id: id.nullable(),
    code: z.enum(terminalFailures),
    msg: z.string(),
    message: wireMessage,
  }),
])
export type TerminalResponse = z.infer<typeof terminalResponse>

/**
 * Handshake data of a window, in addition to the token of the launch in the query. `window` is a random id: after a
 * reload, it leads the window back to its shells. Without it they end with the connection.
 */
export const terminalHandshake = z.object({
  session: z.string().max(4096),
  window: z.string().min(20).max(64).optional(),
})
