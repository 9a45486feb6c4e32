import { parentPort } from 'node:worker_threads'
import type { Answer, AnswerMessage, Failure } from './protocol'

/** Bytes of answers buffered before sending. Larger answers are sent alone. */
const poolBytes = 1024 * 1024
/**
 * Buffering time for answers. A longer time saves messages but leaves the server idle: at 100 µs, both cores are busy.
 */
const gatherMs = 0.1

const pool = Buffer.from(new ArrayBuffer(poolBytes))
let used = 0
let answers: Answer[] = []
let gatheringSince = 0

/** Answers with JSON text, as bytes ready to send. */
export function answerText(slot: number, text: string): void {
  // UTF-8 takes at most three bytes per UTF-16 unit.
  const mayTake = text.length * 3
  if (mayTake > poolBytes) {
    answerBytes(slot, new TextEncoder().encode(text).buffer)
    return
  }
  if (mayTake > poolBytes - used) flush()
  const length = pool.write(text, used, 'utf8')
  push([slot, 'bytes', used, length])
  used += length
}

/** Answers with bytes in a message of their own, transferring the buffer. */
export function answerBytes(slot: number, bytes: ArrayBuffer): void {
  flush()
  answers.push([slot, 'bytes', 0, bytes.byteLength])
  send(bytes)
}

export function answerValue(slot: number, value: unknown): void {
  push([slot, 'value', value])
}

export function answerFailure(slot: number, failure: Failure): void {
  push([slot, 'failed', failure])
}

function push(answer: Answer): void {
  if (answers.length === 0) gatheringSince = performance.now()
  answers.push(answer)
}

/** Sends buffered answers after the buffering time. Called between jobs. */
export function flushIfDue(): void {
  if (answers.length > 0 && performance.now() - gatheringSince >= gatherMs) flush()
}

export function flush(): void {
  if (answers.length > 0) send(used === 0 ? null : pool.buffer.slice(0, used))
}

function send(bytes: ArrayBuffer | null): void {
  const message: AnswerMessage = [bytes, answers]
  answers = []
  used = 0
  parentPort?.postMessage(message, bytes === null ? [] : [bytes])
}
