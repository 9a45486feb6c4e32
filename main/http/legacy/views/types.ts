/** Parsed `query_params` of old scripts (wire §8.1). Unknown keys are stored unchanged. */
export type QueryParams = Readonly<Record<string, unknown>>
