import { app } from 'electron'
import { argumentsOfCommand } from './shell/command-file'

/*
 * Entry of the desktop application. In a package, its binary can't run as plain Node, so it runs the command `basalt`
 * too. The command loads nothing of the shell and opens no window.
 */

const args = argumentsOfCommand(process.argv)
if (args === undefined) await import('./index')
else {
  const { main } = await import('./command/main')
  const code = await main(args)
  // Writing to a pipe takes a moment on some systems, and `exit` doesn't wait.
  await new Promise<void>((done) => process.stderr.write('', () => done()))
  app.exit(code)
}
