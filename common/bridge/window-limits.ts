/** Limits of what a window can store for a restart. */
export const windowLimits = { addressCharacters: 2_000, tabCharacters: 20_000, projects: 50 } as const
