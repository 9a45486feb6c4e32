import { typeFor } from '@common/columns/new-types'
import { z } from 'zod'

/** A row of the app store (wire §14.3). */
export const pluginRow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.null(),
  active: z.boolean(),
  rating: z.null(),
  version: z.string(),
  docs: z.null(),
  status: z.enum(['install', 'installed']),
  logo: z.null(),
  icon: z.null(),
  tags: z.string(),
  category: z.string(),
  input_schema: z.string(),
  input: z.string().nullable(),
  creator: z.null(),
  creator_website: z.null(),
  price: z.null(),
})
export type PluginRow = z.output<typeof pluginRow>

/** One field of the form in a row. */
export interface RowItem {
  readonly key: string
  readonly type: 'text' | 'secret' | 'flag'
  readonly isRequired: boolean
}

const itemTypes = { text: typeFor.text, secret: 'Password', flag: typeFor.flag } as const

/** Returns the row of a plugin or service. Its input is null unless it is installed. */
export function pluginRowOf({
  name,
  isList = false,
  items,
  isInstalled,
  isActive,
  input,
  ...rest
}: Pick<PluginRow, 'id' | 'title' | 'tags' | 'category'> & {
  /** Title of the form. */
  readonly name: string
  /** True for one entry per channel. */
  readonly isList?: boolean
  readonly items: readonly RowItem[]
  readonly isInstalled: boolean
  readonly isActive: boolean
  /** Values without secrets. */
  readonly input: unknown
}): PluginRow {
  const schema = {
    title: name,
    ...(isList && { array: true }),
    items: items.map(({ key, type, isRequired }) => ({
      key,
      label: key,
      placeholder: '',
      type: itemTypes[type],
      required: isRequired,
    })),
    actions: [
      { label: 'Test', key: 'test', actionType: 'TEST' },
      { label: 'Save', key: 'save', actionType: 'SUBMIT' },
    ],
    msgOnInstall: '',
    msgOnUninstall: '',
  }
  return {
    ...rest,
    description: null,
    active: isActive,
    rating: null,
    version: '0.0.1',
    docs: null,
    status: isInstalled ? 'installed' : 'install',
    logo: null,
    icon: null,
    input_schema: JSON.stringify(schema),
    input: isInstalled ? JSON.stringify(input) : null,
    creator: null,
    creator_website: null,
    price: null,
  }
}

const entryShape = z.record(z.string(), z.unknown())

/** Returns an object of an input; empty for anything else. */
export const entryOf = (value: unknown): Readonly<Record<string, unknown>> => entryShape.safeParse(value).data ?? {}

/** Returns an input, which is JSON text or the value itself. */
export function inputOf(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input) as unknown
  } catch {
    return {}
  }
}
