import { limits } from '@common/constants'
import { splitOptions } from '@common/columns/values/options'
import type { SelectOption } from '@common/model'
import { columnType } from '@common/columns/registry'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { Chip, classes, Icon, PickField } from '@renderer/ui'
import { useId } from 'react'
import styles from '../form.module.css'
import { described, valueOf, type WidgetProps } from './widget'

/** Beyond so many options they are found by writing. */
export const optionsSeenMax = 20

/** Options of a select, as chips or as a list. Long lists have a search. */
export function ChoiceWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const { t } = useTranslation()
  const name = useId()
  const isMany = columnType(field.column.uiType).editor === 'multiSelect'
  const options = field.column.options.options ?? []
  const given = chosenOf(valueOf(draft), isMany)
  const chosen = field.other ? given.filter((title) => options.some((option) => option.title === title)) : given
  const other = field.other ? given.find((title) => !chosen.includes(title)) : undefined
  const choose = (titles: readonly string[]): void => {
    const value = isMany ? (titles.length === 0 ? null : [...titles]) : (titles.at(-1) ?? null)
    onChange({ kind: 'value', value })
  }
  const chooseMany = (titles: readonly string[]): void => choose(other === undefined ? titles : [...titles, other])
  const toggle = (title: string): void => {
    const isChosen = chosen.includes(title)
    if (isMany) chooseMany(isChosen ? chosen.filter((one) => one !== title) : inOrder(options, [...chosen, title]))
    else choose([title])
  }
  const otherField = field.other && (
    <input
      type="text"
      className={styles.other}
      aria-label={t('forms.otherOf', { field: field.label })}
      placeholder={t('forms.other')}
      maxLength={limits.nameCharacters}
      dir={directionOfValue(other ?? '')}
      value={other ?? ''}
      onChange={({ target }) => {
        // Commas separate the options of a list.
        const title = isMany ? target.value.replaceAll(',', '') : target.value
        choose([...(isMany ? chosen : []), ...(title === '' ? [] : [title])])
      }}
    />
  )
  if (options.length > optionsSeenMax)
    return (
      <div className={styles.pick} onBlur={onLeave}>
        <PickField
          aria-label={field.label}
          values={chosen}
          single={!isMany}
          options={options.map(({ title, color }) => ({ value: title, label: title, color }))}
          placeholder={t('forms.pick')}
          emptyText={t('forms.noOption')}
          onChange={isMany ? chooseMany : choose}
        />
        {otherField}
      </div>
    )
  return (
    <div
      {...described(props)}
      role={isMany ? 'group' : 'radiogroup'}
      className={classes(styles.choices, field.look === 'list' && styles.list)}
      onBlur={onLeave}
    >
      {options.map((option) => {
        const isChosen = chosen.includes(option.title)
        return (
          <label key={option.title} className={styles.choice} data-chosen={isChosen || undefined}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              checked={isChosen}
              onChange={() => toggle(option.title)}
              onClick={() => {
                // Optional answers can be cleared.
                if (!isMany && isChosen && !field.required) choose([])
              }}
              onKeyDown={(event) => {
                if (isMany || field.required || (event.key !== 'Delete' && event.key !== 'Backspace')) return
                event.preventDefault()
                choose([])
              }}
            />
            {field.look === 'list' && (
              <span className={isMany ? styles.box : styles.dot}>{isChosen && <Icon name="check" size={12} />}</span>
            )}
            <Chip color={option.color}>
              {field.look !== 'list' && isChosen && <Icon name="check" size={12} />}
              {option.title}
            </Chip>
          </label>
        )
      })}
      {otherField}
    </div>
  )
}

function chosenOf(value: unknown, isMany: boolean): string[] {
  if (Array.isArray(value)) return value.map(String)
  if (typeof value !== 'string' || value === '') return []
  return isMany ? splitOptions(value) : [value]
}

const inOrder = (options: readonly SelectOption[], titles: readonly string[]): string[] =>
  options.flatMap(({ title }) => (titles.includes(title) ? [title] : []))
