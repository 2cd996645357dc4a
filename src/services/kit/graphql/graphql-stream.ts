/** Server-sent events of a subscription, over `fetch`: an `EventSource` cannot carry a token. */

import { type GraphQuestion, graphEndpoints } from '#contract/kit/graphql.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { backgroundHeader } from '#contract/kit/web-address.ts'
import { addressOf } from '../address/base.ts'
import { type Access, problemIn, refused } from '../api-client.ts'

/** Characters of one message. */
const messageMax = 1_000_000

type Message = { readonly data?: object; readonly errors?: unknown }

/** Opens the stream, once more with a renewed token when the first one is refused. */
async function open(access: Access, body: GraphQuestion, signal: AbortSignal): Promise<Response> {
  const ask = (bearer: string | null) =>
    fetch(addressOf(graphEndpoints.ask.path), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        [backgroundHeader]: '1',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      signal,
    })
  const bearer = access.bearer()
  const response = await ask(bearer)
  if (response.status !== 401 || bearer === null) return response
  // To its end: the connection is free then.
  await response.text()
  await access.renew(bearer, signal)
  return ask(access.bearer())
}

const fieldOf = (message: string, name: string) =>
  message
    .split('\n')
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join('\n')

function tell(message: string, next: (it: { readonly data: object }) => void): void {
  if (fieldOf(message, 'event') !== 'next') return
  const { data, errors }: Message = JSON.parse(fieldOf(message, 'data'))
  if (errors !== undefined) throw problemIn(errors)
  if (data) next({ data })
}

/** Tells every result until the stream ends, which it always does with a `ProblemError` that says why. */
export async function readStream(
  access: Access,
  body: GraphQuestion,
  signal: AbortSignal,
  next: (it: { readonly data: object }) => void,
): Promise<never> {
  try {
    const response = await open(access, body, signal)
    if (!response.ok) throw refused(response.status, await response.json().catch(() => undefined))
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    let rest = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += decoder.decode(part.value, { stream: true })
      const messages = rest.split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) tell(message, next)
      if (rest.length > messageMax) throw refusal('net/malformed-reply')
    }
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown
    if (thrown instanceof SyntaxError) throw refusal('net/malformed-reply', {}, { cause: thrown })
    throw refusal('net/unreachable', {}, { cause: thrown })
  }
  throw refusal('live/ended')
}
