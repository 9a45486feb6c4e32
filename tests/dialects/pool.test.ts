import { describe, expect, it } from 'vitest'
import { createDatabases, targetOfUrl } from '@main/db'
import { sqliteWorkerUrl } from '@tests/helpers/worker'
import { temporaryFolder } from './sqlite-files'

describe('the address of a database server', () => {
  it.each(['postgres://user:secret@host/db', 'postgresql://host:5433/db?sslmode=require', 'POSTGRES://host/db'])(
    'is known: %s',
    (url) => {
      expect(targetOfUrl(url)).toEqual({ dialect: 'postgres', url })
    },
  )

  it.each(['mysql://user:secret@host/db', 'mariadb://host:3307/db?ssl=required'])('is known: %s', (url) => {
    expect(targetOfUrl(url)).toEqual({ dialect: 'mysql', url })
  })

  it.each(['oracle://host/db', 'file:///etc/passwd', '/etc/passwd', ''])('is refused: %j', (url) => {
    expect(() => targetOfUrl(url)).toThrow(expect.objectContaining({ code: 'NOT_SUPPORTED' }))
  })
})

it('opens databases by what they are, on threads that end with it', async () => {
  const folder = temporaryFolder()
  const databases = createDatabases({ sqliteWorkerUrl })
  const target = { dialect: 'sqlite', filename: folder.file('a.sqlite'), mode: 'builtIn', create: true } as const
  const database = await databases.open(target)
  expect(database.dialect.name).toBe('sqlite')
  expect(await database.read({ sql: 'SELECT 1', params: [] })).toEqual([[1]])
  await database.close()
  await databases.close()
  await expect(databases.open(target)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  folder.remove()
})
