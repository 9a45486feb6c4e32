/** Returns the CREATE VIEW statement of a typed SELECT, or the typed statement. */
export const viewStatement = (typed: string): string =>
  /^\s*CREATE\b/i.test(typed) ? typed : `CREATE VIEW new_view AS ${typed}`
