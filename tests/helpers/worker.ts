import { pathToFileURL } from 'node:url'

/** Where `global-setup.ts` puts the bundled SQLite worker. */
export const sqliteWorkerUrl = pathToFileURL('.cache/test/sqlite-worker.js')
