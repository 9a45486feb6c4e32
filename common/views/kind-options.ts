import type { Table } from '@common/model'
import type { z } from 'zod'
import { calendarOptions, initialCalendar } from './calendar'
import { formKind } from './form'
import { galleryKind } from './gallery'
import { kanbanKind } from './kanban'
import { viewOptions, type ViewKind, type ViewOptions } from './view'

/** What one kind of view keeps beside the settings that all kinds have. */
export interface KindOptions<S extends z.ZodType = z.ZodType> {
  /** What may be kept. An object's keys are all optional: what is absent is as a new view has it. */
  readonly schema: S
  /** What a new view of a table begins with: a board that has its stacks, a calendar that has its dates. */
  readonly initial: (table: Table) => ViewOptions
}

const nothing: KindOptions<typeof viewOptions> = { schema: viewOptions, initial: () => ({}) }

/** Every kind with its options: a kind more is one file and one line. */
export const kindOptions = {
  grid: nothing,
  gallery: galleryKind,
  kanban: kanbanKind,
  calendar: { schema: calendarOptions, initial: initialCalendar },
  form: formKind,
} as const satisfies Readonly<Record<ViewKind, KindOptions>>

/** Options as they were kept, perhaps by another version of Basalt: what cannot be read any more is left out. */
export function readKindOptions<S extends z.ZodObject>(
  { schema }: KindOptions<S>,
  kept: ViewOptions,
): Partial<z.infer<S>> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const entries = Object.entries(kept).flatMap(([key, value]): [string, unknown][] => {
    const field = Object.hasOwn(shape, key) ? (shape[key] as z.ZodType) : undefined
    const read = field?.safeParse(value)
    return read?.success === true ? [[key, read.data]] : []
  })
  return Object.fromEntries(entries) as Partial<z.infer<S>>
}

/** Whether a view of this kind may keep these options. */
export const optionsFit = (kind: ViewKind, options: ViewOptions): boolean =>
  kindOptions[kind].schema.safeParse(options).success
