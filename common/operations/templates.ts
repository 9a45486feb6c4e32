import type { StoredTemplate } from '@common/templates'
import { z } from 'zod'
import { defineOperations } from './define'

const id = z.string().min(1).max(100)
const token = z.string().min(1).max(500)
const runId = z.string().regex(/^[0-9a-f]{32}$/)

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

/** The template that a call uses: given, or one of the gallery. */
export const usedTemplate = {
  template: template.optional(),
  templateId: id.optional(),
  /** Creates the sample rows too. Default: true. */
  rows: z.boolean().optional(),
  /** A new id of the caller, by which `templateRunRead` and `templateRunCancel` find the work. */
  run: runId.optional(),
} as const

export const usedErrors = [
  'TEMPLATE_NOT_FOUND',
  'TEMPLATE_INVALID',
  'TEMPLATE_VALUE_INVALID',
  'TEMPLATE_RUN_TAKEN',
  'REQUEST_CANCELLED',
] as const

const made = z.object({ name: z.string(), title: z.string() })

/** Steps of the creation of tables. `unknown`: no such run, or one that ended more than a minute ago. */
export const templatePhases = [
  'unknown',
  'reading',
  'tables',
  'rows',
  'publishing',
  'done',
  'failed',
  'cancelled',
] as const

const progress = z.object({ done: z.number(), all: z.number() })
const run = z.object({
  phase: z.enum(templatePhases),
  /** Title of the table whose rows are written. */
  table: z.string().nullable(),
  tables: progress,
  rows: progress,
  /** 0 to 100. */
  percent: z.number(),
})
export type TemplateRun = z.infer<typeof run>

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

const title = z.string().trim().min(1).max(255)
const ofProject = { scope: 'project', permission: 'project.configure', wholeSchema: true } as const
const savedErrors = ['TEMPLATE_TOO_LARGE', 'DATABASE_UNAVAILABLE', 'NOT_SUPPORTED', 'REQUEST_CANCELLED'] as const

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
  /** Returns the titles of tables that the project has already. `templateTablesCreate` would reject them. */
  templateTablesCheck: {
    reads: ['schema', 'metadata', 'templates'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject({ template: usedTemplate.template, templateId: usedTemplate.templateId }),
    output: z.object({ existing: z.array(z.string()) }),
    errors: [...usedErrors, 'DATABASE_UNAVAILABLE', ...hostErrors],
  },
  /** Creates the tables of a template in a project, with their sample rows, all or nothing. */
  templateTablesCreate: {
    changes: ['schema', 'metadata', 'views', 'rows'],
    scope: 'project',
    permission: 'schema.change',
    input: z.strictObject(usedTemplate),
    output: z.object({
      tables: z.array(made),
      relations: z.array(
        z.object({ kind: z.enum(['hasMany', 'manyToMany']), table: z.string(), relatedTable: z.string() }),
      ),
      rows: z.number(),
    }),
    errors: [
      'TEMPLATE_TABLES_EXIST',
      ...usedErrors,
      'TABLE_EXISTS',
      'TABLE_NAME_INVALID',
      'TABLE_NAME_RESERVED',
      'COLUMN_EXISTS',
      'COLUMN_NAME_INVALID',
      'COLUMN_NAME_RESERVED',
      'COLUMN_TYPE_INVALID',
      'COLUMN_OPTIONS_INVALID',
      'DATABASE_UNAVAILABLE',
      ...hostErrors,
    ],
  },
  /** Returns the progress of a creation that the caller started with this id. */
  templateRunRead: {
    ...shared,
    reads: ['templates'],
    input: z.strictObject({ run: runId }),
    output: run,
    errors: [],
  },
  /** Cancels it: everything is rolled back, and its call answers REQUEST_CANCELLED. */
  templateRunCancel: {
    ...shared,
    changes: [],
    input: z.strictObject({ run: runId }),
    output: z.object({ cancelled: z.boolean() }),
    errors: [],
  },
  /** Returns a project as a template, on request with its rows. Files, people and secrets stay behind. */
  projectTemplateRead: {
    ...ofProject,
    reads: ['schema', 'metadata', 'views', 'rows'],
    input: z.strictObject({ rows: z.boolean(), title: title.optional() }),
    output: z.object({ template }),
    errors: savedErrors,
  },
  /**
   * Stores a project as a template in the gallery, as one of the caller's own, or under the id of one. Another host
   * needs its edit token.
   */
  projectTemplateSave: {
    ...ofProject,
    changes: ['templates'],
    input: z.strictObject({
      id: id.optional(),
      title,
      category: z.string().trim().min(1).max(255),
      tags: z.array(z.string().max(100)).max(50).default([]),
      description: z.string().max(20_000).default(''),
      /** Text of a linear gradient. */
      image: z.string().max(2_000).default(''),
      rows: z.boolean(),
      token: token.optional(),
    }),
    output: z.object({ id: z.string() }),
    errors: ['TEMPLATE_NOT_FOUND', ...savedErrors, ...writeErrors],
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
