import { contextBridge, ipcRenderer, webUtils } from 'electron'
import {
  bridgeEventNames,
  bridgeRequestNames,
  eventChannel,
  requestChannel,
  subscriptionName,
} from '@common/bridge/names'
import type { Bridge, BridgeLocal } from '@common/bridge'

/**
 * Exposes `window.basalt`: one function per request, one subscription per event, and local functions. The page sees no
 * channel names and no part of Electron, and no paths except those of files that the user drops or chooses. The main
 * process checks sender and arguments.
 */
const requests = bridgeRequestNames.map((name) => [
  name,
  (...args: readonly unknown[]) => ipcRenderer.invoke(requestChannel(name), ...args.slice(0, 1)) as unknown,
])

const subscriptions = bridgeEventNames.map((name) => [
  subscriptionName(name),
  (listener: (payload: unknown) => void) => {
    // Passes on only the payload: the event object would let the page send messages.
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(eventChannel(name), forward)
    return () => {
      ipcRenderer.removeListener(eventChannel(name), forward)
    }
  },
])

/** Compares by name, because the page's world has its own `File`. */
const isFile = (value: unknown): value is File => Object.prototype.toString.call(value) === '[object File]'

const local: BridgeLocal = {
  // Files created by the page have no path.
  pathOfFile: (file) => (isFile(file) ? webUtils.getPathForFile(file) : ''),
}

const bridge = Object.freeze({ ...Object.fromEntries([...requests, ...subscriptions]), ...local }) as Bridge
contextBridge.exposeInMainWorld('basalt', bridge)
