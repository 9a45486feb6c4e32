import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer, type TestUser } from '@tests/helpers/server'

/* Translators change sentences in the product: the server writes them into the folder that its start names. */

let server: TestServer
let owner: TestUser
let member: TestUser
let folder: string
let outside: string

beforeAll(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'basalt-locales-'))
  folder = join(parent, 'locales')
  outside = join(parent, 'outside.json')
  for (const code of ['en', 'de', 'ru'])
    for (const name of ['app', 'grid']) await cp(`locales/${code}/${name}.json`, join(folder, code, `${name}.json`))
  await writeFile(outside, '{"title": "Outside"}\n')
  server = await startServer({ localesFolder: folder })
  owner = await server.signUp('owner@example.com')
  member = await server.signUp('member@example.com')
})
afterAll(async () => {
  await server.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const send = (name: 'translationList' | 'translationSave' | 'translationFolderRead', args: object, as = owner) =>
  server.request(`/api/v1/operations/${name}`, { method: 'POST', body: args, token: as.token })
/** Saves a text in place of the one that the folder has now, or of another one. */
const save = async (
  language: string,
  key: string,
  text: string,
  { as = owner, before }: { readonly as?: TestUser; readonly before?: string | null } = {},
): Promise<[number, unknown]> => {
  const seen = before === undefined ? await textOf(language, key) : before
  const { status, json } = await send('translationSave', { language, key, text, before: seen }, as)
  return [status, (json as { code?: string }).code]
}
/** Returns the text of the folder; null where English stands for it. */
const textOf = async (language: string, key: string): Promise<string | null> => {
  const { json } = await send('translationList', { language })
  return (json as { texts?: Record<string, string> }).texts?.[key] ?? null
}
const fileOf = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

describe('a translation', () => {
  it('is written into its file as one changed line', async () => {
    const before = (await fileOf('de/app.json')).split('\n')
    expect(await save('de', 'app.language', 'Die Sprache')).toEqual([200, undefined])
    const after = (await fileOf('de/app.json')).split('\n')
    const changed = after.filter((line, at) => line !== before[at])
    expect(after).toHaveLength(before.length)
    expect(changed).toEqual([expect.stringContaining('"language": "Die Sprache"')])
    const { json } = await send('translationList', { language: 'de' })
    const { originals, texts } = json as Record<'originals' | 'texts', Record<string, string>>
    expect([originals['app.language'], texts['app.language']]).toEqual(['Language', 'Die Sprache'])
  })

  it('is added at its place in English, if the file lacks it', async () => {
    const file = join(folder, 'ru', 'app.json')
    const { language: _, ...others } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
    await writeFile(file, JSON.stringify(others, null, 2))
    expect(await save('ru', 'app.language', 'Язык')).toEqual([200, undefined])
    const names = (text: string): string[] => Object.keys(JSON.parse(text) as object)
    expect(names(await fileOf('ru/app.json'))).toEqual(names(await fileOf('en/app.json')))
  })

  it('keeps all saves that arrive at once', async () => {
    const texts = ['Eins', 'Zwei', 'Drei']
    const keys = ['app.language', 'grid.addRow', 'grid.addColumn']
    await Promise.all(keys.map((key, at) => save('de', key, texts[at] ?? '')))
    const { json } = await send('translationList', { language: 'de' })
    expect(keys.map((key) => (json as { texts: Record<string, string> }).texts[key])).toEqual(texts)
  })

  it.each([
    ['fr', 'app.language', 'Langue', 404, 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['en', 'app.language', 'Tongue', 404, 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['..', 'app.language', 'Weg', 404, 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['../de', 'app.language', 'Weg', 404, 'TRANSLATION_LANGUAGE_UNKNOWN'],
    ['de', 'app.noSuchText', 'Nichts', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', 'nothing.title', 'Nichts', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', '../../outside.title', 'Weg', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', '__proto__.language', 'Weg', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', 'grid.constructor', 'Weg', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', 'grid.referenced', 'Weg', 404, 'TRANSLATION_KEY_UNKNOWN'],
    ['de', 'grid.label', 'Ohne Namen', 400, 'TRANSLATION_INVALID'],
    ['de', 'grid.label', 'Offen {table', 400, 'TRANSLATION_INVALID'],
    ['de', 'grid.label', ' ', 400, 'TRANSLATION_INVALID'],
    ['ru', 'grid.deleted', '{count, plural, one {# запись} other {# записей}}', 400, 'TRANSLATION_INVALID'],
  ])('%s %s %j is rejected, and no file changes', async (language, key, text, status, code) => {
    const read = () => Promise.all(['de/app.json', 'de/grid.json', 'ru/app.json', 'en/app.json'].map(fileOf))
    const before = await read()
    expect(await save(language, key, text)).toEqual([status, code])
    expect(await read()).toEqual(before)
    expect(await readFile(outside, 'utf8')).toBe('{"title": "Outside"}\n')
  })

  it('is rejected if the file has another text by now, which the answer names', async () => {
    const now = (await textOf('de', 'app.language')) ?? ''
    const file = await fileOf('de/app.json')
    await writeFile(join(folder, 'de', 'app.json'), file.replace(JSON.stringify(now), '"Ihre Sprache"'))
    const change = { language: 'de', key: 'app.language', text: 'Deine Sprache', before: now }
    const { status, json } = await send('translationSave', change)
    expect([status, json]).toMatchObject([409, { code: 'TRANSLATION_CHANGED' }])
    expect(JSON.stringify(json)).toContain('Ihre Sprache')
    expect(await textOf('de', 'app.language')).toBe('Ihre Sprache')
    expect(await save('de', 'app.language', 'Deine Sprache', { before: null })).toEqual([409, 'TRANSLATION_CHANGED'])
    expect(await save('de', 'app.language', 'Deine Sprache')).toEqual([200, undefined])
  })

  it('is written by the owner of the installation only', async () => {
    expect(await save('de', 'app.language', 'Meine', { as: member })).toEqual([403, 'NOT_ALLOWED'])
    expect((await send('translationList', { language: 'de' }, member)).status).toBe(403)
    expect((await send('translationFolderRead', {}, member)).status).toBe(403)
    expect(await fileOf('de/app.json')).not.toContain('Meine')
  })

  it('does not follow a link out of the folder', async () => {
    await cp(join(folder, 'en', 'app.json'), join(folder, 'en', 'linked.json'))
    await symlink(outside, join(folder, 'de', 'linked.json'))
    expect(await save('de', 'linked.language', 'Weg')).toEqual([409, 'TRANSLATION_FILE_INVALID'])
    expect(await readFile(outside, 'utf8')).toBe('{"title": "Outside"}\n')
    await rm(join(folder, 'de', 'linked.json'))
    await rm(join(folder, 'en', 'linked.json'))
  })

  it('names a file that is no JSON', async () => {
    const path = join(folder, 'de', 'grid.json')
    const good = await readFile(path, 'utf8')
    await writeFile(path, '{"addRow": ')
    expect(await save('de', 'grid.addRow', 'Neu')).toEqual([409, 'TRANSLATION_FILE_INVALID'])
    expect(await readFile(path, 'utf8')).toBe('{"addRow": ')
    await writeFile(path, good)
  })

  it('is in the audit with the text before and after', async () => {
    await save('de', 'app.language', 'Sprache')
    await save('de', 'app.language', 'Die andere Sprache')
    const list = await server.operate('auditInstallationList', { limit: 1 }, { token: owner.token })
    expect(JSON.stringify(list)).toMatch(/INSTALLATION.*TRANSLATION/s)
    expect(JSON.stringify(list)).toContain('Die andere Sprache')
  })
})

describe('a server without a folder of translations', () => {
  it('offers none and writes none', async () => {
    const plain = await startServer()
    const { token } = await plain.signUp('owner@example.com')
    expect(await plain.operate('translationFolderRead', {}, { token })).toEqual({ folder: null })
    const answer = await plain.request('/api/v1/operations/translationSave', {
      method: 'POST',
      body: { language: 'de', key: 'app.language', text: 'Sprache', before: null },
      token,
    })
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([409, 'TRANSLATION_OFF'])
    await plain.close()
  })
})
