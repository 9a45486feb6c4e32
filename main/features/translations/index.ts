import { AppError } from '@common/errors'
import type { translationOperations } from '@common/operations/translations'
import { noteChange } from '@main/lib/note-change'
import type { FeatureModule } from '@main/operations/module'
import { openTranslationFolder, type TranslationFolder } from './folder'

/**
 * Reads and writes translations in the product. It is for translators: the start of the server names the folder, and
 * only the owner of the installation may write.
 *
 * @param path  folder with a folder for each language; undefined: the server writes no translations
 */
export function createTranslations(path: string | undefined): FeatureModule<typeof translationOperations> {
  const opened = path === undefined ? undefined : openTranslationFolder(path)
  const folder = (): TranslationFolder => {
    if (opened === undefined) throw new AppError('TRANSLATION_OFF')
    return opened
  }
  return {
    handlers: {
      translationFolderRead: async () => ({ folder: path ?? null }),
      translationList: (_context, { language }) => folder().list(language),
      translationSave: async (context, change) => {
        await folder().save(change)
        const { key, text, before } = change
        noteChange(context, { text: before ?? undefined }, { text })
        return { key, text }
      },
    },
    audit: {
      translationSave: ({ input: { language, key } }) => ({
        operation: 'INSTALLATION/TRANSLATION',
        details: { language, key },
      }),
    },
  }
}
