export type { CompletionSource } from './completions'
export { EntryTable } from './EntryTable'
export { TemplateField } from './TemplateField'
export { useVariables } from './use-variables'
