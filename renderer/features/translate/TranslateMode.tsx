import { languageOf } from '@common/messages'
import { usePageCommand } from '@renderer/actions'
import { useOperation } from '@renderer/api'
import { i18n } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { useEffect, useRef, useState } from 'react'
import { recordTexts, type ShownText, type ShownTexts } from './shown-texts'
import { renderAgain, showText } from './show-text'
import { TranslateDialog } from './TranslateDialog'

/** Events of a click with Alt, which the page must not see. */
const swallowed = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const

/**
 * The mode "translate sentences": Alt+click on a sentence opens its translation. It shows the texts of the folder, which
 * can be newer than those that the page was built with.
 */
export function TranslateMode() {
  const isSuperAdmin = useIsSuperAdmin()
  const { language } = i18n
  const place = useOperation('translationFolderRead', {}, { enabled: isSuperAdmin, silent: true })
  const isReady = typeof place.data?.folder === 'string' && language !== 'en' && !languageOf(language).isDerived
  const catalogue = useOperation(
    'translationList',
    { language },
    { enabled: isReady, silent: true, refetchOnMount: 'always' },
  )
  const recorded = useRef<ShownTexts>(undefined)
  const [found, setFound] = useState<readonly ShownText[]>()

  const texts = catalogue.data?.texts
  useEffect(() => {
    if (texts === undefined) return undefined
    const shown = recordTexts(i18n)
    recorded.current = shown
    const showAll = (): void => {
      for (const [key, text] of Object.entries(texts)) showText(language, key, text)
      renderAgain()
    }
    showAll()
    // Other parts of the page load their texts later.
    i18n.on('loaded', showAll)
    const swallow = (event: MouseEvent): void => {
      if (!event.altKey || event.button !== 0) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.type !== 'click') return
      const element = document.elementFromPoint(event.clientX, event.clientY)
      if (element !== null && element.closest('[data-translate-mode]') === null) setFound(shown.at(element))
    }
    for (const type of swallowed) window.addEventListener(type, swallow, { capture: true })
    const { dataset } = document.documentElement
    dataset['translating'] = language
    return () => {
      i18n.off('loaded', showAll)
      delete dataset['translating']
      shown.stop()
      for (const type of swallowed) window.removeEventListener(type, swallow, { capture: true })
    }
  }, [texts, language])

  usePageCommand(
    { id: 'translate.find', label: 'translate.title', keys: [] },
    texts === undefined ? undefined : () => setFound([]),
  )

  return found === undefined || catalogue.data === undefined ? null : (
    <TranslateDialog
      language={language}
      catalogue={catalogue.data}
      found={found}
      paramsOf={(key) => recorded.current?.paramsOf(key) ?? {}}
      onRead={async () => (await catalogue.refetch()).data?.texts ?? {}}
      onClose={() => setFound(undefined)}
    />
  )
}
