import type { WebContents } from 'electron'
import { bridgeEvents, eventChannel, type BridgeEvent, type BridgePayload } from '@common/bridge'

/** Sends an event of the channel map to the window, if there is one. */
export function sendEvent<E extends BridgeEvent>(
  contents: Pick<WebContents, 'send' | 'isDestroyed'> | undefined,
  name: E,
  payload: BridgePayload<E>,
): void {
  if (contents === undefined || contents.isDestroyed()) return
  contents.send(eventChannel(name), bridgeEvents[name].parse(payload))
}
