/** The body of an event: its content encoding, its JSON, and the id that its sender gives it. */
import { createHash } from 'node:crypto'

import { isObject } from '#contract/connectors/config/json-members.ts'
import { senderIdHeaders } from '#contract/connectors/triggers/hook.ts'
import { type BodyKind, type EventIdPlace, type HookSettings, keptMax } from '#contract/connectors/triggers/sender.ts'
import { secretPlaces } from '#contract/connectors/triggers/sender-check.ts'
import { type ProblemError, refusal } from '#contract/kit/problem.ts'
import { XmlFault, xmlToJson } from '#server/engine/kit/formats/xml.ts'
import { decoded } from '#server/outbound/decoding.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { requestLimits } from '#server/platform/http/server-setup.ts'
import { JsonError, parseBytes, parseExactly, textOf } from '#server/platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '#server/platform/json/names.ts'
import type { HookRequest } from './hook-proof.ts'
import { valuesIn } from './hook-values.ts'

/** As much as a body without an encoding may have, whatever it was packed into. Milliseconds. */
const decodingLimits = { bytes: requestLimits.bodyLimit, ratio: Number.POSITIVE_INFINITY, decode: 1_000 }

/** The body without its content encoding, or what is wrong with it. */
export async function decodedBody(body: Buffer, encoding = ''): Promise<Buffer | ProblemError> {
  try {
    return await decoded(body, encoding, decodingLimits)
  } catch (thrown) {
    if (!(thrown instanceof OutboundFault)) throw thrown
    if (thrown.kind === 'too-large') return refusal('request/too-large')
    const message =
      `The request body can't be decoded. ${(thrown.detail ?? '').replace(/^The (?:answer|response)/, 'The body')}`.trim()
    return refusal('request/malformed', { message })
  }
}

export type HookEvent = { readonly text: string; readonly value: unknown }

/** The text of a body that holds one JSON value, and the value. A name that stands twice in one object is refused, as it is in sources. */
function jsonEvent(body: Buffer): HookEvent {
  if (body.length === 0) throw refusal('request/not-json', { message: 'The request body is empty. Send one JSON value.' })
  if (hasTooManyNames(body)) throw refusal('request/malformed', { message: `The request body has ${tooManyNames}.` })
  try {
    return { value: parseBytes(body), text: textOf(body) }
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    if (thrown.fault !== 'not-json')
      throw refusal('request/malformed', { message: 'The request body is nested more than 64 levels deep.' })
    throw refusal('request/not-json', thrown.isAmbiguous ? { message: `The request body is ambiguous. ${thrown.reason}` } : {})
  }
}

function plainText(body: Buffer): string {
  try {
    return textOf(body)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    throw refusal('request/malformed', { message: 'The request body is not text in UTF-8.' })
  }
}

const fieldsMax = 10_000

/** `lines[0][sku]` as the names of its levels; null where the brackets are not those of a nested field. */
function levelsOf(name: string): readonly string[] | null {
  const open = name.indexOf('[')
  if (open <= 0 || !name.endsWith(']')) return null
  const levels = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
  return levels.length <= 8 && !levels.some((it) => it.includes('[') || it.includes(']')) ? levels : null
}

type Branch = Map<string, string | string[] | Branch>

/** Puts a value where its levels say; false where something else is there. */
function placed(root: Branch, levels: readonly string[], value: string): boolean {
  const isListed = levels.at(-1) === ''
  const names = isListed ? levels.slice(0, -1) : levels
  let at = root
  for (const name of names.slice(0, -1)) {
    const next = at.get(name) ?? new Map()
    if (!(next instanceof Map)) return false
    at.set(name, next)
    at = next
  }
  const name = names.at(-1) ?? ''
  const before = at.get(name)
  if (before instanceof Map) return false
  if (before === undefined) at.set(name, isListed ? [value] : value)
  else at.set(name, [...(typeof before === 'string' ? [before] : before), value])
  return true
}

const asObject = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries(Array.from(branch, ([name, it]) => [name, it instanceof Map ? asObject(it) : it]))

/** Fields of a form as an object of texts; a name that comes again makes a list, and `a[b]` is the member `b` of `a`. */
function formEvent(body: Buffer): HookEvent {
  const text = plainText(body)
  if (text.split('&', fieldsMax + 1).length > fieldsMax)
    throw refusal('request/malformed', { message: `The form has more than ${fieldsMax.toLocaleString('en')} fields.` })
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text))
    if (!placed(root, levelsOf(name) ?? [name], value) && !placed(root, [name], value))
      throw refusal('request/malformed', { message: 'A field of the form is both a value and a group of fields.' })
  const value = asObject(root)
  return { value, text: JSON.stringify(value) }
}

function xmlEvent(body: Buffer): HookEvent {
  try {
    const text = xmlToJson(plainText(body))
    return { value: parseExactly(text), text }
  } catch (thrown) {
    if (!(thrown instanceof XmlFault)) throw thrown
    throw refusal('request/malformed', { message: `The request body can't be read as XML. ${thrown.message}` })
  }
}

function textEvent(body: Buffer): HookEvent {
  const value = { text: plainText(body) }
  return { value, text: JSON.stringify(value) }
}

const events: Readonly<Record<BodyKind, (body: Buffer) => HookEvent>> = {
  json: jsonEvent,
  form: formEvent,
  xml: xmlEvent,
  text: textEvent,
}

/** The JSON of an event, whatever its sender writes. @throws `request/malformed`, `request/not-json` */
export const eventIn = (body: Buffer, kind: BodyKind): HookEvent => events[kind](body)

/** What is kept of an event beside its body, as JSON: `$headers` and `$query`. Null where nothing is. Values that hold the secret are left out. */
export function keptBeside(settings: HookSettings, { header, url }: Pick<HookRequest, 'header' | 'url'>): string | null {
  const { headers = [], query = false } = settings.keep ?? {}
  const secret = secretPlaces(settings)
  let left = keptMax
  const fitting = (entries: readonly (readonly [string, string])[]) =>
    Object.fromEntries(
      entries.filter(([name, value]) => {
        left -= name.length + value.length
        return left >= 0
      }),
    )
  const kept = {
    ...(headers.length === 0
      ? {}
      : {
          $headers: fitting(
            headers.flatMap((name) => {
              const [key, value] = [name.toLowerCase(), header(name)]
              return value === undefined || secret.headers.includes(key) ? [] : [[key, value] as const]
            }),
          ),
        }),
    ...(query ? { $query: fitting([...new URL(url).searchParams].filter(([name]) => !secret.query.includes(name))) } : {}),
  }
  return Object.keys(kept).length === 0 ? null : JSON.stringify(kept)
}

/** The key of an event by the place that its sender names it in; null where it stands nowhere. */
export function keyAt({ in: place, name }: EventIdPlace, header: HookRequest['header'], value: unknown): string | null {
  const found = place === 'header' ? [header(name)] : valuesIn(value, name)
  const texts = found.map((it) => (typeof it === 'string' || typeof it === 'number' || JSON.isRawJSON(it) ? String(it) : ''))
  if (texts.length === 0 || texts.includes('')) return null
  const [only = ''] = texts
  return `${name} ${texts.length === 1 && idPattern.test(only) ? only : createHash('sha256').update(JSON.stringify(texts)).digest('base64url')}`
}

const idPattern = /^[\x21-\x7e]{1,255}$/

/** The id of a Stripe event. The body differs between repetitions (`pending_webhooks`). */
const stripeId = (value: unknown): string | null =>
  isObject(value) && value['object'] === 'event' && typeof value['id'] === 'string' && /^evt_\w{8,128}$/.test(value['id'])
    ? value['id']
    : null

/** Stands in a key for the body of an event. */
export const textDigest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/**
 * The key of an event that has neither a `webhook-id` nor an `Idempotency-Key`; null if its sender gives no id. An id counts together
 * with the body, so that one that a sender gives to several events loses none of them.
 */
export function senderKey(
  header: HookRequest['header'],
  { text, value }: HookEvent,
): { readonly key: string; readonly isWhole: boolean } | null {
  const stripe = stripeId(value)
  if (stripe !== null) return { key: stripe, isWhole: true }
  const name = senderIdHeaders.find((it) => idPattern.test(header(it) ?? ''))
  if (name === undefined) return null
  return { key: `${name} ${header(name)} ${textDigest(text)}`, isWhole: false }
}
