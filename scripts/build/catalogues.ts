import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { startNamespaces } from '../../locales/start.ts'

interface Texts {
  readonly [name: string]: string | Texts
}

/** Namespaces that the server renders in the caller's language: its messages, mails and desktop texts. */
const ofServer = (folder: string): readonly string[] => [
  ...[...readFileSync(join(folder, 'server.ts'), 'utf8').matchAll(/as (\w+) \}/g)].map(([, name]) => name ?? ''),
  'desktop',
  'mail',
]

const modules = /^virtual:(?:page-texts|server-texts|texts\/\w+\/(?:start|more|server))$/

/** Returns the file that holds a module of texts: `texts-de`, `more-de`, `server-texts-de`. */
export function textsFile(id: string): string | undefined {
  const [, language, part] = /virtual:texts\/(\w+)\/(\w+)$/.exec(id) ?? []
  if (language === undefined) return undefined
  return `${part === 'start' ? 'texts' : part === 'more' ? 'more' : 'server-texts'}-${language}`
}

/**
 * Bundles the catalogues: each folder of `locales` is a language. A page loads two files of its language, that of the
 * first screens and that of everything else; the server loads one. English fills in for missing texts here, so that
 * nothing loads English besides.
 *
 * @param folder  of the catalogues
 */
export function catalogues(folder = resolve('locales')): Plugin {
  const languages = (): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()

  const load = (id: string): string => {
    if (id === 'virtual:page-texts')
      return `export default ${tableOf(languages(), (code) => `{ start: ${importOf(code, 'start')}, more: ${importOf(code, 'more')} }`)}`
    if (id === 'virtual:server-texts')
      return `export default ${tableOf(languages(), (code) => importOf(code, 'server'))}`
    const [, code = '', part = ''] = id.split('/')
    const isOfStart = (name: string): boolean => startNamespaces.some((each) => each === name)
    const server = ofServer(folder)
    const names = namespacesOf(folder).filter((name) =>
      part === 'server' ? server.includes(name) : isOfStart(name) === (part === 'start'),
    )
    const texts = Object.fromEntries(names.map((name) => [name, wholeTexts(folder, code, name)]))
    return `export default ${JSON.stringify(texts)}`
  }

  return {
    name: 'basalt-catalogues',
    resolveId: (id) => (modules.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:') || !modules.test(id.slice(1))) return undefined
      for (const code of languages())
        for (const file of readdirSync(join(folder, code))) this.addWatchFile(join(folder, code, file))
      return { code: load(id.slice(1)), moduleSideEffects: false }
    },
  }
}

const importOf = (code: string, part: string): string => `() => import('virtual:texts/${code}/${part}')`

const tableOf = (codes: readonly string[], value: (code: string) => string): string =>
  `{ ${codes.map((code) => `${code}: ${value(code)}`).join(', ')} }`

const namespacesOf = (folder: string): string[] =>
  readdirSync(join(folder, 'en')).map((file) => file.slice(0, -'.json'.length))

/** Returns the texts of a namespace, with English in place of missing ones. */
function wholeTexts(folder: string, code: string, namespace: string): Texts {
  const read = (language: string): Texts => {
    const file = join(folder, language, `${namespace}.json`)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {}
  }
  return filled(read('en'), read(code))
}

function filled(english: Texts, own: Texts): Texts {
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
      const given = Object.hasOwn(own, name) ? own[name] : undefined
      if (typeof text === 'string') return [name, typeof given === 'string' ? given : text]
      return [name, filled(text, typeof given === 'object' ? given : {})]
    }),
  )
}
