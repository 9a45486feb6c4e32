import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'

// Pure: pages that need the state alone don't load this module.
const load = () => withTexts(import('./surfaces'), ['templates'])

/** Commands and dialogs of templates inside a project. */
export const ProjectTemplates = /* @__PURE__ */ later(async () => (await load()).ProjectTemplates)
export const SaveTemplateDialog = /* @__PURE__ */ later(async () => (await load()).SaveTemplateDialog)
/** Templates below the list of projects. */
export const TemplateRow = /* @__PURE__ */ later(async () => (await load()).TemplateRow)
