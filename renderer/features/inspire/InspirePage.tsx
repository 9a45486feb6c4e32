import { useTranslation, type TranslationKey } from '@renderer/i18n'
import { AppBarStart, PageHead, Rail, RailGroup, railEntry, useTitle } from '@renderer/ui'
import type { ComponentType } from 'react'
import { ActionSamples } from './ActionSamples'
import { BothSchemes } from './BothSchemes'
import { ChoiceSamples } from './ChoiceSamples'
import { InputSamples } from './InputSamples'
import styles from './inspire.module.css'
import { MessageSamples } from './MessageSamples'
import { OverlaySamples } from './OverlaySamples'
import { PageSamples } from './PageSamples'
import { StateSamples } from './StateSamples'
import { WordSamples } from './WordSamples'
import type { SampleProps } from './types'

interface Group {
  readonly id: string
  readonly title: TranslationKey
  readonly Samples: ComponentType<SampleProps>
}

const groups: readonly Group[] = [
  { id: 'actions', title: 'inspire.groups.actions', Samples: ActionSamples },
  { id: 'inputs', title: 'inspire.groups.inputs', Samples: InputSamples },
  { id: 'choices', title: 'inspire.groups.choices', Samples: ChoiceSamples },
  { id: 'words', title: 'inspire.groups.words', Samples: WordSamples },
  { id: 'messages', title: 'inspire.groups.messages', Samples: MessageSamples },
  { id: 'states', title: 'inspire.groups.states', Samples: StateSamples },
  { id: 'overlays', title: 'inspire.groups.overlays', Samples: OverlaySamples },
  { id: 'pages', title: 'inspire.groups.pages', Samples: PageSamples },
]

/** Every component of `renderer/ui` in its states, in both themes side by side (S1 §2, visual reference §6). */
export function InspirePage() {
  const { t } = useTranslation()
  useTitle(t('inspire.title'))
  return (
    <div className={styles.frame}>
      <AppBarStart.Fill>
        <span>{t('inspire.title')}</span>
      </AppBarStart.Fill>
      <Rail label={t('inspire.title')}>
        <RailGroup title={t('inspire.title')}>
          {groups.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                className={railEntry}
                onClick={() => document.getElementById(`samples-${id}`)?.scrollIntoView({ block: 'start' })}
              >
                <bdi>{t(title)}</bdi>
              </button>
            </li>
          ))}
        </RailGroup>
      </Rail>
      <div className={styles.body}>
        <PageHead title={t('inspire.title')} text={t('inspire.text')} />
        {groups.map(({ id, title, Samples }) => (
          <section key={id} id={`samples-${id}`} className={styles.group} aria-label={t(title)}>
            <h2>{t(title)}</h2>
            <BothSchemes>{(scheme) => <Samples scheme={scheme} />}</BothSchemes>
          </section>
        ))}
      </div>
    </div>
  )
}
