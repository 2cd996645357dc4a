/** What the proof of a webhook lacks before it can hold: each finding with its place below `/trigger/hook`. */
import type { FieldProblem } from '../../kit/problem.ts'
import { type HookSettings, type SignatureProof, type SignedPart, signedParts } from './sender.ts'
import { senders } from './senders.ts'

type Piece = { readonly text: string } | { readonly part: SignedPart }

/** A signed text in pieces; `fault` names what is wrong in braces. */
export function signedPieces(signed: string): { readonly pieces: readonly Piece[] } | { readonly fault: string } {
  const pieces: Piece[] = []
  let at = 0
  while (at < signed.length) {
    const open = signed.indexOf('{', at)
    const end = open === -1 ? signed.length : open
    if (end > at) pieces.push({ text: signed.slice(at, end) })
    if (open === -1) break
    const close = signed.indexOf('}', open)
    const name = close === -1 ? signed.slice(open + 1) : signed.slice(open + 1, close)
    const part = signedParts.find((it) => it === name)
    if (close === -1 || part === undefined)
      return { fault: `{${name}} is not known. Use ${signedParts.map((it) => `{${it}}`).join(', ')}` }
    pieces.push({ part })
    at = close + 1
  }
  return { pieces }
}

/** Headers that carry secrets, and are never kept with an event. */
const secretHeaders = ['authorization', 'cookie', 'proxy-authorization']

/** Lower-case names of headers, and names of query parameters, that hold what the sender proves itself with. */
export function secretPlaces({ sender, proof }: HookSettings): {
  readonly headers: readonly string[]
  readonly query: readonly string[]
} {
  const used = sender === 'other' ? proof : senders[sender].proof
  return {
    headers: [
      ...secretHeaders,
      ...(used?.type === 'signature' ? [used.header.toLowerCase()] : []),
      ...(used?.type === 'token' && used.in === 'header' ? [used.name.toLowerCase()] : []),
    ],
    query: used?.type === 'token' && used.in === 'query' ? [used.name] : used?.type === 'address' ? ['key'] : [],
  }
}

function signatureFaults({ signed, timestamp, tolerance, idHeader }: SignatureProof): FieldProblem[] {
  const found = signedPieces(signed)
  if ('fault' in found) return [{ path: '/proof/signed', message: `Signed text: ${found.fault}` }]
  const parts = found.pieces.flatMap((it) => ('part' in it ? [it.part] : []))
  const faults: FieldProblem[] = []
  const say = (path: string, message: string) => faults.push({ path: `/proof/${path}`, message })
  if (!parts.includes('body') && !parts.includes('form'))
    say('signed', 'Signed text: add {body}. Without it, one signature is valid for any event')
  if (parts.includes('timestamp') && timestamp === undefined) say('timestamp', 'Enter the timestamp header')
  if (timestamp !== undefined && !parts.includes('timestamp'))
    say('signed', 'Signed text: add {timestamp}. Without it, the timestamp can be changed')
  if (tolerance !== undefined && timestamp === undefined) say('tolerance', 'Enter the timestamp header to use a tolerance')
  if (parts.includes('id') && idHeader === undefined) say('idHeader', 'Enter the event ID header')
  return faults
}

/** Everything that keeps a webhook with these settings from taking events. */
export function hookFaults(settings: HookSettings): FieldProblem[] {
  const { sender, proof, keep } = settings
  const faults: FieldProblem[] = []
  if (sender === 'other' && proof === undefined) faults.push({ path: '/proof', message: 'Select how events are verified' })
  if (sender !== 'other' && proof !== undefined)
    faults.push({
      path: '/proof',
      message: `Verification for ${senders[sender].name} is built in. Remove the proof, or select another sender`,
    })
  if (sender === 'other' && proof?.type === 'signature') faults.push(...signatureFaults(proof))
  if (settings.wait === true && settings.response !== undefined)
    faults.push({ path: '/wait', message: 'Select one response to the sender: a text, or the result' })
  const secret = secretPlaces(settings).headers
  for (const [at, header] of (keep?.headers ?? []).entries())
    if (secret.includes(header.toLowerCase()))
      faults.push({ path: `/keep/headers/${at}`, message: `The header ${header} holds a secret, so it can't be kept` })
  return faults.map((it) => ({ ...it, path: `/trigger/hook${it.path}` }))
}
