import type { OptionColor } from '@common/model'
import { CellView } from '@renderer/cells'
import { formatFacts, memo, useTranslation } from '@renderer/i18n'
import { Avatar, classes, Icon } from '@renderer/ui'
import { type HTMLAttributes, type ReactNode, type Ref } from 'react'
import {
  cardWords,
  isDay,
  isPerson,
  needsTitle,
  readCard,
  sameContent,
  type CardChoice,
  type CardColumn,
  type CardContent,
  type CardField,
  type CardSource,
} from './card-content'
import styles from './cards.module.css'
import { Cover } from './Cover'

/**
 * `lines`: one field per line, all cards of equal height, the cover at full width (gallery).
 * `flow`: fields in a row, with dates, comments and people at the foot and the cover inside the edges (board).
 */
export type CardLayout = 'lines' | 'flow'

export interface CardProps<C extends CardColumn> extends CardChoice<C>, Omit<HTMLAttributes<HTMLDivElement>, 'title'> {
  /** `session.model`. */
  readonly source: CardSource<C>
  readonly row: number
  readonly layout: CardLayout
  /** Colour that a rule of the view gives the record. */
  readonly colour?: OptionColor | undefined
  /** Open comments. */
  readonly comments?: number
  readonly isSelected?: boolean
  /** Content on top of the card. */
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}

/**
 * A record as a card, named after the record and its fields. The parent sets role, position and click handlers as
 * attributes of the element. Render it again whenever the model reports changed rows: it only updates what changed.
 */
export function Card<C extends CardColumn>(props: CardProps<C>) {
  const {
    source,
    row,
    columns,
    cover,
    fieldsMax,
    colourOf,
    layout,
    colour,
    comments = 0,
    isSelected,
    children,
    ...element
  } = props
  const { t } = useTranslation()
  const content = readCard(source, row, { columns, cover, fieldsMax, colourOf, hasFoot: layout === 'flow' })
  const words = content.name === undefined ? t('cards.loading') : cardWords(content, t('cards.unnamed'))
  const staged = source.stagedAt?.(row)
  const marks = [content.name, ...content.fields].map((field) => field?.marks ?? '').join(' ')
  return (
    <div
      {...element}
      className={classes(styles.card, styles[layout], element.className)}
      data-card
      data-colour={colour}
      style={colour === undefined ? element.style : { ...element.style, ['--painted' as string]: `var(--c-${colour})` }}
      data-selected={isSelected === true || undefined}
      data-staged={staged}
      data-changed={marks.includes('changed') || undefined}
      data-refused={marks.includes('refused') || marks.includes('required') || undefined}
      aria-busy={content.name === undefined || undefined}
    >
      {colour && <span className={styles.mark} style={{ background: `var(--k-${colour})` }} />}
      {/* Screen readers announce the names of fields; the card doesn't show them. */}
      <span className={styles.words} data-words>
        {formatFacts([
          words,
          ...(comments > 0 ? [t('cards.comments', { count: comments })] : []),
          ...(staged === undefined ? [] : [t(`staged.notes.${staged}`)]),
        ])}
      </span>
      <div className={styles.face} aria-hidden="true">
        <Face
          content={content}
          layout={layout}
          comments={comments}
          fit={cover?.fit}
          unnamed={t('cards.unnamed')}
          staged={staged}
        />
      </div>
      {children}
    </div>
  )
}

interface FaceProps {
  readonly content: CardContent
  readonly layout: CardLayout
  readonly comments: number
  readonly fit: 'crop' | 'fit' | undefined
  /** Placeholder for a record without a name. */
  readonly unnamed: string
  /** The record's change in the next commit. */
  readonly staged: StagedAs
}

type StagedAs = ReturnType<NonNullable<CardSource<never>['stagedAt']>>

const Face = memo(
  function Face({ content, layout, comments, fit, unnamed, staged }: FaceProps) {
    const { name, fields, picture } = content
    const isFlow = layout === 'flow'
    const parts = isFlow ? footOf(fields) : { body: fields, days: noFields, people: noFields }
    const hasFoot = isFlow && (parts.days.length > 0 || parts.people.length > 0)
    return (
      <>
        {fit !== undefined && (!isFlow || picture !== undefined) && <Cover picture={picture} fit={fit} />}
        <div className={styles.body}>
          {name === undefined ? (
            <span className={styles.bar} />
          ) : (
            <div className={styles.head}>
              <span
                className={styles.name}
                data-unnamed={name.text.trim() === '' || undefined}
                data-marks={name.marks}
                title={name.text}
              >
                {name.text.trim() === '' ? unnamed : name.text}
              </span>
              {/* Saves the line that the number alone would take. */}
              {!hasFoot && <Comments count={comments} />}
              <StagedMark staged={staged} />
            </div>
          )}
          {parts.body.length > 0 && (
            <div className={styles.fields}>
              {parts.body.map((field) => (
                <Field key={field.id} field={field} />
              ))}
            </div>
          )}
          {hasFoot && (
            <div className={styles.foot}>
              {parts.days.map((field) => (
                <span key={field.id} className={styles.day} data-marks={field.marks} title={titleOf(field)}>
                  <Icon name="calendar" size={14} />
                  <span className={styles.dayText}>{field.text}</span>
                </span>
              ))}
              <Comments count={comments} />
              <span className={styles.people}>
                {parts.people.map((field) => (
                  <span key={field.id} title={titleOf(field)}>
                    <Avatar name={field.text} />
                  </span>
                ))}
              </span>
            </div>
          )}
        </div>
      </>
    )
  },
  (before, after) =>
    before.layout === after.layout &&
    before.comments === after.comments &&
    before.fit === after.fit &&
    before.unnamed === after.unnamed &&
    before.staged === after.staged &&
    sameContent(before.content, after.content),
)

const noFields: readonly CardField[] = []
/** More people than this hide the dates. */
const peopleMax = 4

/** Returns the foot of a board's card: dates on the left, people on the right. */
function footOf(fields: readonly CardField[]) {
  const days = fields.filter(isDay).slice(0, 1)
  const people = fields.filter(isPerson).slice(0, peopleMax)
  return { days, people, body: fields.filter((field) => !days.includes(field) && !people.includes(field)) }
}

function Comments({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.comments}>
      <Icon name="chat" size={14} />
      {count}
    </span>
  )
}

/** A word for the record's change in the next commit; the tooltip has the details. */
function StagedMark({ staged }: { readonly staged: StagedAs }) {
  const { t } = useTranslation()
  if (staged === undefined) return null
  return (
    <span className={styles.staged} title={t(`staged.notes.${staged}`)}>
      {t(`staged.marks.${staged}`)}
    </span>
  )
}

const titleOf = ({ title, text }: CardField): string => `${title}: ${text}`

/** A value without its title, which the tooltip shows. Checkmarks and plain numbers are meaningless alone. */
function Field({ field }: { readonly field: CardField }) {
  const { value, text, column, display, title, marks, colour } = field
  return (
    <span
      className={styles.field}
      data-field={field.id}
      data-marks={marks}
      data-painted={colour !== undefined || undefined}
      style={colour && { background: `var(--c-${colour})` }}
      title={titleOf(field)}
    >
      {needsTitle(field) && display !== 'checkbox' && <span className={styles.called}>{title}</span>}
      <CellView value={value} text={text} column={column} display={display} />
      {display === 'checkbox' && <span className={styles.said}>{title}</span>}
    </span>
  )
}
