import { partialSettings, viewKinds, viewOptions } from '@common/views'
import { z } from 'zod'

/** An entry of xcVirtualTableList: the legacy keys, and Basalt's own. */
export const wireView = z.object({
  id: z.string(),
  /** Name of the table for its default grid; otherwise the title of the view. */
  title: z.string(),
  alias: z.string(),
  type: z.enum(['table', 'view', 'vtable']),
  /** `meta` of tableXcModelGet as text, for the default grid; null unless requested. */
  meta: z.string().nullable(),
  parent_model_title: z.string().nullable(),
  show_as: z.enum(viewKinds),
  view_order: z.number(),
  /** JSON text. */
  query_params: z.string(),
  disabled: z.record(z.string(), z.boolean()),
  locked: z.boolean(),
  settings: partialSettings,
  personal: partialSettings.nullable(),
  options: viewOptions,
})
export type WireView = z.infer<typeof wireView>

/** The answer of xcVirtualTableCreate (wire §8.1). */
export const wireMadeView = z.object({
  id: z.string(),
  title: z.string(),
  type: z.literal('vtable'),
  query_params: z.string(),
  parent_model_title: z.string(),
  show_as: z.enum(viewKinds),
  view_order: z.number(),
})
export type WireMadeView = z.infer<typeof wireMadeView>
