import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Texts } from '@common/messages'
import { flattenTexts } from '@common/messages/flat-texts'

const folder = 'locales/en'

/** The namespaces of the source language. */
export const namespaces: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted()

/** Returns every message of a language by its full key, in English where it has none. */
export function textsOf(code: string): Map<string, string> {
  return new Map([...readTexts(), ...readTexts(`locales/${code}`)])
}

/** Returns every message of the source language by its full key. */
export function readTexts(from = folder): Map<string, string> {
  const texts = new Map<string, string>()
  for (const name of namespaces)
    if (existsSync(`${from}/${name}.json`))
      flattenTexts(JSON.parse(readFileSync(`${from}/${name}.json`, 'utf8')) as Texts, `${name}.`, texts)
  return texts
}

export const readKeys = (): Set<string> => new Set(readTexts().keys())
