import { resolve } from 'node:path'
import { startSqliteThread } from '@main/db/dialects/sqlite/carrier'
import { cacheCompiledCode } from '@main/lib/compiled-code'
import { readArguments, type ServeArguments } from '@main/lib/serve-arguments'

/*
 * Entry of the server without a window. It loads little itself: the compiled code of everything else comes from the
 * cache, while the thread that reads the profile starts.
 */

const here = (path: string): URL => new URL(path, import.meta.url)

function argumentsOrUndefined(): ServeArguments | undefined {
  try {
    return readArguments(process.argv.slice(2), process.env)
  } catch {
    // The server reads them again and reports the problem.
    return undefined
  }
}

// Makes all new files of this process private, whichever library creates them.
process.umask(0o077)
const given = argumentsOrUndefined()
const starts = given?.help === false
if (starts) cacheCompiledCode(resolve(given.profile), here('./headless.js'))
const thread = starts && given.metaUrl === undefined ? startSqliteThread(here('./sqlite-worker.js')) : undefined
const { serve } = await import('./headless')
await serve(thread)
