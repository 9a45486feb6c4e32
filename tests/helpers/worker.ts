import { pathToFileURL } from 'node:url'

/** Where `global-setup.ts` puts the bundled SQLite worker. */
export const sqliteWorkerUrl = pathToFileURL('.cache/test/sqlite-worker.js')

/** The bundled worker that reads files of rows. */
export const importWorkerUrl = pathToFileURL('.cache/test/import-worker.js')

/** The bundled worker that runs scripts. */
export const scriptWorkerUrl = pathToFileURL('.cache/test/script-worker.js')
