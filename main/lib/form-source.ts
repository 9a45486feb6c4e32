const prefix = 'form '

/** Source of a record in the history: its form. */
export const formSource = (form: string): string => `${prefix}${form}`

/** True if a form created the record. */
export const isFormSource = (why: string): boolean => why.startsWith(prefix)
