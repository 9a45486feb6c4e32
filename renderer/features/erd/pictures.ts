import { withTexts } from '@renderer/i18n'
import { later } from '@renderer/ui'

// Pure: pages that only open the tab of the diagram don't load this module.
export const DiagramPicture = /* @__PURE__ */ later(
  async () => (await withTexts(import('./DiagramPicture'), ['erd'])).DiagramPicture,
)
export const DiagramExplorer = /* @__PURE__ */ later(
  async () => (await withTexts(import('./DiagramExplorer'), ['erd'])).DiagramExplorer,
)
