/** Endings of database files that can be opened in place, for file dialogs and for files given to the application. */
export const databaseFileEndings = ['sqlite', 'sqlite3', 'db', 'db3'] as const

/** True when a path ends like a database file. Its content decides in the end. */
export function looksLikeDatabaseFile(path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase()
  return databaseFileEndings.some((known) => known === ending)
}
