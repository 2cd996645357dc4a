/** When a credential ends, as far as it says so itself: a JSON Web Token by `exp`, a shared access signature of Azure by `se`. */

/** Milliseconds since 1970; null where it does not say. Only the instant leaves this function. */
export function expiryOf(secret: string): number | null {
  return expiryOfToken(secret) ?? expiryOfSignature(secret)
}

function expiryOfToken(secret: string): number | null {
  const parts = secret
    .replace(/^Bearer /i, '')
    .trim()
    .split('.')
  if (parts.length !== 3) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))
    const end = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null
    return typeof end === 'number' && Number.isFinite(end) && end > 0 && end < 1e11 ? end * 1_000 : null
  } catch {
    return null
  }
}

function expiryOfSignature(secret: string): number | null {
  const query = new URLSearchParams(secret.slice(secret.indexOf('?') + 1))
  if (!query.has('sig')) return null
  const end = Date.parse(query.get('se') ?? '')
  return Number.isNaN(end) ? null : end
}
