import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@common/errors'
import { languageCodes } from '@common/messages/languages'
import { tagOfLanguage, type Texts } from '@common/messages'
import { flattenTexts, nestTexts } from '@common/messages/flat-texts'
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
   * @throws AppError TRANSLATION_LANGUAGE_UNKNOWN, TRANSLATION_KEY_UNKNOWN, TRANSLATION_INVALID, TRANSLATION_CHANGED,
   *   TRANSLATION_FILE_INVALID
   */
  readonly save: (change: TranslationChange) => Promise<void>
}

export interface TranslationChange {
  readonly language: string
  readonly key: string
  readonly text: string
  /** The text that the translator saw in the file; null if English stands for it. */
  readonly before: string | null
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

  async function readFlat(language: string, namespace: string): Promise<Map<string, string>> {
    return flattenTexts(await read(language, namespace), `${namespace}.`)
  }

  async function readAll(language: string): Promise<FlatTexts> {
    const files = await Promise.all((await namespaces()).map((namespace) => readFlat(language, namespace)))
    return Object.fromEntries(files.flatMap((texts) => [...texts]))
  }

  async function write({ language, key, text, before }: TranslationChange): Promise<void> {
    const [namespace = ''] = key.split('.')
    if (!(await namespaces()).includes(namespace)) throw new AppError('TRANSLATION_KEY_UNKNOWN', { key })
    const originals = await readFlat(source, namespace)
    const original = originals.get(key)
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
    const texts = await readFlat(language, namespace)
    const now = texts.get(key) ?? null
    if (now !== before) throw new AppError('TRANSLATION_CHANGED', { text: now ?? original })
    // As `npm run locales -- sync` writes them, so that a change is one line.
    const changed = nestTexts(originals.keys(), texts.set(key, text))[namespace]
    // Other programs and version control read the files of the folder.
    await writeFileAtomic(file, `${JSON.stringify(changed, null, 2)}\n`, 0o644)
  }

  return {
    list: async (language) => {
      await checkedLanguage(language)
      return { originals: await readAll(source), texts: await readAll(language) }
    },
    save: async (change) => {
      await checkedLanguage(change.language)
      return inTurn.run(() => write(change))
    },
  }
}
