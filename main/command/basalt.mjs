#!/usr/bin/env node
/** The command `basalt` of package.json. Runs the built command. */
import { existsSync } from 'node:fs'

const built = new URL('../../dist/main/command.js', import.meta.url)
if (existsSync(built)) {
  const { main } = await import(built.href)
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write('basalt: This copy of Basalt is not built. Run: npm run build\n')
  process.exitCode = 1
}
