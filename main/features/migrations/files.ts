import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import type { SqlSyntax } from '@common/dialects/sql-syntax'
import { codeTokens, splitScript } from '@common/sql'
import { storageError, writeFileAtomic } from '@main/lib/files'

/** A migration in the folder: `0001_table_create_books.up.sql`, and `.down.sql` unless it can't be rolled back. */
export interface MigrationFile {
  /** Without the ending. */
  readonly name: string
  readonly up: string
  readonly down: string | null
}

const filesMax = 10_000
const bytesMax = 4 * 1024 * 1024
const numberDigits = 4
const namePattern = /^(\d{1,9})[_-][^/\\]{1,150}(?=\.up\.sql$)/

/** Reads the migrations of a folder by number, then by name. @throws AppError MIGRATION_FILES_TOO_LARGE */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = await namesIn(folder)
  const found = names.flatMap((file) => namePattern.exec(file)?.[0] ?? [])
  if (found.length > filesMax) throw new AppError('MIGRATION_FILES_TOO_LARGE')
  const present = new Set(names)
  const files: MigrationFile[] = []
  for (const name of found) {
    const down = `${name}.down.sql`
    files.push({
      name,
      up: await textOf(join(folder, `${name}.up.sql`)),
      down: present.has(down) ? await textOf(join(folder, down)) : null,
    })
  }
  return files.sort(byNumber)
}

interface Named {
  readonly name: string
}

/** Orders migrations by number, then by name. */
export const byNumber = (one: Named, other: Named): number =>
  numberOf(one) - numberOf(other) || (one.name < other.name ? -1 : 1)

const numberOf = ({ name }: Named): number => Number(/^\d+/.exec(name)?.[0] ?? 0)

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path)
  if (size > bytesMax) throw new AppError('MIGRATION_FILES_TOO_LARGE')
  // Version control may write other line ends.
  return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
}

/** Writes a migration with the next number, and returns it. */
export async function writeMigration(
  folder: string,
  title: string,
  { up, down }: { readonly up: string; readonly down: string },
): Promise<MigrationFile> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await namesIn(folder)
    const last = Math.max(0, ...names.map((file) => Number(namePattern.exec(file)?.[1] ?? 0)))
    const name = `${String(last + 1).padStart(numberDigits, '0')}_${title}`
    // The file that makes it a migration comes last.
    await writeFileAtomic(join(folder, `${name}.down.sql`), down)
    await writeFileAtomic(join(folder, `${name}.up.sql`), up)
    return { name, up, down }
  } catch (error) {
    throw storageError(error)
  }
}

/** Returns a file name of an operation and a table: `table_create_books`. */
export function titleOf(operation: string, table: string): string {
  const words = (text: string): string =>
    text
      .replace(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60)
  return [words(operation), words(table)].filter((word) => word !== '').join('_')
}

/** Writes statements as a script that `statementsOfFile` reads back. */
export function fileText(statements: readonly string[], syntax: SqlSyntax): string {
  return statements.map((sql) => `${terminated(sql.trim(), syntax)}\n`).join('\n')
}

function terminated(sql: string, syntax: SqlSyntax): string {
  const hasEnd = codeTokens(sql, syntax).some(({ from, to }) => sql.slice(from, to) === ';')
  return syntax.delimiterCommand && hasEnd ? `DELIMITER $$\n${sql}$$\nDELIMITER ;` : `${sql};`
}

const forbidden = new Set([
  'ABORT',
  'BEGIN',
  'COMMIT',
  'ROLLBACK',
  'START',
  'SAVEPOINT',
  'RELEASE',
  'END',
  'ATTACH',
  'DETACH',
  'VACUUM',
  'USE',
])

/**
 * Returns the statements of a file.
 *
 * @throws AppError MIGRATION_STATEMENT_FORBIDDEN for statements that end the transaction or leave the database
 */
export function statementsOfFile(name: string, text: string, syntax: SqlSyntax): string[] {
  return splitScript(text, syntax).map((statement) => {
    const word = /^[a-z]+/i.exec(statement.text)?.[0].toUpperCase() ?? ''
    if (forbidden.has(word)) throw new AppError('MIGRATION_STATEMENT_FORBIDDEN', { name, word })
    return statement.text
  })
}
