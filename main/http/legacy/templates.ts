import type { TemplateEntry } from '@common/operations/templates'
import { authorize } from '@main/features/auth'
import { templatePage, type TemplateService } from '@main/features/templates'
import { scripted } from '@main/operations/legacy-call'
import { z } from 'zod'
import { required } from './required'

/** Services behind the calls about templates. */
export interface TemplateCallServices {
  readonly templates: TemplateService
}

/** The handler decides: with the edit token, no session is needed. */
const declared = { scope: 'installation', permission: 'installation.read' } as const
const token = z.string().min(1).max(500).optional()
const id = z.string().min(1).max(100)
const readErrors = ['NOT_SIGNED_IN', 'TEMPLATE_TOKEN_WRONG'] as const
const writeErrors = [...readErrors, 'TEMPLATE_INVALID', 'TEMPLATE_TOKEN_REQUIRED', 'TEMPLATES_TOO_MANY'] as const

const wireEntry = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  image_url: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
})

const wireOf = ({ id: entry, title, description, image, category, tags }: TemplateEntry) => ({
  id: entry,
  title,
  description,
  image_url: image,
  category,
  tags,
})

/** Calls of the template service (S2 §7). A template is the body itself, so its keys stand beside those of the address. */
export const templateCalls = (services?: TemplateCallServices) => ({
  templateServiceList: scripted(
    {
      ...declared,
      reads: ['templates'],
      input: z.strictObject({ token }),
      output: z.object({ data: z.array(wireEntry) }),
      errors: readErrors,
    },
    {
      http: { method: 'GET', path: '/api/v1/nc/templates' },
      handle: async (context, given) => {
        const { templates } = required(services)
        await templates.mayRead(context, given.token)
        return { data: (await templates.list(context)).map(wireOf) }
      },
    },
  ),
  templateServiceCategories: scripted(
    {
      ...declared,
      reads: ['templates'],
      input: z.strictObject({ token }),
      output: z.array(z.object({ category: z.string(), count: z.number() })),
      errors: readErrors,
    },
    {
      http: { method: 'GET', path: '/api/v1/nc/templates/categories' },
      handle: async (context, given) => {
        const { templates } = required(services)
        await templates.mayRead(context, given.token)
        return templates.categories(context)
      },
    },
  ),
  templateServiceRead: scripted(
    {
      ...declared,
      reads: ['templates'],
      input: z.strictObject({ template_id: id, token }),
      output: wireEntry.extend({ template: z.string() }),
      errors: [...readErrors, 'TEMPLATE_NOT_FOUND'],
    },
    {
      http: { method: 'GET', path: '/api/v1/nc/templates/:template_id' },
      handle: async (context, given) => {
        const { templates } = required(services)
        await templates.mayRead(context, given.token)
        const found = await templates.read(context, given.template_id)
        return { ...wireOf(found), template: JSON.stringify(found.template) }
      },
    },
  ),
  templateServiceCreate: scripted(
    {
      ...declared,
      changes: ['templates'],
      input: z.looseObject({ token }),
      output: z.object({ id: z.string() }),
      errors: writeErrors,
    },
    {
      http: { method: 'POST', path: '/api/v1/nc/templates' },
      handle: async (context, { token: given, ...template }) => ({
        id: await required(services).templates.add(context, template, given),
      }),
      audit: ({ title }, { id: made }) => ({ operation: 'TEMPLATE/CREATED', details: { title, id: made } }),
    },
  ),
  templateServiceUpdate: scripted(
    {
      ...declared,
      changes: ['templates'],
      input: z.looseObject({ template_id: id, token }),
      output: z.object({ id: z.string() }),
      errors: [...writeErrors, 'TEMPLATE_NOT_FOUND'],
    },
    {
      http: { method: 'PUT', path: '/api/v1/nc/templates/:template_id' },
      handle: async (context, { template_id: wanted, token: given, ...template }) => {
        await required(services).templates.replace(context, wanted, template, given)
        return { id: wanted }
      },
      audit: ({ title }, { id: changed }) => ({ operation: 'TEMPLATE/UPDATED', details: { title, id: changed } }),
    },
  ),
  /** The answer is the address of a page that shows the template. */
  templateServiceLink: scripted(
    {
      ...declared,
      changes: ['templates'],
      input: z.looseObject({ token }),
      output: z.object({ path: z.string() }),
      errors: writeErrors,
    },
    {
      http: { method: 'POST', path: '/api/v1/projectTemplateCreate' },
      handle: async (context, { token: given, ...template }) => {
        const { templates } = required(services)
        if (given === undefined) authorize(context, 'project.create')
        else await templates.mayRead(context, given)
        return { path: templatePage(await templates.addOwn(context, template, false)) }
      },
      audit: ({ title }) => ({ operation: 'TEMPLATE/LINK_CREATED', details: { title } }),
    },
  ),
})
