import { spawn } from 'node:child_process'
import { randomMoment } from './random-moment'

/** The longest time a writer may work before it is killed. */
const writeAtMostMs = 400

/**
 * Starts a program that writes for ever, and kills it without warning at a random moment after its `ready`. Returns the
 * complete lines of its output: its acknowledgements.
 *
 * @param args  for Node: the script and its arguments
 */
export function killWhileWriting(args: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    let complaints = ''
    let kill: Promise<unknown> | undefined
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.startsWith('ready\n')) kill ??= randomMoment(writeAtMostMs).then(() => child.kill('SIGKILL'))
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(said.split('\n').slice(0, -1))
      else reject(new Error(`The writer ended by itself (${code ?? signal}): ${complaints}`))
    })
  })
}
