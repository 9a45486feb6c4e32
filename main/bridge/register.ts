import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import {
  bridgeRequestNames,
  bridgeRequests,
  requestChannel,
  type BridgeAnswer,
  type BridgeInput,
  type BridgeOutput,
  type BridgeRequest,
} from '@common/bridge'
import { AppError } from '@common/errors'
import { wireError } from '@main/lib/messages'
import { spokenLanguage } from '@main/lib/texts'

/** One handler per request of the channel map. Also gets the id of the window's contents that asks. */
export type BridgeHandlers = {
  readonly [R in BridgeRequest]: (
    input: BridgeInput<R>,
    contentsId: number,
  ) => Promise<BridgeOutput<R>> | BridgeOutput<R>
}

export interface BridgeDeps {
  readonly handlers: BridgeHandlers
  /** Origin of our own page; nothing else may call. */
  readonly origin: () => string
  /** True for the contents of one of our windows. */
  readonly isOwnWindow: (contentsId: number) => boolean
  /** Keeps an unexpected fault in the log. @returns the id to give to the caller */
  readonly onFault: (error: unknown) => string
}

/** True when a call comes from the page of one of our windows, not from a frame in it or a foreign page. */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  origin: string,
  isOwnWindow: (contentsId: number) => boolean,
): boolean {
  const frame = event.senderFrame
  if (frame === null || frame.parent !== null || !isOwnWindow(event.sender.id)) return false
  return URL.canParse(frame.url) && new URL(frame.url).origin === origin
}

/**
 * Registers every request of the channel map. A call is answered as a value, never by a rejection: unknown sender,
 * wrong arguments and faults are all `{ok: false}`.
 *
 * @returns removes the handlers again
 */
export function registerBridge(deps: BridgeDeps): () => void {
  for (const name of bridgeRequestNames)
    ipcMain.handle(requestChannel(name), (event, ...args: unknown[]) => answer(deps, name, event, args))
  return () => {
    for (const name of bridgeRequestNames) ipcMain.removeHandler(requestChannel(name))
  }
}

async function answer<R extends BridgeRequest>(
  { handlers, origin, isOwnWindow, onFault }: BridgeDeps,
  name: R,
  event: IpcMainInvokeEvent,
  args: readonly unknown[],
): Promise<BridgeAnswer<BridgeOutput<R>>> {
  try {
    if (!isTrustedSender(event, origin(), isOwnWindow)) throw new AppError('NOT_ALLOWED')
    const input = bridgeRequests[name].input.safeParse(args[0])
    if (!input.success || args.length > 1) throw new AppError('INPUT_INVALID')
    return { ok: true, value: await handlers[name](input.data as BridgeInput<R>, event.sender.id) }
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error: wireError(error, undefined, spokenLanguage()) }
    return {
      ok: false,
      error: wireError(new AppError('INTERNAL', {}, { cause: error }), onFault(error), spokenLanguage()),
    }
  }
}
