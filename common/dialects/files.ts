/** Extensions of database files that can be opened in place, for file dialogs and for files passed to the app. */
export const databaseFileEndings = ['sqlite', 'sqlite3', 'db', 'db3'] as const

/** True if the extension is that of a database file. The content decides. */
export function looksLikeDatabaseFile(path: string): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase()
  return databaseFileEndings.some((known) => known === ending)
}
