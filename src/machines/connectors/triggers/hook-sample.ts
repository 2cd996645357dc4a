/** A command that sends one event as the sender of a webhook would. */
import type { HookProof, HookSettings, SignatureProof } from '#contract/connectors/triggers/sender.ts'
import { signedPieces } from '#contract/connectors/triggers/sender-check.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'

/** @param secret in clear, or what stands for it. @param example JSON of one event. */
export type Sample = { readonly url: string; readonly secret: string; readonly example: string }

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const types = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'text/xml',
  text: 'text/plain',
} as const
const bodies = { form: 'From=Test&Body=Hello', xml: '<event><id>1</id></event>', text: 'Hello' } as const

/** A text of the shell, within double quotes. */
const inDouble = (text: string) => text.replace(/["\\`]/g, (it) => `\\${it}`)

const parts = { body: '$body', timestamp: '$time', id: '$id', method: 'POST', url: '$url', form: 'BodyHelloFromTest' } as const

function signedLines(proof: SignatureProof, secret: string): { readonly lines: string[]; readonly headers: string[] } {
  const { algorithm, encoding, header, prefix = '', signed, timestamp, idHeader, key } = proof
  const found = signedPieces(signed)
  const text = 'fault' in found ? '' : found.pieces.map((it) => ('text' in it ? inDouble(it.text) : parts[it.part])).join('')
  const hash = algorithm.toUpperCase().replace('SHA', 'sha')
  const withKey =
    key === 'base64'
      ? `-mac HMAC -macopt hexkey:$(printf %s ${quoted(secret.replace('whsec_', ''))} | base64 -d | od -An -tx1 | tr -d ' \\n')`
      : `-hmac ${quoted(secret)}`
  const coded = { hex: "od -An -tx1 | tr -d ' \\n'", base64: 'base64', base64url: "base64 | tr '+/' '-_' | tr -d '='" }[encoding]
  const time = timestamp?.unit === 'milliseconds' ? 'time=$(date +%s)000' : 'time=$(date +%s)'
  const isTogether = timestamp?.prefix !== undefined && timestamp.header.toLowerCase() === header.toLowerCase()
  const value = `${isTogether ? `${timestamp.prefix}$time,` : ''}${prefix}$signature`
  return {
    lines: [
      ...(timestamp === undefined ? [] : [time]),
      ...(idHeader === undefined ? [] : ['id=test-$(date +%s)']),
      `signature=$(printf %s "${text}" | openssl dgst -${hash} ${withKey} -binary | ${coded})`,
    ],
    headers: [
      `${header}: ${value}`,
      ...(timestamp === undefined || isTogether ? [] : [`${timestamp.header}: ${timestamp.prefix ?? ''}$time`]),
      ...(idHeader === undefined ? [] : [`${idHeader}: $id`]),
    ],
  }
}

/** The address that a sender is given: of a secret address with its secret. */
export const urlOf = (settings: HookSettings | undefined, { url, secret }: Pick<Sample, 'url' | 'secret'>): string => {
  const proof = settings === undefined ? null : senderOf(settings).proof
  if (proof?.type === 'address') return `${url}?key=${encodeURIComponent(secret)}`
  if (proof?.type === 'token' && proof.in === 'query')
    return `${url}?${encodeURIComponent(proof.name)}=${encodeURIComponent(`${proof.prefix ?? ''}${secret}`)}`
  return url
}

function sentHeaders(proof: HookProof | null, secret: string): string[] {
  if (proof?.type === 'token' && proof.in === 'header') return [`${proof.name}: ${proof.prefix ?? ''}${secret}`]
  if (proof?.type === 'basic') return []
  return proof === null ? [`Authorization: Bearer ${secret}`] : []
}

/** Lines for a shell: one request with curl, signed with openssl where the sender signs. */
export function curlOf(settings: HookSettings | undefined, sample: Sample): string {
  const { proof, body } = settings === undefined ? { proof: null, body: 'json' as const } : senderOf(settings)
  const { secret, example } = sample
  const text = body === 'json' ? example : bodies[body]
  const type = `Content-Type: ${types[body]}`
  if (proof?.type !== 'signature')
    return [
      `curl -X POST ${quoted(urlOf(settings, sample))}`,
      ...(proof?.type === 'basic' ? [`-u ${quoted(`${proof.username}:${secret}`)}`] : []),
      ...[...sentHeaders(proof, secret), type].map((it) => `-H ${quoted(it)}`),
      `-d ${quoted(text)}`,
    ].join(' \\\n  ')
  const { lines, headers } = signedLines(proof, secret)
  const sent = ['curl -X POST "$url"', ...headers.map((it) => `-H "${it}"`), `-H ${quoted(type)}`, '--data-binary "$body"']
  return [`url=${quoted(sample.url)}`, `body=${quoted(text)}`, ...lines, sent.join(' \\\n  ')].join('\n')
}
