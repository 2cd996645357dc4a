/** What a person is told when an identity provider refuses, or is not believed: what it said first, and nothing of how we asked. */
import type { ForeignAnswer, ProblemError } from '#contract/kit/problem.ts'
import { refusal } from '#contract/kit/problem.ts'
import { OutboundFault } from './fault.ts'

const shownMax = 1_000
const sentenceMax = 300
const causesMax = 5
const mask = '***'
const unheard = "The identity provider can't be reached."

/** A token in the form of RFC 7519; providers repeat in an error what they were sent. */
const tokens = /(?<![\w-])eyJ[\w-]+(?:\.[\w-]*){1,2}/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

type ErrorBody = { readonly error?: unknown; readonly error_description?: unknown }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const field = (value: unknown, name: string): unknown => (isObject(value) && name in value ? value[name as never] : undefined)

/** An error and what caused it, outermost first. */
function* causesOf(thrown: unknown): Generator<unknown> {
  let it = thrown
  for (let depth = 0; depth < causesMax && isObject(it); depth += 1) {
    yield it
    it = field(it, 'cause')
  }
}

function responseOf(thrown: unknown): Response | null {
  for (const it of causesOf(thrown)) {
    const response = it instanceof Response ? it : field(it, 'response')
    if (response instanceof Response) return response
  }
  return null
}

function parsed(text: string): ErrorBody {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Only the answers that are refusals by themselves: any other may hold tokens. */
async function errorTextOf(thrown: unknown, response: Response): Promise<string> {
  if (response.status < 400) return ''
  if (!response.bodyUsed) return response.text()
  const { error, error_description } = (field(thrown, 'cause') ?? {}) as ErrorBody
  return JSON.stringify({ error, error_description })
}

/** One sentence for the log: messages of the library and of ours name claims and fields, never their values. */
function reasonOf(thrown: unknown): string {
  const messages = [...causesOf(thrown)].map((it) => {
    if (it instanceof OutboundFault) return it.kind
    return it instanceof Error ? it.message : ''
  })
  return [...new Set(messages.filter((each) => each !== ''))].join(': ')
}

/** @param secrets what must not come back out of the other side's words; nulls are skipped. */
export async function refusalOf(thrown: unknown, secrets: readonly (string | null)[]): Promise<ProblemError> {
  const clean = (text: string, max: number) => {
    const masked = secrets.reduce<string>((all, each) => (each ? all.replaceAll(each, mask) : all), text)
    return masked.replaceAll(tokens, mask).replaceAll(controls, ' ').trim().slice(0, max)
  }
  const cause = new Error(reasonOf(thrown))
  if ([...causesOf(thrown)].some((it) => it instanceof OutboundFault)) {
    return refusal('oauth/failed', { message: unheard }, { cause })
  }
  const response = responseOf(thrown)
  if (!response) return refusal('oauth/failed', {}, { cause })
  const text = await errorTextOf(thrown, response)
  const { error, error_description: description } = parsed(text)
  const sentence = [description, error].find((each) => typeof each === 'string' && each.trim() !== '')
  const type = response.headers.get('content-type')
  const answer: ForeignAnswer = {
    status: response.status,
    headers: type === null ? {} : { 'content-type': clean(type, sentenceMax) },
    body: clean(text, shownMax),
    bytes: null,
  }
  const message = typeof sentence === 'string' ? { message: clean(sentence, sentenceMax) } : {}
  return refusal('oauth/failed', { ...message, answer }, { cause })
}
