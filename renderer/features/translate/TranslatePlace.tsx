import { withTexts } from '@renderer/i18n'
import { useSetting } from '@renderer/stores'
import { later } from '@renderer/ui'

const TranslateMode = later(async () => (await withTexts(import('./TranslateMode'), ['translate'])).TranslateMode)

/** Lets translators change sentences where they see them. Loads its code when the mode is on. */
export const TranslatePlace = () => (useSetting('translating') ? <TranslateMode /> : null)
