import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import { languageCodes } from '@common/messages/languages'
import { tagOfLanguage, type Texts } from '@common/messages'
import { translationProblems } from '@common/messages/translation-check'
import { createQueue } from '@common/util/queue'
import { writeFileAtomic } from '@main/lib/files'

/** The catalogues in a folder like `locales`: a folder for each language with a file for each namespace. */
export interface TranslationFolder {
  /** @throws AppError TRANSLATION_LANGUAGE_UNKNOWN, TRANSLATION_FILE_INVALID */
  readonly list: (language: string) => Promise<{ readonly originals: FlatTexts; readonly texts: FlatTexts }>
  /**
   * Writes a text that passes the check of `npm run locales -- check`. Writes only to files with a name that English
   * has, and only keys of English.
   *
   * @returns the earlier text; undefined if English stood for it
   * @throws AppError TRANSLATION_LANGUAGE_UNKNOWN, TRANSLATION_KEY_UNKNOWN, TRANSLATION_INVALID, TRANSLATION_FILE_INVALID
   */
  readonly save: (language: string, key: string, text: string) => Promise<{ readonly before: string | undefined }>
}

type FlatTexts = Readonly<Record<string, string>>

const source = 'en'

export function openTranslationFolder(folder: string): TranslationFolder {
  // Two saves of one file must not lose one.
  const inTurn = createQueue()

  /** Names come from the folder itself, so no input can lead outside. */
  async function checkedLanguage(language: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw new AppError('TRANSLATION_OFF', {}, { cause: error })
    })
    const isKnown = language !== source && languageCodes.includes(language)
    const isThere = isKnown && entries.some((entry) => entry.isDirectory() && entry.name === language)
    if (!isThere) throw new AppError('TRANSLATION_LANGUAGE_UNKNOWN', { language: language.slice(0, 20) })
  }

  async function read(language: string, namespace: string): Promise<Texts> {
    const path = fileOf(language, namespace)
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}'
      throw error
    })
    try {
      return JSON.parse(text) as Texts
    } catch (error) {
      throw new AppError('TRANSLATION_FILE_INVALID', { file: `${language}/${namespace}.json` }, { cause: error })
    }
  }

  const fileOf = (language: string, namespace: string): string => join(folder, language, `${namespace}.json`)

  async function namespaces(): Promise<string[]> {
    const files = await readdir(join(folder, source))
    return files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
  }

  async function readAll(language: string): Promise<Record<string, string>> {
    const texts: Record<string, string> = {}
    for (const namespace of await namespaces()) flatten(await read(language, namespace), `${namespace}.`, texts)
    return texts
  }

  async function write(language: string, key: string, text: string): Promise<{ readonly before: string | undefined }> {
    const [namespace = '', ...path] = key.split('.')
    if (!(await namespaces()).includes(namespace)) throw new AppError('TRANSLATION_KEY_UNKNOWN', { key })
    const ofSource = await read(source, namespace)
    const original = flatten(ofSource, `${namespace}.`, {})[key]
    if (original === undefined) throw new AppError('TRANSLATION_KEY_UNKNOWN', { key })
    if (text.trim() === '' || translationProblems(key, original, text, tagOfLanguage(language)).length > 0)
      throw new AppError('TRANSLATION_INVALID')
    const file = fileOf(language, namespace)
    // A link could lead out of the folder.
    const isFile = await lstat(file).then(
      (found) => found.isFile(),
      () => true,
    )
    if (!isFile) throw new AppError('TRANSLATION_FILE_INVALID', { file: `${language}/${namespace}.json` })
    const texts = await read(language, namespace)
    const changed = inOrderOf(ofSource, withText(texts, path, text))
    // Other programs and version control read the files of the folder.
    await writeFileAtomic(file, `${JSON.stringify(changed, null, 2)}\n`, 0o644)
    return { before: flatten(texts, `${namespace}.`, {})[key] }
  }

  return {
    list: async (language) => {
      await checkedLanguage(language)
      return { originals: await readAll(source), texts: await readAll(language) }
    },
    save: async (language, key, text) => {
      await checkedLanguage(language)
      return inTurn.run(() => write(language, key, text))
    },
  }
}

function flatten(part: Texts, start: string, into: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(part))
    if (typeof value === 'string') into[start + name] = value
    else flatten(value, `${start}${name}.`, into)
  return into
}

/** Returns texts with one of them replaced or added. */
function withText(texts: Texts, [name = '', ...rest]: readonly string[], text: string): Texts {
  const inner = Object.hasOwn(texts, name) ? texts[name] : undefined
  const value = rest.length === 0 ? text : withText(typeof inner === 'object' ? inner : {}, rest, text)
  return { ...texts, [name]: value }
}

/** Returns texts in the order of the source, as `npm run locales -- sync` writes them, so that a change is one line. */
function inOrderOf(source: Texts, texts: Texts): Texts {
  const ordered: Record<string, string | Texts> = {}
  for (const [name, value] of Object.entries(source)) {
    const own = texts[name]
    if (own === undefined) continue
    ordered[name] = typeof value === 'object' && typeof own === 'object' ? inOrderOf(value, own) : own
  }
  return ordered
}
