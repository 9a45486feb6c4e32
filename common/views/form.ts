import { filesPerCell } from '@common/columns/values/files'
import { attachmentMaxBytes } from '@common/constants'
import { optionColors } from '@common/model'
import { z } from 'zod'
import { conditionValue, viewOperators } from './settings'
import type { KindOptions } from './view'

/** Limits of one form. */
export const formLimits = {
  parts: 500,
  conditions: 20,
  /** Characters of a title, a question or a button label. */
  lineCharacters: 300,
  /** Characters of a help text. */
  helpCharacters: 2_000,
  /** Characters of a description, a section text or a thank-you message. */
  textCharacters: 10_000,
  addressCharacters: 2_000,
  /** File endings that one field accepts. */
  fileTypes: 30,
} as const

/** Limits of files that a field can set, in files and megabytes. */
export const fileLimitsMax = { count: filesPerCell, megabytes: attachmentMaxBytes / 1024 / 1024 } as const

const line = z.string().max(formLimits.lineCharacters)
const text = z.string().max(formLimits.textCharacters)
/** Absent after the column was deleted. Readers of the form skip such parts. */
const column = z.string().min(1).max(255).optional()

const storedCondition = z.strictObject({ column, operator: z.enum(viewOperators), value: conditionValue.optional() })

/** Shows a field depending on earlier answers. */
const formCondition = z.strictObject({
  join: z.enum(['and', 'or']),
  filters: z.array(storedCondition).max(formLimits.conditions),
})

/** Shows options side by side as chips, or as a list. */
export const formLooks = ['chips', 'list'] as const
export type FormLook = (typeof formLooks)[number]

const fieldPart = z.strictObject({
  kind: z.literal('field'),
  column,
  /** Replaces the column's title. */
  label: line.optional(),
  help: z.string().max(formLimits.helpCharacters).optional(),
  /** Requires an answer even if the database doesn't. */
  required: z.boolean().optional(),
  condition: formCondition.optional(),
  /** Initial value, in the format of an answer. */
  initial: z.json().optional(),
  look: z.enum(formLooks).optional(),
  /** For a select field: accepts answers that aren't options yet and adds them to the options. */
  other: z.boolean().optional(),
  /** For a field of files: how many it takes, how large each may be, and which endings their names may have. */
  files: z
    .strictObject({
      count: z.number().int().min(1).max(fileLimitsMax.count).optional(),
      megabytes: z.number().int().min(1).max(fileLimitsMax.megabytes).optional(),
      types: z
        .array(z.string().regex(/^[a-z0-9]{1,10}$/))
        .max(formLimits.fileTypes)
        .optional(),
    })
    .optional(),
})

const sectionPart = z.strictObject({
  kind: z.literal('section'),
  /** Identifies the section while it moves. */
  id: z.string().min(1).max(40),
  title: line.optional(),
  text: text.optional(),
  /** Starts a new page. */
  step: z.boolean().optional(),
})

const formPart = z.discriminatedUnion('kind', [fieldPart, sectionPart])
/** A stored part of a form: a field, or a section with a heading and text. */
export type FormPart = z.infer<typeof formPart>
export type FieldPart = z.infer<typeof fieldPart>
export type SectionPart = z.infer<typeof sectionPart>
export type FormCondition = z.infer<typeof formCondition>

/**
 * True for addresses that a form may redirect to: https, a host, no user name and no password.
 *
 * Callers parse the address again before they follow it, because this module has no URL parser.
 */
export const isSafeAddress = (address: string): boolean =>
  /^https:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]<>"'`{}|^%]+)(?::\d{1,5})?(?:[/?#][^\s\\<>"'`{}|^]*)?$/i.test(address) &&
  address.length <= formLimits.addressCharacters

/** The page after submission: a text, or a redirect. */
const formAfter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: text.optional() }),
  /** An empty address is incomplete; the form then shows the default text. */
  z.strictObject({
    kind: z.literal('redirect'),
    address: z.string().refine((address) => address === '' || isSafeAddress(address)),
  }),
])
export type FormAfter = z.infer<typeof formAfter>

export const formCovers = ['none', ...optionColors] as const
export type FormCover = (typeof formCovers)[number]

export const formSchema = z
  .strictObject({
    /** Default: the name of the view. */
    title: line,
    description: text,
    cover: z.enum(formCovers),
    parts: z.array(formPart).max(formLimits.parts),
    after: formAfter,
    /** Offers to submit another response. */
    again: z.boolean(),
    /** Label of the submit button. */
    button: line,
  })
  .partial()
/** Options of a form; missing keys have defaults. */
export type FormOptions = z.infer<typeof formSchema>

const openPart = z.looseObject({ column: z.string(), other: z.literal(true) })

/** Returns the columns to which a form adds options. */
function openColumns({ parts }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Array.isArray(parts) ? parts.flatMap((part) => openPart.safeParse(part).data?.column ?? []) : [])
}

/** True if new options of a form add choices to further columns. This needs the right to change columns. */
export function opensColumns(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  const known = openColumns(before)
  return [...openColumns(after)].some((column) => !known.has(column))
}

/** A new form has no options; defaults apply. */
export const formKind: KindOptions<typeof formSchema> = { schema: formSchema, initial: () => ({}) }
