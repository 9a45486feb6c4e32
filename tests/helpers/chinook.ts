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

/** Whether the Chinook sample database is at hand for this engine; it is not part of the repository. */
export const hasChinook = ({ dialect }: Engine): boolean => existsSync(files[dialect])

/** An own database of the engine with Chinook in it. */
export async function openChinook(engine: Engine): Promise<OpenedEngine> {
  const opened = await engine.open()
  if (engine.dialect === 'sqlite') {
    await opened.database.close()
    copyFileSync(files.sqlite, opened.address)
    return opened
  }
  const script = readFileSync(files[engine.dialect], 'utf8')
  // Without the lines that make and choose a database of their own.
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

/** Its script is made of batches with GO between them, and begins by making and choosing a database. */
async function loadBatches({ database }: OpenedEngine, script: string): Promise<void> {
  const batches = script.split(/^GO\s*$/m).filter((batch) => !/\b(DATABASE|USE)\b/.test(batch) && batch.trim() !== '')
  for (const sql of batches) await database.read({ sql, params: [] })
}
