/** Returns the affinity of a declared type (https://sqlite.org/datatype3.html §3.1). */
export function affinityOf(declaredType: string): 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC' {
  const type = declaredType.toUpperCase()
  if (type.includes('INT')) return 'INTEGER'
  if (/CHAR|CLOB|TEXT/.test(type)) return 'TEXT'
  if (type === '' || type.includes('BLOB')) return 'BLOB'
  if (/REAL|FLOA|DOUB/.test(type)) return 'REAL'
  return 'NUMERIC'
}
