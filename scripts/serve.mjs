/**
 * Builds if the sources changed, then runs the server without a window:
 *
 *   npm run serve -- --port 8080 --terminal-port 8081 --profile DIR --host 127.0.0.1 --open
 *
 * The server runs in this very process, so signals and the exit code are its own.
 */
import { endWithNpm, handOverToProjectNode, inRoot, loadModule, runNode } from './lib/process.mjs'

endWithNpm()
if (!(await handOverToProjectNode(import.meta.url))) {
  // Runs in its own process, which frees the bundler's threads and memory before the server starts.
  const { code } = await runNode(inRoot('scripts', 'build.mjs'), ['--only=server,renderer'])
  if (code === 0) await loadModule('dist', 'main', 'serve.js')
  else process.exitCode = code
}
