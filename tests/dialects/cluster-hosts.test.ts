import { freePort } from '@tests/helpers/free-port'
import { createTestMariadb, hasMariadb } from '@tests/helpers/mariadb'
import { createTestPostgres, hasPostgres } from '@tests/helpers/postgres'
import { openMysql } from '@main/db/dialects/mysql/connection'
import { settingsOfUrl } from '@main/db/dialects/mysql/options'
import { openPostgres } from '@main/db/dialects/postgres/connection'
import { expect, it } from 'vitest'

const places = [
  ...((await hasPostgres())
    ? [{ engine: 'PostgreSQL', create: createTestPostgres, open: (url: string) => openPostgres({ url }) }]
    : []),
  ...((await hasMariadb())
    ? [
        {
          engine: 'MariaDB',
          create: createTestMariadb,
          open: (url: string) => openMysql({ settings: settingsOfUrl(url) }),
        },
      ]
    : []),
]

it.each(places)('finds the server of a cluster that answers, on $engine', async ({ create, open }) => {
  const place = await create()
  const { host } = new URL(place.url)
  const away = `127.0.0.1:${await freePort()}`
  for (const hosts of [`${away},${host}`, `${host},${away}`]) {
    const database = await open(place.url.replace(host, hosts))
    expect(await database.read({ sql: 'SELECT 1', params: [] })).toHaveLength(1)
    await database.close()
  }
  await expect(open(place.url.replace(host, `${away},${away}`))).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  await place.drop()
})
