/** Returns the services behind a call. Declarations of calls exist without them, and can't handle one. */
export function required<T>(services: T | undefined): T {
  if (services === undefined) throw new Error('These calls have no services')
  return services
}
