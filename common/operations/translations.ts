import { z } from 'zod'
import { defineOperations } from './define'

/** Longest text of a translation. The longest of all languages has a quarter of it. */
export const translationCharactersMax = 4_000

const language = z.string().max(10)

/**
 * Texts of the folder that the start of the server names with `BASALT_LOCALES`. Without it, the server writes no
 * translations.
 */
export const translationOperations = defineOperations({
  /** Returns the folder whose translations can be changed; null if there is none. */
  translationFolderRead: {
    reads: [],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: z.object({ folder: z.string().nullable() }),
    errors: [],
  },
  /** Returns all texts of a language in the folder, and those of English, by key. */
  translationList: {
    reads: [],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({ language }),
    output: z.object({ originals: z.record(z.string(), z.string()), texts: z.record(z.string(), z.string()) }),
    errors: ['TRANSLATION_OFF', 'TRANSLATION_LANGUAGE_UNKNOWN', 'TRANSLATION_FILE_INVALID'],
  },
  /** Writes one text of a language into its file in the folder. */
  translationSave: {
    changes: [],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({
      language,
      /** Such as `grid.toolbar.hide`. English must have it. */
      key: z.string().max(200),
      text: z.string().max(translationCharactersMax),
      /** The text in the file that the change was made from; null if the file had none. */
      before: z.string().nullable(),
    }),
    output: z.object({ key: z.string(), text: z.string() }),
    errors: [
      'TRANSLATION_OFF',
      'TRANSLATION_LANGUAGE_UNKNOWN',
      'TRANSLATION_KEY_UNKNOWN',
      'TRANSLATION_INVALID',
      'TRANSLATION_CHANGED',
      'TRANSLATION_FILE_INVALID',
    ],
  },
})
