import { useTranslation } from '@renderer/i18n'
import { Checkbox, GradientPicker, Segments, Switch } from '@renderer/ui'
import { useState } from 'react'
import { Sample } from './Sample'

const periods = ['month', 'week', 'day'] as const

/** One of a few, on and off, and colours. */
export function ChoiceSamples() {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<(typeof periods)[number]>('month')
  const [isOn, setOn] = useState(true)
  const [gradient, setGradient] = useState('linear-gradient(90deg, #0989ff, #6f5dcc)')
  return (
    <>
      <Sample title={t('inspire.choices')}>
        <Segments
          label={t('inspire.period')}
          value={period}
          options={periods.map((value) => ({ value, label: t(`inspire.periods.${value}`) }))}
          onChange={setPeriod}
        />
        <Switch aria-label={t('inspire.on')} checked={isOn} onChange={setOn} />
        <Switch aria-label={t('inspire.on')} checked={!isOn} onChange={(next) => setOn(!next)} />
        <Switch aria-label={t('inspire.off')} checked disabled onChange={setOn} />
        <Checkbox aria-label={t('inspire.on')} checked={isOn} onChange={setOn} />
        <Checkbox aria-label={t('inspire.on')} checked={!isOn} onChange={(next) => setOn(!next)} />
        <Checkbox aria-label={t('inspire.some')} checked={false} indeterminate onChange={setOn} />
        <Checkbox checked={isOn} onChange={setOn}>
          {t('inspire.withLabel')}
        </Checkbox>
      </Sample>
      <Sample title={t('inspire.gradient')} stacked>
        <GradientPicker label={t('inspire.gradient')} value={gradient} onChange={setGradient} />
      </Sample>
    </>
  )
}
