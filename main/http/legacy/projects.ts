import { operations } from '@common/operations'
import { translated } from '@main/operations/legacy-call'

const { input, output } = operations.projectCreate

/** Calls about projects (wire §5). */
export const projectCalls = {
  projectCreateByWebWithXCDB: translated('projectCreate', {
    input,
    output,
    toInput: (body) => body,
    toBody: (project) => project,
  }),
}
