import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = 'locales/en'

/** The namespaces of the source language. */
export const namespaces: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted()

interface Texts {
  readonly [name: string]: string | Texts
}

/** Returns every message of a language by its full key, in English where it has none. */
export function textsOf(code: string): Map<string, string> {
  return new Map([...readTexts(), ...readTexts(`locales/${code}`)])
}

/** Returns every message of the source language by its full key. */
export function readTexts(from = folder): Map<string, string> {
  const texts = new Map<string, string>()
  const take = (part: Texts, start: string): void => {
    for (const [name, value] of Object.entries(part))
      if (typeof value === 'string') texts.set(start + name, value)
      else take(value, `${start}${name}.`)
  }
  for (const name of namespaces)
    if (existsSync(`${from}/${name}.json`))
      take(JSON.parse(readFileSync(`${from}/${name}.json`, 'utf8')) as Texts, `${name}.`)
  return texts
}

export const readKeys = (): Set<string> => new Set(readTexts().keys())
