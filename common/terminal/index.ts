/**
 * What crosses the terminal socket (S2 §7): the window emits `req`, the server answers and reports with `res`.
 * The socket is there only on the desktop, for the super admin, after a handshake with the launch's token.
 */
import { z } from 'zod'

/** Limits of the terminal. The number of sessions is S2 §9. */
export const terminalLimits = {
  columns: 1_000,
  rows: 500,
  inputCharacters: 64 * 1024,
  messageBytes: 256 * 1024,
  /** Output that the window has not drawn yet: above the first its program is paused, below the second it goes on. */
  pauseCharacters: 512 * 1024,
  resumeCharacters: 64 * 1024,
  /** Output is gathered this long, so that a flood becomes a few messages. */
  batchMs: 8,
  batchCharacters: 64 * 1024,
  /** The port is closed again when nobody has been connected for this long. */
  idleCloseMs: 60_000,
} as const

const id = z.string().max(64)
const columns = z.int().min(2).max(terminalLimits.columns)
const rows = z.int().min(1).max(terminalLimits.rows)

/** `req`: window → terminal. */
export const terminalRequest = z.discriminatedUnion('type', [
  /** Opens a session under an id that the window chooses. */
  z.strictObject({ type: z.literal('open'), id, columns, rows }),
  z.strictObject({ type: z.literal('input'), id, data: z.string().max(terminalLimits.inputCharacters) }),
  z.strictObject({ type: z.literal('resize'), id, columns, rows }),
  /** So many characters of output have been drawn. */
  z.strictObject({ type: z.literal('drawn'), id, characters: z.int().nonnegative() }),
  z.strictObject({ type: z.literal('close'), id }),
])
export type TerminalRequest = z.infer<typeof terminalRequest>

/** Why a terminal request was refused; the sentence is `errors.<CODE>`. */
export const terminalFailures = ['TERMINALS_TOO_MANY', 'TERMINAL_FAILED', 'INPUT_INVALID'] as const
export type TerminalFailure = (typeof terminalFailures)[number]

/** `res`: terminal → window. */
export const terminalResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened'), id }),
  z.object({ type: z.literal('output'), id, data: z.string() }),
  z.object({ type: z.literal('exited'), id, code: z.number() }),
  z.object({ type: z.literal('failed'), id: id.nullable(), code: z.enum(terminalFailures), msg: z.string() }),
])
export type TerminalResponse = z.infer<typeof terminalResponse>

/** What a window sends along with the handshake, besides the launch's token in the query. */
export const terminalHandshake = z.object({ session: z.string().max(4096) })
