import { connectionSettings } from '@common/model/connection'
import { mysqlClient } from '@main/db/dialects/mysql/client'
import { psql } from '@main/db/dialects/postgres/client'
import { describe, expect, it } from 'vitest'

const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
const settings = (kind: 'postgres' | 'mysql') =>
  connectionSettings.parse({
    kind,
    host: 'db.example',
    port: 4000,
    user: 'ada:l',
    database: 'music',
    password: 'a:b\\c"d',
    ssl: { usage: 'required-CA', serverCa: pem },
  })

describe('the client program of a server', () => {
  it('psql reads its password from a file, with escaped separators', () => {
    const { args, environment, files } = psql(settings('postgres'), '/tmp/x')
    expect(args).toEqual([])
    expect(environment).toEqual({
      PGHOST: 'db.example',
      PGPORT: '4000',
      PGUSER: 'ada:l',
      PGDATABASE: 'music',
      PGPASSFILE: '/tmp/x/password',
      PGSSLMODE: 'verify-ca',
      PGSSLROOTCERT: '/tmp/x/ca.pem',
    })
    expect(files).toEqual({ password: 'db.example:4000:music:ada\\:l:a\\:b\\\\c"d\n', 'ca.pem': pem })
  })

  it('psql looks for the primary of several servers', () => {
    const several = { ...settings('postgres'), host: 'db1,[::1]:5433' }
    const { environment, files } = psql(several, '/tmp/x')
    expect(environment).toMatchObject({
      PGHOST: 'db1,::1',
      PGPORT: '4000,5433',
      PGTARGETSESSIONATTRS: 'read-write',
    })
    expect(files['password']?.split('\n')).toEqual([
      'db1:4000:music:ada\\:l:a\\:b\\\\c"d',
      '\\:\\:1:5433:music:ada\\:l:a\\:b\\\\c"d',
      '',
    ])
  })

  it('mysql reads its options from a file, in quotes', () => {
    const { args, environment, files } = mysqlClient(settings('mysql'), '/tmp/x')
    expect([args, environment]).toEqual([['--defaults-extra-file=/tmp/x/options.cnf', 'music'], {}])
    expect(files['options.cnf']?.split('\n')).toEqual([
      '[client]',
      'host="db.example"',
      'port=4000',
      'protocol=tcp',
      'user="ada:l"',
      'password="a:b\\\\c\\"d"',
      'ssl-ca="/tmp/x/ssl-ca.pem"',
      '',
    ])
    expect(files['ssl-ca.pem']).toBe(pem)
  })
})
