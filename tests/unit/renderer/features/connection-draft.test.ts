import type { ConnectionView } from '@common/model/connection'
import { describe, expect, it } from 'vitest'
import {
  draftOfJson,
  draftOfView,
  draftProblems,
  editOfDraft,
  jsonOfDraft,
  newDraft,
  settingsOfDraft,
  withKind,
  withoutStoredSecrets,
  type ConnectionDraft,
} from '../../../../renderer/features/projects/connection/connection-draft'

const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
const filled: ConnectionDraft = {
  ...newDraft('postgres'),
  host: ' db.example.com ',
  database: 'shop',
  user: 'ada',
  password: 'secret ',
}
const view: ConnectionView = {
  kind: 'postgres',
  host: 'db.example.com',
  port: 5432,
  user: 'ada',
  database: 'shop',
  createIfNotExists: false,
  inflection: { table: 'camelize', column: 'none' },
  hasPassword: true,
  ssl: { usage: 'required', hasClientKey: true, clientCert: pem },
}

describe('the connection form', () => {
  it('begins with the usual port, and says what is missing', () => {
    expect(newDraft('postgres').port).toBe('5432')
    expect(draftProblems(newDraft('postgres'))).toEqual({ host: 'required', database: 'required', user: 'required' })
    expect(draftProblems(filled)).toEqual({})
  })

  it.each<[Partial<ConnectionDraft>, object]>([
    [{ host: 'a b' }, { host: 'host' }],
    [{ host: '/var/run' }, { host: 'host' }],
    [{ port: '0' }, { port: 'port' }],
    [{ port: 'x' }, { port: 'port' }],
    [{ port: '' }, { port: 'port' }],
    [{ port: '99999' }, { port: 'port' }],
    [{ usage: 'required', serverCa: { text: 'none', fileName: 'a.pem' } }, { serverCa: 'pem' }],
  ])('refuses %j at its place', (change, problems) => {
    expect(draftProblems({ ...filled, ...change })).toEqual(problems)
  })

  it('sends the choice to read on standbys only for several servers that have them', () => {
    const chosen = { ...filled, standbyReads: true }
    expect(settingsOfDraft(chosen)).not.toHaveProperty('standbyReads')
    expect(settingsOfDraft({ ...chosen, host: 'db1,db2' })).toMatchObject({ standbyReads: true })
    expect(settingsOfDraft({ ...chosen, host: 'db1,db2', kind: 'mssql' })).not.toHaveProperty('standbyReads')
    expect(draftOfView({ ...view, standbyReads: true }).standbyReads).toBe(true)
    expect(draftOfView(view).standbyReads).toBe(false)
  })

  it('sends what was typed, without the blanks around names, with those of the password', () => {
    expect(settingsOfDraft(filled)).toMatchObject({ host: 'db.example.com', port: 5432, password: 'secret ' })
    expect(settingsOfDraft(filled)).not.toHaveProperty('schema')
    expect(settingsOfDraft({ ...filled, schema: ' sales ' })).toMatchObject({ schema: 'sales' })
    // An unencrypted connection doesn't use keys.
    expect(settingsOfDraft({ ...filled, serverCa: { text: pem, fileName: '' } })?.ssl).toEqual({ usage: 'no' })
  })

  it('takes the usual port of another kind, unless another was typed', () => {
    expect(withKind(filled, 'mysql')).toMatchObject({ kind: 'mysql', port: '3306', host: filled.host })
    expect(withKind({ ...filled, port: '6000' }, 'mysql').port).toBe('6000')
  })

  it('leaves kept secrets where they are while host, port and user stay', () => {
    const draft = draftOfView(view)
    expect(draft.password).toBeNull()
    const edit = editOfDraft(draft)
    expect(edit).not.toHaveProperty('password')
    expect(edit?.ssl).toEqual({ usage: 'required', clientCert: pem })
    expect(withoutStoredSecrets({ ...draft, database: 'other' }, view).password).toBeNull()
    for (const change of [{ host: 'other' }, { port: '1' }, { user: 'eve' }]) {
      const changed = withoutStoredSecrets({ ...draft, ...change }, view)
      expect([changed.password, changed.clientKey?.text]).toEqual(['', ''])
    }
  })

  it('removes a kept key when encryption is given up', () => {
    const edit = editOfDraft({ ...draftOfView(view), usage: 'no', clientKey: { text: '', fileName: '' } })
    expect(edit?.ssl).toEqual({ usage: 'no', clientKey: '' })
  })

  it('shows itself as connection JSON without a secret, and reads that back', () => {
    const draft = { ...filled, usage: 'required-CA' as const, serverCa: { text: pem, fileName: 'ca.pem' } }
    const json = jsonOfDraft(draft)
    expect(json).not.toContain('secret')
    expect(draftOfJson(draft, json)).toEqual({ draft: { ...draft, host: 'db.example.com' } })
  })

  it('is filled by JSON that somebody pastes', () => {
    const json = JSON.stringify({ client: 'mysql2', connection: 'mysql://eve:pass@10.0.0.9:3307/ledger' })
    expect(draftOfJson(filled, json)).toMatchObject({
      draft: { kind: 'mysql', host: '10.0.0.9', port: '3307', user: 'eve', password: 'pass', database: 'ledger' },
    })
  })

  it.each([
    ['{', 'syntax', ''],
    ['{"client":"sqlite3","connection":{"filename":"/x"}}', 'file', ''],
    ['{"client":"oracle","connection":"x://y/z"}', 'shape', 'client'],
    ['{"client":"pg","connection":{"host":"h","user":"u","database":"d","port":0}}', 'shape', 'connection.port'],
    ['{"client":"pg","connection":{"host":"h","user":"u","database":"d","colour":1}}', 'shape', 'connection.colour'],
    ['[]', 'shape', ''],
  ])('says what is wrong with %s', (text, problem, path) => {
    expect(draftOfJson(filled, text)).toEqual({ problem, path })
  })
})
