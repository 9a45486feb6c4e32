import type { StoredTemplate } from '@common/templates'
import { z } from 'zod'
import { defineOperations } from './define'

const id = z.string().min(1).max(100)
const token = z.string().min(1).max(500)

/** Where an entry comes from. `edited`: an edited copy of a built-in one. `shared`: of another user. */
export const templateOrigins = ['builtIn', 'edited', 'own', 'shared', 'remote'] as const

const entry = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Text of a linear gradient; empty for none. */
  image: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  /** Number of tables and of sample rows. Null: another service doesn't say. */
  tables: z.number().nullable(),
  rows: z.number().nullable(),
  origin: z.enum(templateOrigins),
  /** E-mail address of the author; null for built-in and remote ones. */
  author: z.string().nullable(),
  /** True if the caller may change it without the edit token. */
  mayEdit: z.boolean(),
})
export type TemplateEntry = z.infer<typeof entry>

/** A template in its stored form. The server checks it, because it comes from outside. */
const template = z.custom<StoredTemplate>((value) => typeof value === 'object' && value !== null)

const tokenErrors = ['TEMPLATE_TOKEN_REQUIRED', 'TEMPLATE_TOKEN_WRONG'] as const
const hostErrors = [
  'TEMPLATE_SERVICE_FAILED',
  'TEMPLATE_SERVICE_REFUSED',
  'OUTBOUND_FORBIDDEN',
  'OUTBOUND_FAILED',
  'OUTBOUND_TIMEOUT',
] as const
const writeErrors = ['TEMPLATE_INVALID', 'TEMPLATES_TOO_MANY', ...tokenErrors, ...hostErrors] as const

/** Entries of the gallery: read by all users, changed with the edit token. */
const shared = { scope: 'installation', permission: 'template.use' } as const

/**
 * The gallery of templates (docs/templates.md): the own service, or that of another host. `main/http/legacy/templates.ts`
 * has the calls of the service.
 */
export const templateOperations = defineOperations({
  /** Lists the templates of the gallery by category and title, and the host they come from; null for this server. */
  templateList: {
    ...shared,
    reads: ['templates'],
    input: z.strictObject({}),
    output: z.object({ list: z.array(entry), host: z.string().nullable() }),
    errors: hostErrors,
  },
  templateCategoryList: {
    ...shared,
    reads: ['templates'],
    input: z.strictObject({}),
    output: z.object({ list: z.array(z.object({ category: z.string(), count: z.number() })) }),
    errors: hostErrors,
  },
  templateRead: {
    ...shared,
    reads: ['templates'],
    input: z.strictObject({ id }),
    output: entry.extend({ template }),
    errors: ['TEMPLATE_NOT_FOUND', ...hostErrors],
  },
  /** Reads a template at an address of the web. */
  templateFetch: {
    ...shared,
    reads: [],
    permission: 'project.create',
    input: z.strictObject({ url: z.string().min(1).max(4_096) }),
    output: z.object({ template }),
    errors: [
      'TEMPLATE_INVALID',
      'TEMPLATE_ADDRESS_FAILED',
      'OUTBOUND_ADDRESS_INVALID',
      'OUTBOUND_FORBIDDEN',
      'OUTBOUND_FAILED',
      'OUTBOUND_TIMEOUT',
      'TOO_MANY_REQUESTS',
    ],
  },
  /** Adds a template to the gallery. Needs the edit token, except from a super admin. */
  templateCreate: {
    ...shared,
    changes: ['templates'],
    input: z.strictObject({ template, token: token.optional() }),
    output: z.object({ id: z.string() }),
    errors: writeErrors,
  },
  /**
   * Replaces a template. Needs the edit token, except from its author and a super admin. A built-in template gets an
   * edited copy under its id.
   */
  templateUpdate: {
    ...shared,
    changes: ['templates'],
    input: z.strictObject({ id, template, token: token.optional() }),
    output: z.object({ id: z.string() }),
    errors: ['TEMPLATE_NOT_FOUND', ...writeErrors],
  },
  /** Deletes a template, with the same rights. Deleting an edited copy restores the built-in template. */
  templateDelete: {
    ...shared,
    changes: ['templates'],
    input: z.strictObject({ id, token: token.optional() }),
    output: z.object({ restored: z.boolean() }),
    errors: ['TEMPLATE_NOT_FOUND', 'TEMPLATE_BUILT_IN', 'TEMPLATE_HOST_READ_ONLY', ...tokenErrors],
  },
  /** Stores a template apart from the gallery. Returns an address that shows it. */
  templateLinkCreate: {
    ...shared,
    changes: ['templates'],
    permission: 'project.create',
    input: z.strictObject({ template }),
    output: z.object({ path: z.string() }),
    errors: ['TEMPLATE_INVALID', 'TEMPLATES_TOO_MANY', ...hostErrors],
  },
  /** Returns the secret with which the gallery of this server can be changed. */
  templateTokenRead: {
    reads: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: z.object({ token: z.string() }),
    errors: [],
  },
  /** Replaces the secret. The former one is rejected from then on. */
  templateTokenRotate: {
    changes: ['installation'],
    scope: 'installation',
    permission: 'installation.manage',
    input: z.strictObject({}),
    output: z.object({ token: z.string() }),
    errors: [],
  },
})
