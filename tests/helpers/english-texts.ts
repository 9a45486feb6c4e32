import * as english from '@locales/english'
import { i18n, startTexts } from '@renderer/i18n'

const ready = startTexts('en')

// Pages load texts with their chunks. Tests of their parts have all of them.
// Unit tests of a worker share them.
for (const [namespace, texts] of Object.entries(english))
  if (!i18n.hasResourceBundle('en', namespace)) i18n.addResourceBundle('en', namespace, texts)
i18n.options.ns = Object.keys(english)

// Until then, components show keys. A test that draws at once would find no texts.
await ready
