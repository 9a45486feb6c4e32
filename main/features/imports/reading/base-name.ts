/** Returns a file name without its extension. */
export const baseName = (name: string): string => name.replace(/\.[A-Za-z0-9]{1,8}$/, '') || name
