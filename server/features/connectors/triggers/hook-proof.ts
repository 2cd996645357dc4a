/** Whether a sender knows the secret of a hook (threat T-WH). Pure: headers, bytes, secrets and the time come in. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { hookTolerance } from '#contract/connectors/triggers/hook.ts'
import { standardSignature } from '#server/platform/security/standard-webhooks.ts'

/** What a request says about its sender. */
export type Proof = {
  /** Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  readonly id: string | undefined
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  /** `X-Hub-Signature-256`. */
  readonly hubSignature: string | undefined
  readonly authorization: string | undefined
}

/** Signatures of one request: a sender that changes its secret sends two. */
const signaturesMax = 8

/** Compared as digests, so that neither content nor length shows in the time. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

const signed = (key: Buffer | string, ...parts: (Buffer | string)[]) => {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac
}

function isStandard({ id, timestamp, signature }: Proof, body: Buffer, secret: string, now: number): boolean {
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1_000 - Number(timestamp)) > hookTolerance) return false
  const wanted = standardSignature(secret, id, timestamp, body)
  const given = signature.split(' ').slice(0, signaturesMax)
  return given.filter((it) => isSame(it, wanted)).length > 0
}

/**
 * Whether one of the proofs holds for a secret. Every one is reckoned whatever the others say, so that the time tells nothing.
 * @param body exactly as it came; @param now milliseconds.
 */
export function isProved(proof: Proof, body: Buffer, secret: string, now: number): boolean {
  const [, bearer = ''] = /^Bearer +(\S+)$/i.exec(proof.authorization ?? '') ?? []
  const held = [
    isStandard(proof, body, secret, now),
    isSame(proof.hubSignature ?? '', `sha256=${signed(secret, body).digest('hex')}`),
    isSame(bearer, secret),
  ]
  return held.includes(true)
}
