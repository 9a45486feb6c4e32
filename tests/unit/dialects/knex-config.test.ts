import { knexOfSettings, knexTarget } from '@common/dialects'
import { connectionSettings } from '@common/model/connection'
import { describe, expect, it } from 'vitest'

const server = { host: 'db.example.com', user: 'ada', password: 'secret', database: 'shop' }
const settingsOf = (config: unknown) => {
  const read = knexTarget.parse(config)
  if (!('settings' in read)) throw new Error('That is a file')
  return read.settings
}

describe('a knex configuration', () => {
  it.each([
    ['pg', 'postgres', 5432],
    ['postgresql', 'postgres', 5432],
    ['mysql', 'mysql', 3306],
    ['mysql2', 'mysql', 3306],
    ['mariadb', 'mysql', 3306],
    ['mssql', 'mssql', 1433],
  ])('of the client %s is a server of the kind %s', (client, kind, port) => {
    expect(settingsOf({ client, connection: server })).toMatchObject({ ...server, kind, port, ssl: { usage: 'no' } })
  })

  it('may name its port in words, its server like SQL Server, and much that concerns knex only', () => {
    const connection = { server: 'db', port: '1434', user: 'sa', password: '', database: 'shop' }
    const config = { client: 'mssql', connection, pool: { min: 0 }, useNullAsDefault: true, debug: false, meta: {} }
    expect(settingsOf(config)).toMatchObject({ host: 'db', port: 1434, user: 'sa' })
  })

  it('may be an address', () => {
    const url = 'postgres://ada%40home:se%3Acret@db.example.com:6543/shop?sslmode=verify-ca'
    const wanted = { host: 'db.example.com', port: 6543, user: 'ada@home', password: 'se:cret', database: 'shop' }
    const ssl = { usage: 'required-CA' }
    expect(settingsOf({ client: 'pg', connection: url })).toMatchObject({ ...wanted, ssl })
    expect(settingsOf({ client: 'pg', connection: { connectionString: url } })).toMatchObject({ ...wanted, ssl })
    expect(settingsOf({ client: 'pg', connection: 'pg://ada@[::1]/shop' })).toMatchObject({ host: '[::1]', port: 5432 })
  })

  it.each([
    [true, { usage: 'required' }],
    [false, { usage: 'no' }],
    ['prefer', { usage: 'preferred' }],
    [{ rejectUnauthorized: false }, { usage: 'required' }],
    [{ rejectUnauthorized: true }, { usage: 'required-identity' }],
    [{ usage: 'required-CA' }, { usage: 'required-CA' }],
  ])('says with ssl %j how the connection is secured', (ssl, wanted) => {
    expect(settingsOf({ client: 'pg', connection: { ...server, ssl } }).ssl).toEqual(wanted)
  })

  it('gives keys and certificates as texts or lists of them', () => {
    const pem = (name: string): string => `-----BEGIN ${name}-----\nAAAA\n-----END ${name}-----`
    const ssl = { ca: [pem('CERTIFICATE'), pem('CERTIFICATE')], key: pem('PRIVATE KEY'), cert: pem('CERTIFICATE') }
    expect(settingsOf({ client: 'pg', connection: { ...server, ssl } }).ssl).toEqual({
      usage: 'required-identity',
      serverCa: `${pem('CERTIFICATE')}\n${pem('CERTIFICATE')}`,
      clientKey: pem('PRIVATE KEY'),
      clientCert: pem('CERTIFICATE'),
    })
  })

  it('names schema and inflection', () => {
    const config = { client: 'pg', connection: server, searchPath: ['$user', 'sales', 'public'] }
    expect(settingsOf(config).schema).toBe('sales')
    expect(settingsOf({ ...config, searchPath: 'public' }).schema).toBeUndefined()
    const meta = { inflection: { tn: 'camelize', cn: '' } }
    expect(settingsOf({ ...config, meta }).inflection).toEqual({ table: 'camelize', column: 'none' })
  })

  it('leads to a file', () => {
    const config = { client: 'sqlite3', connection: { filename: '/home/mina/music.sqlite' }, useNullAsDefault: true }
    expect(knexTarget.parse(config)).toEqual({ filename: '/home/mina/music.sqlite' })
  })

  it.each([
    ['a client that nobody knows', { client: 'oracle', connection: server }],
    ['no client', { connection: server }],
    ['no connection', { client: 'pg' }],
    ['no host', { client: 'pg', connection: { ...server, host: undefined } }],
    ['a socket', { client: 'pg', connection: { ...server, host: '/var/run' } }],
    ['a port beyond all', { client: 'pg', connection: { ...server, port: 70_000 } }],
    ['an address that is none', { client: 'pg', connection: 'nonsense' }],
    ['more than knex knows', { client: 'pg', connection: { ...server, stream: {} } }],
    ['a way of encryption that nobody knows', { client: 'pg', connection: 'pg://a:b@c/d?sslmode=maybe' }],
    ['an inflection that nobody knows', { client: 'pg', connection: server, inflection: { tn: 'snake' } }],
    ['a file without a name', { client: 'sqlite3', connection: {} }],
  ])('is refused with %s', (_what, config) => {
    expect(knexTarget.safeParse(config).success).toBe(false)
  })

  it('written from settings is read as the same settings', () => {
    const settings = connectionSettings.parse({
      kind: 'mysql',
      ...server,
      port: 3307,
      ssl: { usage: 'required-CA' },
      inflection: { table: 'camelize', column: 'none' },
    })
    expect(settingsOf(knexOfSettings(settings))).toEqual(settings)
  })
})
