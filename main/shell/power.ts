import { powerMonitor } from 'electron'

/** Calls back when the computer woke up. */
export function followPower(onResume: () => void): void {
  powerMonitor.on('resume', onResume)
}
