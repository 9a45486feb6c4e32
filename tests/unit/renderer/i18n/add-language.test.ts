import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type * as I18n from '@renderer/i18n'
import { catalogues } from '../../../../scripts/build/catalogues'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Texts = typeof I18n

let root: string
let server: ViteDevServer
let texts: Texts

// A copy of the sources of the page's texts, with one more folder. Nothing else refers to it.
beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  root = mkdtempSync(resolve('.cache/language-'))
  for (const folder of ['locales', 'renderer/i18n', 'common/messages', 'common/permissions'])
    cpSync(folder, join(root, folder), {
      recursive: true,
      filter: (path) => !/^locales\/(?!en$|en\/|[^/]+\.)/.test(path),
    })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  mkdirSync(join(root, 'locales/sl'))
  const account = { title: '{count, plural, one {# račun} two {# računa} few {# računi} other {# računov}}' }
  writeFileSync(join(root, 'locales/sl/account.json'), JSON.stringify(account))
  mkdirSync(join(root, 'locales/pt_BR'))
  writeFileSync(join(root, 'locales/pt_BR/tabs.json'), JSON.stringify({ all: 'Todas as guias' }))
  server = await createServer({
    root,
    configFile: false,
    plugins: [catalogues(join(root, 'locales'))],
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: {
      alias: {
        '@common': join(root, 'common'),
        '@locales': join(root, 'locales'),
        '@renderer': join(root, 'renderer'),
      },
    },
  })
  texts = (await server.ssrLoadModule('/renderer/i18n/index.ts')) as Texts
  await texts.startTexts('en')
})

afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

it('a folder is a language: it is listed by its own name', () => {
  expect(texts.languages()).toEqual([
    { code: 'en', name: 'English', tag: 'en' },
    { code: 'pt_BR', name: 'Português (Brasil)', tag: 'pt-BR' },
    { code: 'sl', name: 'Slovenščina', tag: 'sl' },
  ])
})

it('its texts are shown with its plurals once it is chosen, and English where it has none', async () => {
  const title = (count: number) => texts.i18n.t('account.title', { count })
  expect(title(2)).toBe('Account')
  await texts.loadLanguage('sl')
  expect([1, 2, 3, 5].map(title)).toEqual(['1 račun', '2 računa', '3 računi', '5 računov'])
  expect(texts.t('tabs.all')).toBe('All tabs')
  await texts.loadLanguage('pt_BR')
  expect(texts.t('tabs.all')).toBe('Todas as guias')
  await texts.loadLanguage('en')
  expect(title(2)).toBe('Account')
})

it('texts of features come beside their code, and none in English besides', async () => {
  await texts.loadLanguage('sl')
  await expect(texts.withTexts(Promise.resolve('code'), ['kanban'])).resolves.toBe('code')
  expect(texts.i18n.hasResourceBundle('sl', 'kanban')).toBe(true)
  // Messages of the server, which come in English where the language lacks them.
  expect(texts.renderMessage({ key: 'errors.TABLE_EXISTS', params: { table: 'T' } })).toContain("'T'")
})
