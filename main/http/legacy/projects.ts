import { operations } from '@common/operations'
import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'

const { input, output } = operations.projectCreate

/** Calls about projects (wire §5, S1 §7). */
export const projectCalls = {
  projectCreateByWebWithXCDB: translated('projectCreate', {
    input,
    output,
    toInput: (body) => body,
    toBody: (project) => project,
  }),
  xcModelsCreateFromTemplate: translated('templateTablesCreate', {
    input: z.object({ template: operations.templateTablesCreate.input.shape.template.unwrap() }),
    output: z.object({
      tables: z.array(z.object({ tn: z.string(), _tn: z.string() })),
      relations: z.array(z.object({ type: z.enum(['hm', 'mm']), tn: z.string(), rtn: z.string() })),
    }),
    toInput: ({ template }) => ({ template }),
    toBody: ({ tables, relations }) => ({
      tables: tables.map(({ name, title }) => ({ tn: name, _tn: title })),
      relations: relations.map(({ kind, table, relatedTable }) => ({
        type: kind === 'hasMany' ? ('hm' as const) : ('mm' as const),
        tn: table,
        rtn: relatedTable,
      })),
    }),
  }),
  /** S1 does not show the answer. */
  projectChangeEnv: translated('environmentChange', {
    input: z.strictObject({ env: z.string().min(1).max(100) }),
    output: z.object({ env: z.string() }),
    toInput: ({ env }) => ({ environment: env }),
    toBody: ({ environment }) => ({ env: environment }),
  }),
}
