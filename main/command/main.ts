import { spawn } from 'node:child_process'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { languageOfConsole, loadTexts } from '@main/lib/languages'
import { runCommand } from './command'
import type { CommandIo } from './run'
import { speak } from './words'

/*
 * The command `basalt`. `npm` installs it by `package.json`; terminals of the desktop window have it on their PATH
 * (main/shell/command-file.ts).
 */

function version(): string {
  // The build puts this file into dist/main or dist/main/chunks.
  const file = ['../../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((path) => existsSync(path))
  if (file === undefined) return '0.0.0'
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }).version ?? '0.0.0'
}

/** Opens an address with the browser of the system. */
function openUrl(url: string): void {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['rundll32', 'url.dll,FileProtocolHandler', url]
      : [process.platform === 'darwin' ? 'open' : 'xdg-open', url]
  const child = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
  // Without a browser, the address at least can be copied.
  child.on('error', () => process.stdout.write(`${url}\n`))
  child.unref()
}

/** Returns the standard input. Electron replaces its stream on Windows by an empty one; the file itself is there. */
function openInput(): AsyncIterable<Buffer> {
  const isReplaced = process.platform === 'win32' && process.versions.electron !== undefined
  return isReplaced ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin
}

const io: CommandIo = {
  env: process.env,
  version: version(),
  write: (chunk) =>
    new Promise((resolve, reject) => process.stdout.write(chunk, (error) => (error ? reject(error) : resolve()))),
  complain: (line) => void process.stderr.write(line),
  readInput: () => text(openInput()),
  openUrl,
}

/** Runs the command with these arguments. @returns exit code */
export async function main(args: readonly string[]): Promise<number> {
  // The reader has closed the pipe, as `head` does.
  process.stdout.on('error', () => process.exit(0))
  const language = languageOfConsole(process.env, process.stdout.isTTY)
  await loadTexts(language)
  speak(language)
  return runCommand(args, io)
}
