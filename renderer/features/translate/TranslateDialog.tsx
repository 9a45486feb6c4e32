import { directionOfLanguage, languageOf, tagOfLanguage, type MessageParams } from '@common/messages'
import { translationProblems, type TranslationProblem } from '@common/messages/translation-check'
import { translationCharactersMax } from '@common/operations/translations'
import { client, isApiError, useFailure } from '@renderer/api'
import { sentence, t as translate, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, SearchField, TextArea } from '@renderer/ui'
import { useState } from 'react'
import { previewsOf } from './preview'
import type { ShownText } from './shown-texts'
import { renderAgain, showText } from './show-text'
import styles from './translate.module.css'

export interface TranslateDialogProps {
  readonly language: string
  readonly catalogue: {
    readonly originals: Readonly<Record<string, string>>
    readonly texts: Readonly<Record<string, string>>
  }
  /** Sentences at the clicked place. */
  readonly found: readonly ShownText[]
  readonly paramsOf: (key: string) => MessageParams
  /** Reads the texts of the folder again. @returns them */
  readonly onRead: () => Promise<Readonly<Record<string, string>>>
  readonly onClose: () => void
}

/** A text that isn't saved yet. */
interface Draft {
  readonly text: string
  /** The text of the folder that it was made from; null if the folder has no text. */
  readonly before: string | null
}

const resultsMax = 20

/** Changes the translation of a sentence: of one at the clicked place, or of one that the search finds. */
export function TranslateDialog({ language, catalogue, found, paramsOf, onRead, onClose }: TranslateDialogProps) {
  const { t } = useTranslation()
  const { originals, texts } = catalogue
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const shown = query.trim() === '' ? found.map((each) => each.key) : searched(catalogue, query)
  // A text with unsaved changes stays in the list.
  const keys = [...new Set([...shown, ...drafts.keys()])]
  const key = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0]
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useFailure()
  const text = key === undefined ? '' : (drafts.get(key)?.text ?? texts[key] ?? '')
  const source = key === undefined ? '' : (originals[key] ?? '')
  const problems = key === undefined ? [] : translationProblems(key, source, text, tagOfLanguage(language))
  const problem = text.trim() === '' ? t('translate.empty') : problems.map(problemText)[0]

  async function save(): Promise<void> {
    if (key === undefined || problem !== undefined) return
    setSaving(true)
    setFailure(undefined)
    try {
      const before = beforeOf(drafts, key, texts[key] ?? null)
      await client.call('translationSave', { language, key, text, before }, { silent: true })
      showText(language, key, text)
      renderAgain()
      toast.success(sentence('translate.saved', { key }))
      // Before the draft goes: another edit of the same text begins with the saved one.
      await onRead()
      const others = new Map([...drafts].filter(([each]) => each !== key))
      setDrafts((typed) => new Map([...typed].filter(([each]) => each !== key)))
      setChosen([...others.keys()][0])
      if (others.size === 0) onClose()
    } catch (error) {
      setFailure(error)
      if (!isApiError(error, 'TRANSLATION_CHANGED')) return
      // The message shows the new text, so saving again replaces it.
      const now = await onRead()
      setDrafts((typed) => new Map(typed).set(key, { text: typed.get(key)?.text ?? text, before: now[key] ?? null }))
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      opened
      isOnTop
      title={t('translate.title')}
      action={t('translate.save')}
      loading={isSaving}
      error={failure}
      disabledReason={key === undefined ? t('translate.none') : problem}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className={styles.body} data-translate-mode>
        <SearchField label={t('translate.find')} value={query} onChange={setQuery} />
        {keys.length === 0 && <p className={styles.none}>{t('translate.none')}</p>}
        {keys.length > 1 && (
          <ul className={styles.keys} aria-label={t('translate.several')}>
            {keys.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  aria-pressed={each === key}
                  className={styles.key}
                  onClick={() => setChosen(each)}
                >
                  <code dir="ltr">{each}</code>
                  <span dir="auto">{texts[each] ?? originals[each]}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {key !== undefined && (
          <>
            <dl className={styles.source}>
              <dt>
                <code dir="ltr" translate="no">
                  {key}
                </code>
              </dt>
              <dd lang="en" dir="ltr" translate="no">
                {source}
              </dd>
            </dl>
            <TextArea
              label={t('translate.translation', { language: languageOf(language).name })}
              rows={4}
              lang={tagOfLanguage(language)}
              dir={directionOfLanguage(language)}
              maxLength={translationCharactersMax}
              value={text}
              error={problem}
              onChange={(next) => setDrafts(changedDrafts(drafts, key, next, texts[key] ?? null))}
            />
            <Previews text={text} params={paramsOf(key)} language={language} />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface PreviewsProps {
  readonly text: string
  readonly params: MessageParams
  readonly language: string
}

function Previews({ text, params, language }: PreviewsProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('translate.preview')} className={styles.previews}>
      <h3>{t('translate.preview')}</h3>
      <ul>
        {previewsOf(text, params, language).map(({ count, text: shown }) => (
          <li key={count ?? ''} dir="auto">
            {shown}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the text of the folder from which a draft was made, or will be. */
const beforeOf = (drafts: ReadonlyMap<string, Draft>, key: string, saved: string | null): string | null => {
  const draft = drafts.get(key)
  return draft === undefined ? saved : draft.before
}

/** Returns the drafts with a changed text. Drops a draft that equals the text of the folder. */
function changedDrafts(
  drafts: ReadonlyMap<string, Draft>,
  key: string,
  text: string,
  saved: string | null,
): ReadonlyMap<string, Draft> {
  const changed = new Map(drafts)
  const before = beforeOf(drafts, key, saved)
  if (text === (before ?? '')) changed.delete(key)
  else changed.set(key, { text, before })
  return changed
}

/** Returns the keys of texts that contain the words: in English, in the translation, or in the key. */
function searched({ originals, texts }: TranslateDialogProps['catalogue'], query: string): string[] {
  const words = query.trim().toLocaleLowerCase()
  const found: string[] = []
  for (const [key, source] of Object.entries(originals)) {
    if (![key, source, texts[key] ?? ''].some((each) => each.toLocaleLowerCase().includes(words))) continue
    found.push(key)
    if (found.length === resultsMax) break
  }
  return found
}

function problemText(problem: TranslationProblem): string {
  switch (problem.kind) {
    case 'notIcu':
      return translate('translate.problems.notIcu', { reason: problem.reason })
    case 'lacksCategory':
      return translate('translate.problems.lacksCategory', { name: problem.name, category: problem.category })
    case 'hidesNumber':
      return translate('translate.problems.hidesNumber', { name: problem.name, category: 'one' })
    case 'lacks':
      return translate('translate.problems.lacks', { part: problem.part })
    case 'unknown':
      return translate('translate.problems.unknown', { part: problem.part })
    case 'english':
      return translate('translate.problems.english', { words: problem.words })
  }
}
