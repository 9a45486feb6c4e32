import { z } from 'zod'

/** Why the desktop application can't open something that the system gave it. */
export const openingProblem = z.enum(['missing', 'folder', 'unknown', 'link'])
export type OpeningProblem = z.infer<typeof openingProblem>

/** A file or link that the system gave to the application, for the page to open. */
export const opening = z.discriminatedUnion('kind', [
  /** A SQLite file, which becomes a project in its place. */
  z.object({ kind: z.literal('database'), path: z.string() }),
  /** A file of rows, or the metadata of a project. The page reads its content with `readOpening`. */
  z.object({ kind: z.literal('rows'), id: z.string(), name: z.string(), size: z.number() }),
  z.object({
    kind: z.literal('place'),
    project: z.string(),
    table: z.string().optional(),
    record: z.string().optional(),
    view: z.string().optional(),
  }),
  z.object({ kind: z.literal('refused'), problem: openingProblem, name: z.string() }),
])
export type Opening = z.infer<typeof opening>

/** Bytes of a given file that one call returns. */
export const openingPartBytes = 4 * 1024 ** 2
