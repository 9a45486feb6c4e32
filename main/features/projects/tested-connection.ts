import { message, type Message } from '@common/messages'
import type { ConnectionTestResult } from '@common/model/connection-test'
import { englishBeside } from '@main/lib/messages'

/** The result of testing a connection (wire §4.4). */
export interface TestedConnection {
  readonly code: 0 | -1
  /** In English, and as data. */
  readonly message: string
  readonly reason: Message
  readonly object: ConnectionTestResult
}

/** @param reason  why the test failed; undefined if it succeeded */
export function testedConnection(object: ConnectionTestResult, reason: Message | undefined): TestedConnection {
  const text =
    reason === undefined ? message('connectionTest.successful') : message('connectionTest.failed', { reason })
  return Object.assign(englishBeside('message', text), {
    code: reason === undefined ? (0 as const) : (-1 as const),
    object,
  })
}
