/** Writes the options of a select column as templates hold them: `'Open','It''s done'`. */
export const quotedList = (choices: readonly string[]): string =>
  choices.map((choice) => `'${choice.replaceAll("'", "''")}'`).join(',')

/** Reads options in quotes or without: `'Open','Done'` or `Open, Done`. */
export function readQuotedList(text: string): readonly string[] {
  const choices = [...text.matchAll(/\s*(?:'((?:[^']|'')*)'|([^',][^,]*))\s*(?:,|$)/gu)]
  return choices.map(([, quoted, plain]) => (quoted?.replaceAll("''", "'") ?? plain ?? '').trim()).filter(Boolean)
}
