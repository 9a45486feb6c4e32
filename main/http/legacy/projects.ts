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
  /** S1 does not show the answer. */
  projectChangeEnv: translated('environmentChange', {
    input: z.strictObject({ env: z.string().min(1).max(100) }),
    output: z.object({ env: z.string() }),
    toInput: ({ env }) => ({ environment: env }),
    toBody: ({ environment }) => ({ env: environment }),
  }),
}
