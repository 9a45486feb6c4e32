const typeWords: ReadonlySet<string> = new Set(
  (
    'int integer bigint smallint tinyint mediumint decimal numeric real double precision float money bit bool boolean ' +
    'char character varying varchar nvarchar nchar text tinytext mediumtext longtext clob citext uuid blob tinyblob ' +
    'mediumblob longblob bytea binary varbinary date time timestamp timestamptz datetime year json jsonb unsigned ' +
    'without with zone int2 int4 int8 float4 float8'
  ).split(' '),
)

/**
 * True for a type of known words with a length. The text may come from an imported file, and becomes part of SQL.
 */
export function isPlainType(nativeType: string): boolean {
  const [, before = '', after = ''] =
    /^([a-z\d ]+?)\s*(?:\(\s*\d{1,5}\s*(?:,\s*\d{1,3}\s*)?\))?((?: [a-z ]+)?)$/.exec(nativeType.trim().toLowerCase()) ??
    []
  const words = `${before} ${after}`.split(' ').filter((word) => word !== '')
  return words.length > 0 && words.every((word) => typeWords.has(word))
}
