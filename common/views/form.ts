import { optionColors } from '@common/model'
import { z } from 'zod'
import { conditionValue, viewOperators } from './settings'
import type { KindOptions } from './kind-options'

/** What one form may hold. */
export const formLimits = {
  parts: 500,
  conditions: 20,
  /** Characters of a title, a question, the words on a button. */
  lineCharacters: 300,
  /** Of a sentence of help. */
  helpCharacters: 2_000,
  /** Of a description, a text of a section, the thanks. */
  textCharacters: 10_000,
  addressCharacters: 2_000,
} as const

const line = z.string().max(formLimits.lineCharacters)
const text = z.string().max(formLimits.textCharacters)
/** Absent once the column has gone: who reads the form leaves such parts out. */
const column = z.string().min(1).max(255).optional()

const keptCondition = z.strictObject({ column, operator: z.enum(viewOperators), value: conditionValue.optional() })

/** When a field is asked for: what was answered before it. */
const formCondition = z.strictObject({
  join: z.enum(['and', 'or']),
  filters: z.array(keptCondition).max(formLimits.conditions),
})

/** Choices beside each other as chips, or one below the other. */
export const formLooks = ['chips', 'list'] as const
export type FormLook = (typeof formLooks)[number]

const fieldPart = z.strictObject({
  kind: z.literal('field'),
  column,
  /** Instead of the column's title. */
  label: line.optional(),
  help: z.string().max(formLimits.helpCharacters).optional(),
  /** Beyond what the database demands. */
  required: z.boolean().optional(),
  condition: formCondition.optional(),
  /** What stands in the field from the beginning: a value as it is answered. */
  initial: z.json().optional(),
  look: z.enum(formLooks).optional(),
  /** For a select field: accepts answers that aren't options yet and adds them to the options. */
  other: z.boolean().optional(),
})

const sectionPart = z.strictObject({
  kind: z.literal('section'),
  /** Tells sections apart while they are moved. */
  id: z.string().min(1).max(40),
  title: line.optional(),
  text: text.optional(),
  /** Begins a page of its own. */
  step: z.boolean().optional(),
})

const formPart = z.discriminatedUnion('kind', [fieldPart, sectionPart])
/** A line of a form as it is kept: a field, or a heading with a text. */
export type FormPart = z.infer<typeof formPart>
export type FieldPart = z.infer<typeof fieldPart>
export type SectionPart = z.infer<typeof sectionPart>
export type FormCondition = z.infer<typeof formCondition>

/**
 * An address that a form may lead to: https, a host, no name or password in it.
 *
 * Addresses are parsed again where they are followed: here nothing but plain code is at hand.
 */
export const isSafeAddress = (address: string): boolean =>
  /^https:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@\\:[\]<>"'`{}|^%]+)(?::\d{1,5})?(?:[/?#][^\s\\<>"'`{}|^]*)?$/i.test(address) &&
  address.length <= formLimits.addressCharacters

/** What stands behind a submitted form: a text, or another page. */
const formAfter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: text.optional() }),
  /** An empty address is one that is still being written: then there is the text of every form. */
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
    /** The view's name when absent. */
    title: line,
    description: text,
    cover: z.enum(formCovers),
    parts: z.array(formPart).max(formLimits.parts),
    after: formAfter,
    /** Whether somebody who has answered is offered to answer again. */
    again: z.boolean(),
    /** On the button that sends the form. */
    button: line,
  })
  .partial()
/** Options of a form as far as somebody has said them. */
export type FormOptions = z.infer<typeof formSchema>

const openPart = z.looseObject({ column: z.string(), other: z.literal(true) })

/** Columns to which a form adds options. */
function openColumns({ parts }: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Array.isArray(parts) ? parts.flatMap((part) => openPart.safeParse(part).data?.column ?? []) : [])
}

/** Whether options of a form let it add options to more columns than before: that is for people who may change columns. */
export function opensColumns(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): boolean {
  const known = openColumns(before)
  return [...openColumns(after)].some((column) => !known.has(column))
}

/** A new form asks nothing until somebody says what. */
export const formKind: KindOptions<typeof formSchema> = { schema: formSchema, initial: () => ({}) }
