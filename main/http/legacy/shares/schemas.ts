import { viewKinds } from '@common/views'
import { z } from 'zod'

export const viewTitle = z.string().max(255).nullish()
/** Empty for none. */
export const password = z.string().max(1_024).nullish()
/** The secret part of the address of a link. A missing one is as unknown as a wrong one. */
export const viewId = z
  .union([z.string().max(10_000), z.number()])
  .nullish()
  .transform((id) => String(id ?? ''))

/** The answer of createSharedViewLink (wire §8.2). */
export const wireMadeLink = z.object({
  id: z.string(),
  view_id: z.string(),
  view_type: z.enum(viewKinds),
  url: z.string(),
})

/** A line of listSharedViewLinks. Passwords are stored hashed, so none is shown. */
export const wireLink = z.object({
  id: z.string(),
  view_id: z.string(),
  password: z.null(),
  model_name: z.string(),
  view_type: z.enum(viewKinds),
  view_name: z.string(),
})

export const wireBase = z.object({
  id: z.string(),
  shared_base_id: z.string(),
  enabled: z.union([z.literal(0), z.literal(1)]),
  roles: z.enum(['viewer', 'editor']),
  url: z.string(),
})

export const wireRow = z.record(z.string(), z.unknown())
export const wireRows = z.object({ list: z.array(wireRow), count: z.number() })

const number = z.coerce.number().int().min(0)
export const page = {
  limit: number.max(1_000).default(25),
  offset: number.max(1_000_000_000).default(0),
  /** Part of the name of a record. */
  query: z.string().max(1_000).nullish(),
}
