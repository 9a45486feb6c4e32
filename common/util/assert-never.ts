/** Makes a switch over a union exhaustive: a missing case doesn't compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
