import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { Engine, OpenedEngine } from './engines'
import { executeMariadb } from './mariadb'

const folder = '../shared/data/chinook'
const files: Readonly<Record<Engine['dialect'], string>> = {
  sqlite: `${folder}/Chinook_Sqlite.sqlite`,
  postgres: `${folder}/Chinook_PostgreSql.sql`,
  mysql: `${folder}/Chinook_MySql.sql`,
  mssql: `${folder}/Chinook_SqlServer.sql`,
}

/** True if the Chinook sample database is available for this engine; it isn't part of the repository. */
export const hasChinook = ({ dialect }: Engine): boolean => existsSync(files[dialect])

/** Opens a new database of the engine that contains Chinook. */
export async function openChinook(engine: Engine): Promise<OpenedEngine> {
  const opened = await engine.open()
  if (engine.dialect === 'sqlite') {
    await opened.database.close()
    copyFileSync(files.sqlite, opened.address)
    return opened
  }
  const script = readFileSync(files[engine.dialect], 'utf8')
  // Removes the lines that create and select a database.
  const statements = script.replaceAll(/^(DROP DATABASE|CREATE DATABASE|USE |\\c ).*$/gm, '')
  // The script was written by a tool that means a backslash when it writes one.
  const asWritten = `SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')`
  if (engine.dialect === 'mssql') await loadBatches(opened, statements)
  else if (engine.dialect === 'mysql') await executeMariadb(opened.address, `${asWritten};${statements}`)
  else {
    const client = new Client({ connectionString: opened.address })
    await client.connect()
    try {
      await client.query(statements)
    } finally {
      await client.end()
    }
  }
  return opened
}

/** Runs the script, which consists of batches separated by GO. It first creates and selects a database. */
async function loadBatches({ database }: OpenedEngine, script: string): Promise<void> {
  const batches = script.split(/^GO\s*$/m).filter((batch) => !/\b(DATABASE|USE)\b/.test(batch) && batch.trim() !== '')
  for (const sql of batches) await database.read({ sql, params: [] })
}
