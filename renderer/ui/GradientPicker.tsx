import {
  gradientAngleMax,
  gradientColoursMax,
  gradientColoursMin,
  gradientText,
  parseGradient,
  type Gradient,
} from '@common/util/gradient'
import { formatNumber, useTranslation } from '@renderer/i18n'
import { useId } from 'react'
import { Button } from './Button'
import styles from './GradientPicker.module.css'
import { IconButton } from './IconButton'

export interface GradientPickerProps {
  /** `linear-gradient(90deg, #0989ff, #e8710a)`. Another text counts as the default gradient. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Accessible name of the group. */
  readonly label: string
  /** Shows the gradient and its colours, without a way to change them. */
  readonly readOnly?: boolean
}

const initial: Gradient = { angle: 90, colours: ['#0989ff', '#6f5dcc'] }

/** Chooses two to eight colours and an angle, and writes them as a linear gradient (S2 §1). */
export function GradientPicker({ value, onChange, label, readOnly = false }: GradientPickerProps) {
  const { t } = useTranslation()
  const angleId = useId()
  const gradient = parseGradient(value) ?? initial
  const { angle, colours } = gradient
  const change = (changed: Partial<Gradient>): void => onChange(gradientText({ ...gradient, ...changed }))
  const nthColour = (at: number): string => t('ui.gradient.colour', { number: formatNumber(at + 1) })
  return (
    <div className={styles.picker} role="group" aria-label={label}>
      <div className={styles.preview} style={{ background: gradientText(gradient) }} />
      <ul className={styles.colours}>
        {colours.map((colour, at) => (
          // Equal colours are possible: their place tells them apart.
          <li key={at}>
            <input
              type="color"
              className={styles.colour}
              aria-label={nthColour(at)}
              value={colour}
              disabled={readOnly}
              onChange={(event) => change({ colours: colours.with(at, event.currentTarget.value) })}
            />
            <code>{colour}</code>
            {!readOnly && colours.length > gradientColoursMin && (
              <IconButton
                icon="close"
                size="xs"
                label={t('ui.gradient.remove', { colour: nthColour(at) })}
                onClick={() => change({ colours: colours.toSpliced(at, 1) })}
              />
            )}
          </li>
        ))}
        {!readOnly && colours.length < gradientColoursMax && (
          <li>
            <Button
              kind="quiet"
              icon="plus"
              onClick={() => change({ colours: [...colours, colours.at(-1) ?? initial.colours[0] ?? ''] })}
            >
              {t('ui.gradient.add')}
            </Button>
          </li>
        )}
      </ul>
      <div className={styles.angle}>
        <label htmlFor={angleId}>{t('ui.gradient.angle')}</label>
        <input
          id={angleId}
          type="range"
          min={0}
          max={gradientAngleMax}
          value={angle}
          disabled={readOnly}
          aria-valuetext={`${formatNumber(angle)}°`}
          onChange={(event) => change({ angle: event.currentTarget.valueAsNumber })}
        />
        <span className={styles.degrees}>{formatNumber(angle)}°</span>
      </div>
    </div>
  )
}
