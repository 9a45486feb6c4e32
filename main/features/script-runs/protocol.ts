/* Messages between the server and the thread of a script. */

/** A script to run. A thread runs one at a time. */
export interface ScriptTask {
  readonly kind: 'run'
  readonly code: string
  /** JSON text: what started the run. */
  readonly input: string
  readonly limits: ScriptLimits
}

export interface ScriptLimits {
  /** Processor time of the script, without waiting for requests. */
  readonly busyMs: number
  /** Time of the whole run. */
  readonly totalMs: number
  readonly memoryBytes: number
  readonly stackBytes: number
  readonly calls: number
  readonly logCharacters: number
}

/** A script asks the server to do something. */
export interface ScriptCall {
  readonly kind: 'call'
  readonly id: number
  readonly name: string
  /** JSON text: a list. */
  readonly args: string
}

/** After the end of a script, a free thread can run another one: nothing of the script is left to do. */
export type ScriptMessage =
  | ScriptCall
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'done'; readonly value: string; readonly isFree: boolean }
  | { readonly kind: 'failed'; readonly reason: ScriptFault; readonly text: string; readonly isFree: boolean }

/** Reason why a script ended: an error of its own, or a limit. */
export type ScriptFault = 'error' | 'time' | 'memory' | 'waiting'

/** Answer to a call: JSON text, or the text of an error. */
export interface ScriptAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly value?: string
  readonly error?: string
}
