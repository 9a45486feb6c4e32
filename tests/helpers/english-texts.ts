import * as english from '@locales/english'
import { i18n } from '@renderer/i18n'

// Pages load texts with their chunks. Tests of their parts have all of them.
for (const [namespace, texts] of Object.entries(english)) i18n.addResourceBundle('en', namespace, texts)
i18n.options.ns = Object.keys(english)
