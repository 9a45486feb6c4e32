/**
 * Loads something when it is first asked for, and once: what few requests need shall not slow down the start. A failed
 * attempt is forgotten.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
