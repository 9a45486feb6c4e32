import { setPriority } from 'node:os'
import { connectToParent, endNow } from '@main/lib/parent-process'
import { onlineMessage, startSqliteThread, threadCarrier, type ProcessMessage } from './carrier'

/*
 * Entry of a child process that runs SQLite where the server can kill it. A worker thread runs the statements, so that
 * the main thread can forward cancellations and notice when the server has ended.
 */

/** Below the server and its threads. At a lower priority, other programs could starve it. */
const lowPriority = 5

const [workerUrl = '', priority] = process.argv.slice(2)
// Before the worker starts: on Linux only threads started later inherit it.
if (priority === 'low')
  try {
    setPriority(lowPriority)
  } catch {
    // Some systems forbid it. The process then runs at normal priority.
  }

const parent = connectToParent()
const carrier = threadCarrier(startSqliteThread(new URL(workerUrl)))({
  online: () => parent.send(onlineMessage),
  answers: parent.send,
  // The worker ended; the server sees the end of this process.
  exit: endNow,
})
carrier.keepAlive(true)

parent.onMessage((message) => {
  const received = message as ProcessMessage
  if (received.kind === 'cancel') {
    carrier.cancel(received.slot)
    return
  }
  for (const request of received.requests)
    if (request[0] !== 'open' && request[0] !== 'end') carrier.enqueue(request[1])
  carrier.post(received.requests)
})
