import { contextBridge, ipcRenderer } from 'electron'
import {
  bridgeEventNames,
  bridgeRequestNames,
  eventChannel,
  requestChannel,
  subscriptionName,
} from '@common/bridge/names'
import type { Bridge } from '@common/bridge'

/**
 * The one object at `window.basalt`: a function per request and a subscription per event. No channel name, no path and
 * no part of Electron reaches the page; sender and arguments are checked by the main process.
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

const bridge = Object.freeze(Object.fromEntries([...requests, ...subscriptions])) as Bridge
contextBridge.exposeInMainWorld('basalt', bridge)
