const escapes = /\\(\\|u0000|ud[89a-f][0-9a-f]{2})/gi

/**
 * A value as JSON text that PostgreSQL takes as `json` and `jsonb`: those cannot hold U+0000 or half a surrogate pair, so either becomes U+FFFD.
 * For columns that describe what happened; bodies of records are text and keep every character.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(escapes, (match, escaped: string) => (escaped === '\\' ? match : '\\ufffd'))
}
