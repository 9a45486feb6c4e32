import type { z } from 'zod'
import { calendarOptions, initialCalendar } from './calendar'
import { formKind } from './form'
import { galleryKind } from './gallery'
import { kanbanKind } from './kanban'
import { viewOptions, type ViewKind, type ViewOptions, type KindOptions } from './view'

const nothing: KindOptions<typeof viewOptions> = { schema: viewOptions, initial: () => ({}) }

/** All kinds with their options. A new kind adds one file and one line here. */
export const kindOptions = {
  grid: nothing,
  gallery: galleryKind,
  kanban: kanbanKind,
  calendar: { schema: calendarOptions, initial: initialCalendar },
  form: formKind,
} as const satisfies Readonly<Record<ViewKind, KindOptions>>

/** Reads stored options, possibly of another version. Skips what it can't read. */
export function readKindOptions<S extends z.ZodObject>(
  { schema }: KindOptions<S>,
  stored: ViewOptions,
): Partial<z.infer<S>> {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const entries = Object.entries(stored).flatMap(([key, value]): [string, unknown][] => {
    const field = Object.hasOwn(shape, key) ? (shape[key] as z.ZodType) : undefined
    const read = field?.safeParse(value)
    return read?.success === true ? [[key, read.data]] : []
  })
  return Object.fromEntries(entries) as Partial<z.infer<S>>
}

/** True if options are valid for a kind of view. */
export const optionsFit = (kind: ViewKind, options: ViewOptions): boolean =>
  kindOptions[kind].schema.safeParse(options).success
