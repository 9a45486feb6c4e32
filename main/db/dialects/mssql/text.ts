// SQL of the displayed text of a stored value. It may repeat `expression`, which is usually a name.

/** Returns the text of a value: dates and moments in our format, bytes as hexadecimal digits. */
export function asText(nativeType: string, expression: string): string {
  if (nativeType === 'date') return `CONVERT(nvarchar(10), ${expression}, 23)`
  if (nativeType.startsWith('datetimeoffset'))
    return `CONVERT(nvarchar(30), CAST(SWITCHOFFSET(${expression}, '+00:00') AS datetime2(7)), 121)`
  if (/^(datetime|smalldatetime)/.test(nativeType)) return `CONVERT(nvarchar(30), ${expression}, 121)`
  if (/^(float|real)/.test(nativeType)) return floatText(nativeType, expression)
  if (/money/.test(nativeType)) return `CONVERT(nvarchar(40), ${expression}, 2)`
  if (/binary|^image$|^timestamp$|^rowversion$/.test(nativeType))
    return `CONVERT(nvarchar(max), CONVERT(varbinary(max), ${expression}), 2)`
  return `CONVERT(nvarchar(max), ${expression})`
}

/** Like `asText` without trailing zeros: `1.500` is 1.5, `10:20:30.1200000` is 10:20:30.12. */
export function shownText(nativeType: string, expression: string): string {
  const text = asText(nativeType, expression)
  const scale = /^(?:decimal|numeric)\(\d+,(\d+)\)$/.exec(nativeType)?.[1]
  if (/^(small)?money$/.test(nativeType) || (scale !== undefined && scale !== '0')) return withoutIdleZeros(text)
  // `2024-02-29 10:20:30.1200000`, `10:20:30.1200000`
  if (/^(datetime|smalldatetime)/.test(nativeType)) return withoutIdleFraction(text, 20)
  if (nativeType.startsWith('time(') || nativeType === 'time') return withoutIdleFraction(text, 9)
  return text
}

function withoutIdleFraction(text: string, point: number): string {
  const digits = `REPLACE(RTRIM(REPLACE(SUBSTRING(${text}, ${point + 1}, 7), N'0', N' ')), N' ', N'0')`
  return `CASE WHEN ${digits} <> N'' THEN LEFT(${text}, ${point}) + ${digits} ELSE LEFT(${text}, ${point - 1}) END`
}

/**
 * Removes trailing zeros: `1.500` becomes 1.5, and `12.000` becomes 12. Turns zeros, then the point, into blanks.
 *
 * @param text  has a point
 */
export function withoutIdleZeros(text: string): string {
  const digits = `REPLACE(RTRIM(REPLACE(${text}, N'0', N' ')), N' ', N'0')`
  return `REPLACE(RTRIM(REPLACE(${digits}, N'.', N' ')), N' ', N'.')`
}

/** Formats a float with 15 digits if they give the same number (7 for real), else with 17. */
export function floatText(nativeType: string, value: string): string {
  const isSingle = nativeType.startsWith('real')
  const plain = plainNumber(value, isSingle ? 7 : 15)
  return `CASE WHEN TRY_CAST(${plain} AS ${isSingle ? 'real' : 'float'}) = ${value} THEN ${plain} ELSE CONVERT(nvarchar(40), ${value}, 3) END`
}

/**
 * Formats a float with this many digits and no exponent from 1e-15 to 1e37; outside, in the server's format.
 *
 * @param value  a name, since it is repeated
 */
export function plainNumber(value: string, digits = 15): string {
  const place = `CAST(${digits - 1} - FLOOR(LOG10(ABS(${value}))) AS int)`
  const rounded = (type: string): string => `CONVERT(nvarchar(60), ROUND(CAST(${value} AS ${type}), ${place}))`
  return `CASE WHEN ${value} = 0 THEN N'0'
    WHEN ABS(${value}) >= 1e15 AND ABS(${value}) < 1e37 THEN ${rounded('decimal(38,0)')}
    WHEN ABS(${value}) >= 1 AND ABS(${value}) < 1e15 THEN ${withoutIdleZeros(rounded('decimal(38,20)'))}
    WHEN ABS(${value}) >= 1e-15 AND ABS(${value}) < 1 THEN ${withoutIdleZeros(rounded('decimal(38,32)'))}
    ELSE CONVERT(nvarchar(40), ${value}, 2) END`
}
