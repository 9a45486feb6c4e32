import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { prelude } from './prelude'
import type { ScriptAnswer, ScriptFault, ScriptMessage, ScriptTask } from './protocol'

/*
 * Runs one script at a time, each in an engine and in memory of its own: QuickJS, compiled to WebAssembly. The script
 * has no object of Node, and reaches the server only by messages. The server ends the thread when its time is over.
 */

const port = parentPort
if (port === null) throw new Error('This file is run as a worker')
const tell = (message: ScriptMessage): void => port.postMessage(message)
/** Resolves a call of the running script. */
let resolveCall = (_answer: ScriptAnswer): void => undefined

/** Jobs between two looks at the clock. */
const jobsAtOnce = 500

/** Its types come with those of browsers. */
declare const WebAssembly: {
  readonly Memory: new (limits: { readonly initial: number; readonly maximum: number }) => object
}
const pageBytes = 65_536
/** Pages that the engine begins with, for itself. */
const enginePages = 256

/**
 * Returns memory that ends at the limit of a script. QuickJS compares only single allocations with its own limit: it
 * cannot learn the size of those before, so that many small values would take gigabytes.
 */
function limitedMemory(bytes: number): object {
  return new WebAssembly.Memory({ initial: enginePages, maximum: enginePages + Math.ceil(bytes / pageBytes) })
}

async function run({ code, input, limits }: ScriptTask): Promise<void> {
  const wasmMemory = limitedMemory(limits.memoryBytes)
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }))
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes)
  runtime.setMaxStackSize(limits.stackBytes)
  let deadline = Infinity
  let busyMs = 0
  let isLate = false
  runtime.setInterruptHandler(() => (isLate ||= performance.now() > deadline))
  /** Counts processor time, over all parts of the script. */
  const busy = <T>(work: () => T): T => {
    const start = performance.now()
    deadline = start + limits.busyMs - busyMs
    try {
      return work()
    } finally {
      busyMs += performance.now() - start
      deadline = Infinity
    }
  }
  const context = runtime.newContext()
  const pending = new Map<number, QuickJSDeferredPromise>()
  const isFree = (): boolean => pending.size === 0 && !isLate
  const end = (reason: ScriptFault, text: string): void =>
    tell({ kind: 'failed', reason: isLate ? 'time' : reason, text, isFree: isFree() && reason !== 'memory' })

  offer(context, { pending, input, limits })

  const started = busy(() => context.evalCode(`(async () => {${code}\n})()`, 'script.js'))
  if (started.error) return end(...faultOf(context, started.error))
  const promise = started.value
  const step = (): void => {
    const problem = busy(() => runJobs(runtime, () => (isLate ||= performance.now() > deadline)))
    if (isLate) return end('time', '')
    if (problem !== undefined) return end(...faultOf(context, problem))
    const state = context.getPromiseState(promise)
    if (state.type === 'rejected') return end(...faultOf(context, state.error))
    if (state.type === 'fulfilled') return tell({ kind: 'done', value: textOf(context, state.value), isFree: isFree() })
    if (pending.size === 0) end('waiting', '')
  }
  resolveCall = ({ id, value, error }) => {
    const deferred = pending.get(id)
    pending.delete(id)
    if (deferred === undefined) return
    if (error !== undefined) deferred.reject(context.newError({ name: 'Error', message: error }))
    else if (value === undefined) deferred.resolve(context.undefined)
    else deferred.resolve(context.newString(value))
    step()
  }
  step()
}

/** Runs waiting jobs. @returns the error of the first one that failed */
function runJobs(runtime: QuickJSRuntime, isLate: () => boolean): QuickJSHandle | undefined {
  while (runtime.hasPendingJob() && !isLate()) {
    const result = runtime.executePendingJobs(jobsAtOnce)
    if (result.error) return result.error
  }
  return undefined
}

interface Offered {
  readonly pending: Map<number, QuickJSDeferredPromise>
  readonly input: string
  readonly limits: ScriptTask['limits']
}

/** Gives the script its functions. */
function offer(context: QuickJSContext, { pending, input, limits }: Offered): void {
  let calls = 0
  let logged = 0
  const ask = context.newFunction('ask', (name, args) => {
    calls += 1
    if (calls > limits.calls) throw new Error(`A script can make ${limits.calls} calls`)
    const deferred = context.newPromise()
    pending.set(calls, deferred)
    tell({ kind: 'call', id: calls, name: context.getString(name), args: context.getString(args) })
    return deferred.handle
  })
  const log = context.newFunction('log', (line) => {
    const text = context.getString(line).slice(0, Math.max(0, limits.logCharacters - logged))
    logged += text.length + 1
    if (logged <= limits.logCharacters + 1) tell({ kind: 'log', line: text })
  })
  const made = context.unwrapResult(context.evalCode(prelude, 'prelude.js'))
  context.unwrapResult(context.callFunction(made, context.undefined, [ask, log, context.newString(input)]))
}

/** Memory is over first for the error itself: QuickJS then throws null, or an error without a text. */
function faultOf(context: QuickJSContext, handle: QuickJSHandle): [ScriptFault, string] {
  const error: unknown = context.dump(handle)
  if (error === null) return ['memory', '']
  if (typeof error !== 'object') return ['error', JSON.stringify(error)]
  const { name = 'Error', message = '', stack = '' } = error as Readonly<Record<string, unknown>>
  if (/out of memory/i.test(String(message))) return ['memory', '']
  if (String(message) === 'interrupted') return ['time', '']
  const at = /script\.js:(\d+)/.exec(String(stack))?.[1]
  return ['error', `${String(name)}: ${String(message)}${at === undefined ? '' : ` (${at})`}`]
}

/** Returns the JSON of a result, or its text. */
function textOf(context: QuickJSContext, handle: QuickJSHandle): string {
  const value: unknown = context.dump(handle)
  if (value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

port.on('message', (message: ScriptTask | ScriptAnswer) => {
  if (message.kind === 'answer') return resolveCall(message)
  run(message).catch((error: unknown) => {
    // A broken engine, such as after its memory was over, is of no further use.
    const text = error instanceof Error ? error.message : String(error)
    const reason = /memory|unreachable|out of bounds/i.test(text) ? 'memory' : 'error'
    tell({ kind: 'failed', reason, text, isFree: false })
  })
})
