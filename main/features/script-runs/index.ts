import { AppError, errorMessage } from '@common/errors'
import { createQueue } from '@common/util/queue'
import { english } from '@main/lib/messages'
import { createWarmThreads, type WarmThreads } from '@main/lib/warm-threads'
import type { ScriptAnswer, ScriptCall, ScriptFault, ScriptLimits, ScriptMessage, ScriptTask } from './protocol'

export type { ScriptLimits } from './protocol'

export interface ScriptRun {
  readonly code: string
  /** The event that started the run; the script reads it as `input`. */
  readonly input: unknown
  readonly signal: AbortSignal
  /** Does what the script asks for. @throws AppError; the script gets its text */
  readonly call: (name: string, args: readonly unknown[]) => Promise<unknown>
}

export interface ScriptOutcome {
  /** Lines that the script logged, then the value that it returned. */
  readonly output: string
  readonly ms: number
}

/** Runs scripts of users. @throws AppError SCRIPT_FAILED, SCRIPT_TIMEOUT, SCRIPT_MEMORY, SCRIPT_WAITS, QUERY_CANCELLED */
export type RunScript = (run: ScriptRun) => Promise<ScriptOutcome>

export const scriptLimits: ScriptLimits = {
  busyMs: 5_000,
  totalMs: 60_000,
  memoryBytes: 64 * 1_048_576,
  stackBytes: 512 * 1_024,
  calls: 500,
  logCharacters: 20_000,
}

const scriptsAtOnce = 2
/** For the thread around the engine, whose memory is limited by itself. */
const heapMegabytes = 128
/** Answers are values of the script's memory. */
const answerCharactersMax = 5_000_000

export function createScriptRuns(workerUrl: URL, limits: ScriptLimits = scriptLimits): RunScript {
  const { run: inPlace } = createQueue({ concurrency: scriptsAtOnce })
  const threads = createWarmThreads(workerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
    stdin: false,
    name: 'script',
  })

  return (run) => inPlace(() => runInThread(threads, limits, run), run.signal)
}

async function runInThread(threads: WarmThreads, limits: ScriptLimits, run: ScriptRun): Promise<ScriptOutcome> {
  const { code, input, signal } = run
  const startedMs = performance.now()
  const worker = threads.take()
  const send = (message: ScriptTask | ScriptAnswer): void => worker.postMessage(message)
  let isFree = false
  const lines: string[] = []
  const output = (): string => lines.join('\n')
  let onAbort = (): void => undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ScriptOutcome>((resolve, reject) => {
      const fail = (reason: ScriptFault, text: string): void => reject(faultError(reason, text, limits, output()))
      onAbort = () => reject(new AppError('QUERY_CANCELLED'))
      signal.addEventListener('abort', onAbort, { once: true })
      timer = setTimeout(() => fail('time', ''), limits.totalMs)
      const answer = async ({ id, name, args }: ScriptCall): Promise<void> => {
        try {
          const value = JSON.stringify(await run.call(name, JSON.parse(args) as readonly unknown[]))
          if ((value?.length ?? 0) > answerCharactersMax) throw new AppError('SCRIPT_ANSWER_TOO_LARGE')
          send({ kind: 'answer', id, value })
        } catch (error) {
          if (!(error instanceof AppError)) return reject(new AppError('INTERNAL', {}, { cause: error }))
          send({ kind: 'answer', id, error: english(errorMessage(error.code, error.details)) })
        }
      }
      worker.on('message', (message: ScriptMessage) => {
        isFree = 'isFree' in message && message.isFree
        if (message.kind === 'log') lines.push(message.line)
        else if (message.kind === 'call') void answer(message)
        else if (message.kind === 'failed') fail(message.reason, message.text)
        else {
          if (message.value !== '') lines.push(message.value.slice(0, limits.logCharacters))
          resolve({ output: output(), ms: Math.round(performance.now() - startedMs) })
        }
      })
      worker.on('error', (error) => {
        if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail('memory', '')
        else reject(error)
      })
      worker.on('exit', () => fail('error', ''))
      send({ kind: 'run', code, input: JSON.stringify(input) ?? 'null', limits })
    })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    worker.removeAllListeners('exit')
    if (isFree) threads.giveBack(worker)
    else await worker.terminate()
  }
}

function faultError(reason: ScriptFault, text: string, limits: ScriptLimits, output: string): AppError {
  switch (reason) {
    case 'time':
      return new AppError('SCRIPT_TIMEOUT', { seconds: limits.busyMs / 1_000, total: limits.totalMs / 1_000, output })
    case 'memory':
      return new AppError('SCRIPT_MEMORY', { megabytes: limits.memoryBytes / 1_048_576, output })
    case 'waiting':
      return new AppError('SCRIPT_WAITS', { output })
    default:
      return new AppError('SCRIPT_FAILED', { reason: text, output })
  }
}
