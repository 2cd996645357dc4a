/** Whether a sender knows the secret of a hook (threat T-WH). Pure: the request, the secret and the time come in. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { hookTolerance } from '#contract/connectors/triggers/hook.ts'
import { addressKey, type HookProof, type HookSettings, type SignatureProof } from '#contract/connectors/triggers/sender.ts'
import { signedPieces } from '#contract/connectors/triggers/sender-check.ts'
import { senderOf, senders } from '#contract/connectors/triggers/senders.ts'
import { parseBytes } from '#server/platform/json/exact.ts'
import { hasTooManyNames } from '#server/platform/json/names.ts'
import { removeValuesAt, valuesIn } from './hook-values.ts'

/** A request as it came. */
export type HookRequest = {
  readonly method: string
  /** The whole address that was called, with its query, as the sender knows it. */
  readonly url: string
  /** The value of a header that was sent once; undefined of one that was sent twice: a proxy before us may have read the other one. */
  readonly header: (name: string) => string | undefined
}

/**
 * `none`: it carries no proof of this kind. `wrong`: a proof that fits no secret. `late`: the proof fits, and its time is out of the tolerance.
 * `seconds`: how old its time is; negative when it is ahead; null of a proof without a time.
 */
export type Verdict = { readonly is: 'proved' | 'none' } | { readonly is: 'wrong' | 'late'; readonly seconds: number | null }

/** Signatures of one request: a sender that changes its secret sends two. */
const signaturesMax = 8

/** Compared as digests, so that neither content nor length shows in the time. */
const isSame = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/** Values of a header, each once, without blanks around them. */
function partsOf(header: string | undefined, separator: SignatureProof['separator']): readonly string[] {
  if (header === undefined) return []
  return separator === undefined ? [header] : header.split(separator === 'comma' ? ',' : ' ', 32).map((it) => it.trim())
}

const withPrefix = (values: readonly string[], prefix = '') =>
  values.flatMap((it) => (it.startsWith(prefix) ? [it.slice(prefix.length)] : []))

const whole = /^\d{1,16}$/

/** Seconds since the epoch; null where the request has no time. */
function timeOf(
  { timestamp, separator }: SignatureProof,
  request: HookRequest,
): { readonly text: string; readonly at: number } | null {
  if (timestamp === undefined) return null
  const { header, prefix, unit } = timestamp
  const given = request.header(header)
  const [text = ''] = prefix === undefined ? [given] : withPrefix(partsOf(given, separator), prefix)
  return whole.test(text) ? { text, at: unit === 'seconds' ? Number(text) : Number(text) / 1_000 } : null
}

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/**
 * Names and values of a form in order of the names, one after another. Of another body there are none, and then its digest has to stand in the
 * address, which is signed (`bodySHA256`); null where it does not: nothing would prove the body.
 */
function formText({ header, url }: HookRequest, body: Buffer): string | null {
  if (formType.test(header('content-type') ?? '')) {
    const fields = new URLSearchParams(body.toString())
    const names = [...new Set(fields.keys())].sort()
    return names.flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value)).join('')
  }
  const digest = new URL(url).searchParams.get('bodySHA256')
  if (digest === null) return body.length === 0 ? '' : null
  return isSame(digest.toLowerCase(), createHash('sha256').update(body).digest('hex')) ? '' : null
}

const keyOf = (secret: string, key: SignatureProof['key']) =>
  key === 'base64' ? Buffer.from(secret.startsWith('whsec_') ? secret.slice(6) : secret, 'base64') : secret

/** Null where the request lacks a part, so that no signature can hold. */
function signatureOf(
  proof: SignatureProof,
  request: HookRequest,
  body: Buffer,
  secret: string,
  timestamp: string,
): string | null {
  const found = signedPieces(proof.signed)
  if ('fault' in found) return null
  const hmac = createHmac(proof.algorithm, keyOf(secret, proof.key))
  let isComplete = true
  for (const piece of found.pieces) {
    const part = 'part' in piece ? piece.part : null
    const value =
      'text' in piece
        ? piece.text
        : {
            body: () => body,
            timestamp: () => timestamp || null,
            id: () => request.header(proof.idHeader ?? '') || null,
            method: () => request.method,
            url: () => request.url,
            form: () => formText(request, body),
          }[piece.part]()
    if (value === null) isComplete = false
    else if (part === null || typeof value === 'string') hmac.update(value as string, 'utf8')
    else hmac.update(value)
  }
  const digest = hmac.digest(proof.encoding)
  return isComplete ? digest : null
}

function verifySignature(proof: SignatureProof, request: HookRequest, body: Buffer, secret: string, now: number): Verdict {
  const given = withPrefix(partsOf(request.header(proof.header), proof.separator), proof.prefix).slice(0, signaturesMax)
  const time = timeOf(proof, request)
  const wanted = signatureOf(proof, request, body, secret, time?.text ?? '')
  // Every given one is compared whatever the others say, so that the time tells nothing.
  const fits = given.filter((it) => isSame(it, wanted ?? '')).length > 0 && wanted !== null
  if (given.length === 0) return { is: 'none' }
  const seconds = time === null ? null : Math.round(now / 1_000 - time.at)
  if (!fits) return { is: 'wrong', seconds }
  const isLate = time !== null && Math.abs(now / 1_000 - time.at) > (proof.tolerance ?? hookTolerance)
  return isLate ? { is: 'late', seconds } : { is: 'proved' }
}

/** Every value at the path of a JSON body. */
function tokensIn(body: Buffer, path: string): readonly unknown[] {
  if (hasTooManyNames(body)) return []
  try {
    return valuesIn(parseBytes(body), path)
  } catch {
    return []
  }
}

/** The name of a scheme counts in any case, with any number of blanks after it (RFC 9110, section 11.1). */
function afterScheme(given: string, scheme: string): readonly string[] {
  const [first = '', ...rest] = given.split(/ +/)
  return first.toLowerCase() === scheme.trim().toLowerCase() && rest.length === 1 ? rest : []
}

const isForm = ({ header }: HookRequest) => formType.test(header('content-type') ?? '')

/**
 * The body as it may be kept: without the values that the sender proves itself with, which would be delivered with it. The same bytes where its
 * proof stands elsewhere.
 */
export function withoutToken(settings: HookSettings | null, request: HookRequest, body: Buffer): Buffer {
  const { proof = null } = settings === null ? {} : senderOf(settings)
  if (proof?.type !== 'token' || proof.in !== 'body') return body
  if (isForm(request)) {
    const fields = new URLSearchParams(body.toString())
    fields.delete(proof.name)
    return Buffer.from(fields.toString())
  }
  if (hasTooManyNames(body)) return body
  try {
    const value = parseBytes(body)
    removeValuesAt(value, proof.name)
    return Buffer.from(JSON.stringify(value))
  } catch {
    return body
  }
}

function tokensOf({ in: place, name, prefix = '' }: Extract<HookProof, { type: 'token' }>, request: HookRequest, body: Buffer) {
  if (place === 'body') {
    return isForm(request) ? new URLSearchParams(body.toString()).getAll(name) : tokensIn(body, name)
  }
  if (place === 'query') return withPrefix(new URL(request.url).searchParams.getAll(name), prefix)
  const given = request.header(name)
  if (given === undefined) return []
  return name.toLowerCase() === 'authorization' && prefix.endsWith(' ') ? afterScheme(given, prefix) : withPrefix([given], prefix)
}

function verifyTokens(tokens: readonly unknown[], secret: string): Verdict {
  const wrong = (tokens.length === 0 ? [''] : tokens).filter((it) => !isSame(typeof it === 'string' ? it : '', secret)).length
  if (tokens.every((it) => it === undefined)) return { is: 'none' }
  return wrong === 0 ? { is: 'proved' } : { is: 'wrong', seconds: null }
}

const basicOf = (username: string, secret: string) => Buffer.from(`${username}:${secret}`).toString('base64')

function verifyProof(proof: HookProof, request: HookRequest, body: Buffer, secret: string, now: number): Verdict {
  switch (proof.type) {
    case 'signature':
      return verifySignature(proof, request, body, secret, now)
    case 'token':
      return verifyTokens(tokensOf(proof, request, body), secret)
    case 'basic': {
      const [, given] = /^Basic +(\S+)$/i.exec(request.header('authorization') ?? '') ?? []
      return verifyTokens(given === undefined ? [] : [given], basicOf(proof.username, secret))
    }
    case 'address':
      return verifyTokens(new URL(request.url).searchParams.getAll(addressKey), secret)
  }
}

/** What a webhook takes whose sender nobody has named. */
const anyOf: readonly HookProof[] = [
  senders.standard.proof,
  senders.github.proof,
  { type: 'token', in: 'header', name: 'authorization', prefix: 'Bearer ' },
]

const rank = (verdict: Verdict) => ['none', 'wrong', 'late', 'proved'].indexOf(verdict.is)

/** The verdict that says most. */
export const bestOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.reduce<Verdict>((best, it) => (rank(it) > rank(best) ? it : best), { is: 'none' })

/**
 * What the proof of a request is worth for a secret. Each possible proof is reckoned whatever the others say, so that the time tells nothing.
 * @param settings of the webhook; null where nobody has said who sends. @param body exactly as it came; @param now milliseconds.
 */
export function verify(settings: HookSettings | null, request: HookRequest, body: Buffer, secret: string, now: number): Verdict {
  const { proof = null } = settings === null ? {} : senderOf(settings)
  const proofs = settings === null ? anyOf : proof === null ? [] : [proof]
  return bestOf(proofs.map((it) => verifyProof(it, request, body, secret, now)))
}
