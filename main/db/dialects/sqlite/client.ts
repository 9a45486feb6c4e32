import type { ClientProgram } from '@main/db/client-program'

/** Returns `sqlite3` with a file. */
export const sqlite3 = (filename: string): ClientProgram => ({
  name: 'sqlite3',
  args: [filename],
  environment: {},
  files: {},
})
