/** Headers that a connector may not set: they frame the message, route it, or open the metadata services of clouds (threat T-SSRF-4). */
import { randomBytes } from 'node:crypto'

import { isMetadataHeader } from '#contract/kit/web-address.ts'

const framing = ['connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']
/** Tells the sandbox of this server whose request it is; set by us alone. */
export const sandboxTenantHeader = 'x-sandbox-tenant'
/** Shows the sandbox that a request comes from a connector of this process: behind a proxy its socket and its host prove nothing. */
export const sandboxKeyHeader = 'x-sandbox-key'
/** Never leaves this machine: `outbound.ts` adds it to requests to the own sandbox only. */
const sandboxKey = randomBytes(24).toString('base64url')
export const sandboxHeaders = (party: string) => ({ [sandboxTenantHeader]: party, [sandboxKeyHeader]: sandboxKey })
export const hasSandboxKey = (headers: Readonly<Record<string, unknown>>): boolean => headers[sandboxKeyHeader] === sandboxKey
const forbidden = new Set([...framing, sandboxTenantHeader, sandboxKeyHeader])

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafeValue = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/

/** Whether a header can carry the value: it has no line break, no other control character and nothing beyond Latin 1. */
export const fitsHeader = (value: string): boolean => !unsafeValue.test(value)

/** Why a header may not be sent, as a sentence; null when it may. */
export function headerFault(name: string, value: string): string | null {
  const lower = name.toLowerCase()
  if (!token.test(name)) return `"${name}" is not a header name`
  if (forbidden.has(lower) || lower.startsWith('proxy-') || isMetadataHeader(lower)) return `The header "${name}" can't be set`
  if (!fitsHeader(value)) return `The value of the header "${name}" contains characters that are not allowed in headers`
  return null
}
