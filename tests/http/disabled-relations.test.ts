import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { OperationName, OperationOutput, operations } from '@common/operations'
import { giveRoles } from '@tests/helpers/members'
import { startServer, type Answer, type TestServer, type TestUser } from '@tests/helpers/server'

let server: TestServer
let folder: string
let projectId: string
let owner: TestUser
let editor: TestUser

const schema = `
  CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, team INTEGER REFERENCES team);
  CREATE TABLE skill (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE person_skill (person INTEGER REFERENCES person, skill INTEGER REFERENCES skill,
    PRIMARY KEY (person, skill));
  INSERT INTO team VALUES (1, 'Red');
  INSERT INTO person VALUES (1, 'Ada', 1);
  INSERT INTO skill VALUES (1, 'Sailing');
  INSERT INTO person_skill VALUES (1, 1);`

const call = <N extends OperationName>(
  name: N,
  input: z.input<(typeof operations)[N]['input']>,
  { token }: TestUser = owner,
): Promise<OperationOutput<N>> => server.operate(name, input, { token, projectId })

const rows = (as: TestUser, path: string): Promise<Answer> =>
  server.request(`/nc/${projectId}/api/v1/${path}`, { token: as.token })

const titlesOf = async (table: string, as: TestUser): Promise<string[]> =>
  ((await call('tableRead', { table }, as))?.virtualColumns ?? []).map(({ title }) => title).toSorted()
const relationsOf = async (as: TestUser): Promise<string[]> =>
  (await call('relationList', {}, as)).map(
    ({ childTable, childColumns }) => `${childTable.name}.${childColumns.map(({ name }) => name).join()}`,
  )
const turn = (name: string, disabled: boolean) =>
  call('disabledModelsSave', { list: [{ kind: 'relation', name, disabled: { editor: disabled } }] })

let linkOf: (table: string, related: string) => { readonly id: string; readonly title: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-relations-'))
  const filename = join(folder, 'relations.sqlite')
  const file = new Sqlite(filename)
  file.exec(schema)
  file.close()
  server = await startServer({ signInAttempts: 0, signUpAttempts: 0 })
  owner = await server.signUp('owner@example.com')
  editor = await server.signUp('eve@example.com')
  projectId = (await server.call('projectCreateFromFile', { filename }, { token: owner.token })).id
  giveRoles(server.profileFolder, projectId, { 'eve@example.com': 'editor' })
  const found = new Map<string, { readonly id: string; readonly title: string }>()
  for (const table of ['person', 'team', 'skill'])
    for (const column of (await call('tableRead', { table }))?.virtualColumns ?? [])
      if (column.kind === 'link' && column.link.toAssociation !== true)
        found.set(`${table} ${column.link.relatedTable}`, { id: column.id, title: column.title })
  linkOf = (table, related) => {
    const link = found.get(`${table} ${related}`)
    if (link === undefined) throw new Error(`${table} has no link to ${related}`)
    return link
  }
  const definition = { kind: 'lookup', link: linkOf('person', 'team').id, column: 'name' }
  await call('virtualColumnCreate', { table: 'person', title: 'Team name', definition } as never)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a relation that is disabled for a role', () => {
  it('hides its links on both sides, and what is computed over them, until it is enabled', async () => {
    const before = { person: await titlesOf('person', editor), team: await titlesOf('team', editor) }
    expect(before.person).toContain('Team name')
    // The owner warms the caches.
    await rows(owner, 'person/1')
    await turn('person.team', true)
    expect(await titlesOf('person', editor)).toEqual(
      before.person.filter((title) => ![linkOf('person', 'team').title, 'Team name'].includes(title)),
    )
    expect(await titlesOf('team', editor)).toEqual([])
    expect(await relationsOf(editor)).not.toContain('person.team')
    const row = (await rows(editor, 'person/1')).json
    expect(row).not.toHaveProperty('Team name')
    // Its key is a field of its own, with a rule of its own.
    expect(row).toHaveProperty('team', 1)
    expect((await rows(editor, `person?where=${encodeURIComponent('(Team name,eq,Red)')}`)).status).toBe(400)

    expect(await titlesOf('person', owner)).toContain('Team name')
    expect(await relationsOf(owner)).toContain('person.team')
    await turn('person.team', false)
    expect(await titlesOf('person', editor)).toEqual(before.person)
    expect(await titlesOf('team', editor)).toEqual(before.team)
  })

  it('hides a many-to-many link that leads over it', async () => {
    const { title } = linkOf('person', 'skill')
    expect(await titlesOf('person', editor)).toContain(title)
    await turn('person_skill.skill', true)
    expect(await titlesOf('person', editor)).not.toContain(title)
    expect(await titlesOf('skill', editor)).not.toContain(linkOf('skill', 'person').title)
    await turn('person_skill.skill', false)
  })

  it('is the reason that the explanation names', async () => {
    await turn('person.team', true)
    const { tables } = await call('accessExplain', { role: 'editor', table: 'person' })
    const reasons = tables.flatMap(({ columns }) => columns.map(({ title, because }) => [title, because]))
    expect(reasons).toContainEqual([linkOf('person', 'team').title, 'disabled'])
    expect(reasons).toContainEqual(['Team name', 'disabled'])
    await turn('person.team', false)
  })
})
