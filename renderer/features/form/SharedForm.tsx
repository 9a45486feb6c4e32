import { useTranslation } from '@renderer/i18n'
import { isEmbedded } from '@renderer/stores'
import { Brand, classes, useTitle } from '@renderer/ui'
import { useCallback, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import styles from './form.module.css'
import { FormFill } from './FormFill'
import { prefilled } from './prefill'
import { tabAnswers } from './saved-draft'
import type { FormPlace } from './use-filling'
import { useSharedForm, type SharedFormLink } from './use-shared-form'

/** `/nc/form/{link}`: a form for visitors, without the rest of the application. */
export function SharedForm({ share, link }: SharedFormLink) {
  const { t } = useTranslation()
  const trap = useRef<HTMLInputElement>(null)
  const { form, reader, sources, send } = useSharedForm({ share, link }, () => trap.current?.value ?? '')
  const { search } = useLocation()
  const given = useMemo(
    () => prefilled(form, new URLSearchParams(isEmbedded() ? window.location.search : search)),
    [form, search],
  )
  const place = usePlaceInHistory()
  useTitle(form.title)
  return (
    <div className={classes(styles.stage, styles.whole, styles.visitors)}>
      <FormFill
        form={form}
        reader={reader}
        sources={sources}
        onSend={send}
        prefilled={given}
        closed={share.closed === null ? undefined : t(`forms.closed.${share.closed}`)}
        leadsOn
        heldAs={link}
        store={tabAnswers}
        survey={share.survey}
        place={place}
        trap={
          <div className={styles.trap} aria-hidden="true">
            <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
          </div>
        }
      />
      <footer className={styles.foot}>
        {t('shares.madeWith')}
        <Brand />
      </footer>
    </div>
  )
}

/** Makes Back and Forward of the browser lead through the pages of a form. */
function usePlaceInHistory(): FormPlace {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const held: unknown = typeof state === 'object' && state !== null && 'step' in state ? state.step : undefined
  const step = typeof held === 'number' ? held : 0
  const go = useCallback(
    (next: number): void => {
      if (next !== step) void navigate({ pathname, search }, { state: { step: next } })
    },
    [navigate, pathname, search, step],
  )
  return { step, go }
}
