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
 * The one object at `window.basalt`: a function per request, a subscription per event, and what is answered here. No
 * channel name and no part of Electron reaches the page, and no path but those of files that a person hands over; sender
 * and arguments are checked by the main process.
 */
const requests = bridgeRequestNames.map((name) => [
  name,
  (...args: readonly unknown[]) => ipcRenderer.invoke(requestChannel(name), ...args.slice(0, 1)) as unknown,
])

const subscriptions = bridgeEventNames.map((name) => [
  subscriptionName(name),
  (listener: (payload: unknown) => void) => {
    // The event itself would hand the page a way to send: only the payload goes on.
    const forward = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(eventChannel(name), forward)
    return () => {
      ipcRenderer.removeListener(eventChannel(name), forward)
    }
  },
])

/** By its name: the world of the page has a `File` of its own. */
const isFile = (value: unknown): value is File => Object.prototype.toString.call(value) === '[object File]'

const local: BridgeLocal = {
  // A file that the page made itself lies nowhere: its path is empty.
  pathOfFile: (file) => (isFile(file) ? webUtils.getPathForFile(file) : ''),
}

const bridge = Object.freeze({ ...Object.fromEntries([...requests, ...subscriptions]), ...local }) as Bridge
contextBridge.exposeInMainWorld('basalt', bridge)
