import { IntlMessageFormat, type Formatters } from 'intl-messageformat'
import { tagOfLanguage } from './languages'
import { isolated, joinList } from './locale'
import { isMessage, type MessageList, type MessageParam, type MessageParams, type AnyMessage } from './message'

/**
 * Fills an ICU message. It is the one place that knows what a parameter may be: a value that is missing is an empty
 * text, and `{name, select, absent {…} other {…}}` tells whether it is there.
 *
 * @param text    such as `{count, plural, one {# record} other {# records}}`
 * @param render  renders messages among the parameters
 * @param listed  returns an item of a list as people see it. Default: unchanged
 */
export function formatMessage(
  text: string,
  params: MessageParams | undefined,
  language: string,
  render: (message: AnyMessage) => string = ({ key }) => key,
  listed: (item: string) => string = asItIs,
): string {
  if (!special.test(text)) return text
  const { format, names } = compiled(text, language)
  const filled: Record<string, unknown> = valuesOf(names, params, { language, render, listed })
  // A text with tags is for formatRich: here they stay out of sight.
  for (const [name, use] of names) if (use === 'tag') filled[name] = (parts: readonly string[]) => parts.join('')
  return String(format.format(filled))
}

/**
 * Fills an ICU message whose tags hold markup: `Read <link>the guide</link>.`
 *
 * @param tags  what each tag becomes, given what it holds
 * @returns the parts in order, for React to show
 */
export function formatRich<Part>(
  text: string,
  params: MessageParams | undefined,
  language: string,
  tags: Readonly<Record<string, (parts: readonly (string | Part)[], index: number) => Part>>,
): readonly (string | Part)[] {
  const { format, names } = compiled(text, language)
  const filled: Record<string, unknown> = valuesOf(names, params, {
    language,
    render: ({ key }) => key,
    listed: (item) => isolated(item, language),
  })
  let index = 0
  for (const [name, tag] of Object.entries(tags))
    filled[name] = (parts: readonly (string | Part)[]) => tag(parts, index++)
  const parts = format.format<Part>(filled as Parameters<typeof format.format<Part>>[0])
  return Array.isArray(parts) ? parts : [parts]
}

/** Throws where a text of the catalogue is no ICU message. @returns the names of its parameters and tags */
export function messageNames(text: string): string[] {
  return [...compiled(text, 'en').names.keys()]
}

/** Anything else is plain text, which most are. */
const special = /[{'<]/

/** As text (`sentence`: before a full stop), as a number, date or choice, or as a tag. */
type Use = 'plain' | 'sentence' | 'value' | 'tag'

interface Compiled {
  readonly format: IntlMessageFormat
  /** How each parameter is used. */
  readonly names: ReadonlyMap<string, Use>
}

/** Parsing takes a hundred times as long as filling, and the grid asks for texts with every frame. */
const cache = new Map<string, Map<string, Compiled>>()

function compiled(text: string, language: string): Compiled {
  let ofLanguage = cache.get(language)
  if (ofLanguage === undefined) cache.set(language, (ofLanguage = new Map<string, Compiled>()))
  let found = ofLanguage.get(text)
  if (found === undefined) {
    const format = new IntlMessageFormat(text, tagOfLanguage(language), undefined, { formatters })
    const names = new Map<string, Use>()
    inspect(format.getAst(), names)
    found = { format, names }
    ofLanguage.set(text, found)
  }
  return found
}

/** Types of elements in the parser's tree, whose enumeration isn't a dependency of ours. */
const element = { literal: 0, argument: 1, number: 2, date: 3, time: 4, select: 5, plural: 6, tag: 8 } as const

interface Element {
  readonly type: number
  readonly value?: unknown
  readonly options?: Record<string, { readonly value: readonly Element[] }>
  readonly children?: readonly Element[]
}

/**
 * Collects the parameters. Renames the branch `absent` to the empty text, which is what a missing value is: a table
 * called "absent" is there.
 */
function inspect(elements: readonly unknown[], names: Map<string, Use>): void {
  for (const [index, { type, value, options, children }] of (elements as readonly Element[]).entries()) {
    if (typeof value === 'string') {
      if (type === element.argument && isBeforeStop((elements as readonly Element[])[index + 1]))
        names.set(value, 'sentence')
      else if (type === element.argument || type === element.select) names.set(value, names.get(value) ?? 'plain')
      else if (type === element.tag) names.set(value, 'tag')
      else if (type >= element.number && type <= element.plural) names.set(value, 'value')
    }
    if (options !== undefined) {
      if (type === element.select && options['absent'] !== undefined) {
        options[''] = options['absent']
        delete options['absent']
      }
      for (const option of Object.values(options)) inspect(option.value, names)
    }
    if (children !== undefined) inspect(children, names)
  }
}

/** Full stops of Latin and East Asian writing. */
const startsWithStop = /^[.。]/
const stopAtEnd = /[.。]$/

const isBeforeStop = (next: Element | undefined): boolean =>
  next?.type === element.literal && typeof next.value === 'string' && startsWithStop.test(next.value)

/** How values become text. */
interface Filling {
  readonly language: string
  readonly render: (message: AnyMessage) => string
  readonly listed: (item: string) => string
}

const asItIs = (item: string): string => item

function valuesOf(
  names: ReadonlyMap<string, Use>,
  params: MessageParams | undefined,
  how: Filling,
): Record<string, string | number | bigint | Date> {
  const values: Record<string, string | number | bigint | Date> = {}
  for (const [name, use] of names) {
    const value = params?.[name]
    const text = scalar(value, use, how)
    // A sentence inside another has no full stop of its own. A name keeps what it ends with.
    const isSentence = use === 'sentence' && typeof text === 'string' && typeof value === 'object'
    values[name] = isSentence ? text.replace(stopAtEnd, '') : text
  }
  return values
}

function scalar(value: MessageParam, use: Use, how: Filling): string | number | bigint | Date {
  const { language, render, listed } = how
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date)
    return use === 'value' ? value : formatters.getDateTimeFormat(tagOfLanguage(language), medium).format(value)
  if (isMessage(value)) return render(value)
  const { list, type } = listOf(value) ?? { list: [], type: 'unit' as const }
  const items = list.map((item) => String(scalar(item, 'plain', how))).filter((item) => item !== '')
  if (items.length === 0 || !items.every((item) => stopAtEnd.test(item)))
    return joinList(items.map(listed), language, type)
  // No space follows the wide stop.
  return items.join(items.every((item) => item.endsWith('。')) ? '' : ' ')
}

function listOf(value: object): MessageList | undefined {
  if (Array.isArray(value)) return { list: value as readonly MessageParam[], type: 'unit' }
  return 'list' in value && 'type' in value ? (value as MessageList) : undefined
}

const medium: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

/** One set of formats for all messages: making one takes longer than all else. */
const formatters: Formatters = {
  getNumberFormat: remembered((...given) => new Intl.NumberFormat(...(given as [string]))),
  getDateTimeFormat: remembered((...given) => new Intl.DateTimeFormat(...(given as [string]))),
  getPluralRules: remembered((...given) => new Intl.PluralRules(...(given as [string]))),
}

function remembered<Format>(make: (...given: readonly unknown[]) => Format): (...given: readonly unknown[]) => Format {
  const formats = new Map<string, Format>()
  return (...given) => {
    const key = given[1] === undefined ? String(given[0]) : JSON.stringify(given)
    let format = formats.get(key)
    if (format === undefined) formats.set(key, (format = make(...given)))
    return format
  }
}
