/** Changes to who sends the events of a webhook, without members that say nothing. */
import type { HookProof, HookSettings, SignatureProof } from '#contract/connectors/triggers/sender.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'

export type ProofKind = 'signature' | 'header' | 'query' | 'body' | 'basic' | 'address'

/** What each kind of proof begins with. */
export const proofOfKind: Readonly<Record<ProofKind, HookProof>> = {
  signature: { type: 'signature', algorithm: 'sha256', encoding: 'hex', header: 'X-Signature', signed: '{body}' },
  header: { type: 'token', in: 'header', name: 'Authorization', prefix: 'Bearer ' },
  query: { type: 'token', in: 'query', name: 'token' },
  body: { type: 'token', in: 'body', name: 'token' },
  basic: { type: 'basic', username: 'webhook' },
  address: { type: 'address' },
}

export const kindOfProof = (proof: HookProof): ProofKind => (proof.type === 'token' ? proof.in : proof.type)

/** The settings after somebody else was chosen: what belongs to the one before is gone. */
export const settingsOfSender = (sender: HookSettings['sender'], before: HookSettings | undefined): HookSettings => ({
  sender,
  ...(sender === 'other' ? { proof: proofOfKind.signature } : {}),
  ...(before?.keep === undefined ? {} : { keep: before.keep }),
})

/** An object without members that are undefined, an empty text or an empty list. */
export function without<T extends object>(it: { readonly [K in keyof T]: T[K] | undefined }): T {
  const entries = Object.entries(it).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(entries) as T
}

/** A signature with another time: no header is no time, and then there is no tolerance. */
export function withTime(
  proof: SignatureProof,
  change: { readonly header?: string; readonly prefix?: string; readonly unit?: 'seconds' | 'milliseconds' },
): SignatureProof {
  const { timestamp, tolerance, ...rest } = proof
  const { header = '', prefix = '', unit = 'seconds' } = { ...timestamp, ...change }
  if (header === '') return rest
  return {
    ...rest,
    timestamp: { header, unit, ...(prefix === '' ? {} : { prefix }) },
    ...(tolerance === undefined ? {} : { tolerance }),
  }
}

/** What the sender gets: at once, at once with a text, or after delivery with the outcome. */
export type ResponseKind = 'accepted' | 'text' | 'result'

export function responseKindOf(hook: HookSettings): ResponseKind {
  if (hook.wait === true) return 'result'
  return senderOf(hook).response === undefined ? 'accepted' : 'text'
}

export const withResponse = (hook: HookSettings, kind: ResponseKind): HookSettings =>
  without({
    ...hook,
    response: kind === 'text' ? { contentType: 'text', text: 'OK' } : undefined,
    wait: kind === 'result' ? true : undefined,
  })
