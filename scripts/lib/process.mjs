/**
 * Small process helpers for the commands of this folder. Plain Node 20, no packages: prepare.mjs runs before the
 * install.
 */
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Path of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const inRoot = (...parts) => join(root, ...parts)

const windows = process.platform === 'win32'

/** Returns the Node of the devDependency `node`: the same that Electron embeds. Undefined before the install. */
export function projectNode() {
  const file = inRoot('node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}

/** PATH with the project's tools first, so that children find the right `node`. */
export function projectPath() {
  return [inRoot('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
}

/** Returns PATH without any `node_modules/.bin`, for npm itself. npm would otherwise delete the Node it runs on. */
export function hostPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .join(delimiter)
}

/**
 * Runs a program to its end and forwards signals.
 *
 * @param options.quiet   returns its output instead of showing it
 * @param options.label   begins each line that it shows, for programs that run in parallel
 * @param options.limitMs kills it, with its children, after this time
 * @returns exit code (1 for a signal), the output if quiet, and true if it timed out
 */
export function run(command, args, { quiet = false, label, limitMs, env = {}, cwd = root, shell = false } = {}) {
  return new Promise((resolve) => {
    const ownGroup = limitMs !== undefined && !windows
    const child = spawn(command, args, {
      cwd,
      shell,
      detached: ownGroup,
      stdio: quiet || label !== undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: projectPath(), ...env },
    })
    let output = ''
    let timedOut = false
    for (const [stream, shown] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream?.setEncoding('utf8')
      if (quiet) stream?.on('data', (chunk) => (output += chunk))
      else if (stream) createInterface({ input: stream }).on('line', (line) => shown.write(`${label}${line}\n`))
    }

    const kill = (signal) => {
      try {
        if (ownGroup && child.pid !== undefined) process.kill(-child.pid, signal)
        else child.kill(signal)
      } catch {
        // It has ended in the meantime.
      }
    }
    let signalled
    const pass = (signal) => {
      signalled = signal
      kill(signal)
    }
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            kill('SIGKILL')
          }, limitMs)

    let ended = false
    const end = (code) => {
      if (ended) return
      ended = true
      clearTimeout(timer)
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      // On a signal nothing runs after this program, unless it exited normally.
      if (signalled !== undefined && code !== 0) process.exit(signalled === 'SIGINT' ? 130 : 143)
      resolve({ code, output, timedOut })
    }
    child.on('error', (error) => {
      output += error.message
      end(127)
    })
    child.on('close', (code) => end(code ?? 1))
  })
}

/** Runs a JavaScript file with the project's Node. */
export function runNode(file, args = [], options = {}) {
  return run(projectNode() ?? process.execPath, [file, ...args], options)
}

/** Runs a package's command-line tool, by its script, so that no shell is needed on any system. */
export function runTool(packageAndFile, args = [], options = {}) {
  return runNode(inRoot('node_modules', ...packageAndFile.split('/')), args, options)
}

/** Loads an installed package's module by its file; bare names do not resolve the same everywhere. */
export function loadModule(...parts) {
  return import(pathToFileURL(inRoot(...parts)).href)
}

/** True when this file was started as the command, not imported by another. */
export function isCommand(moduleUrl) {
  return process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === moduleUrl
}

/** Re-runs the command on the project's Node if an older one started it. Returns false if that isn't necessary. */
export async function handOverToProjectNode(moduleUrl) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return false
  const node = projectNode()
  if (node === undefined) return false
  const { code } = await run(node, [...process.execArgv, fileURLToPath(moduleUrl), ...process.argv.slice(2)])
  process.exitCode = code
  return true
}

const parentCheckMs = 500

/**
 * Ends this command gracefully when npm exits. npm runs scripts through a shell. When npm gets a signal, the shell
 * exits without forwarding it, and the command would run for ever.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || windows) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, parentCheckMs)
  timer.unref()
}

export const say = (text) => process.stdout.write(`${text}\n`)
export const complain = (text) => process.stderr.write(`${text}\n`)

/** Lets the owner of the installation change the translations of this checkout in the product (locales/README.md). */
export function offerLocales() {
  process.env.BASALT_LOCALES ??= inRoot('locales')
}
