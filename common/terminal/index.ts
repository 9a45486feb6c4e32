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
  /** The port closes after this long without a connection. */
  idleCloseMs: 60_000,
} as const

const id = z.string().max(64)
const columns = z.int().min(2).max(terminalLimits.columns)
const rows = z.int().min(1).max(terminalLimits.rows)

/** `req`: window → terminal. */
export const terminalRequest = z.discriminatedUnion('type', [
  /** Opens a session with an id that the window chooses. */
  z.strictObject({ type: z.literal('open'), id, columns, rows }),
  z.strictObject({ type: z.literal('input'), id, data: z.string().max(terminalLimits.inputCharacters) }),
  z.strictObject({ type: z.literal('resize'), id, columns, rows }),
  /** Reports the number of characters drawn. */
  z.strictObject({ type: z.literal('drawn'), id, characters: z.int().nonnegative() }),
  z.strictObject({ type: z.literal('close'), id }),
])
export type TerminalRequest = z.infer<typeof terminalRequest>

/** Error codes of terminal requests; their texts are `errors.<CODE>`. */
export const terminalFailures = ['TERMINALS_TOO_MANY', 'TERMINAL_FAILED', 'INPUT_INVALID'] as const
export type TerminalFailure = (typeof terminalFailures)[number]

/** `res`: terminal → window. */
export const terminalResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), id }),
  z.object({ type: z.literal('output'), id, data: z.string() }),
  z.object({ type: z.literal('exited'), id, code: z.number() }),
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

/** Handshake data of a window, in addition to the token of the launch in the query. */
export const terminalHandshake = z.object({ session: z.string().max(4096) })
