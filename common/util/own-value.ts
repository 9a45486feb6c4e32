/** Returns the value under a key. Undefined for keys that only the prototype has, such as `constructor`. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
