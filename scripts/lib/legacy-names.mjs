/** Names of the original (wire §4–§8), which belong to main/http/legacy. */
const legacyName = /\bxc[A-Z]\w+|\btn\b|_cn\b|_tn\b|\bcn\b|\brtn\b|\buidt\b|\bdtxp\b|\bnn\b/

/** Files that read a format of users or scripts with one of these names, and the format. */
export const legacyFormats = {
  'common/dialects/knex-config.ts': 'configurations that users paste into the connection form: `inflection: {tn, cn}`',
  'common/query/group-query.ts': 'the parameter `cn` of REST requests (wire §9)',
  'common/templates/parts.ts': 'templates of files and services (S2 §3)',
  'common/templates/stored-draft.ts': 'the same',
  'common/templates/stored.ts': 'the same',
  'main/lib/value-validation.ts': 'the placeholder `{cn}` in messages of checks (wire §6)',
}

/** Returns true if a file outside main/http/legacy uses these names. */
export const usesLegacyNames = (path, text) => !path.startsWith('main/http/legacy/') && legacyName.test(text)
