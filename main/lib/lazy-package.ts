import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Returns a function that loads a CommonJS package synchronously on first use, for drivers and libraries that most
 * servers never need.
 *
 * @param name  of the package; its types come from an `import type` beside the call
 */
export function lazyPackage<T>(name: string): () => T {
  let loaded: { readonly package: T } | undefined
  return () => (loaded ??= { package: require(name) as T }).package
}
