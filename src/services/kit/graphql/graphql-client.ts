/** Live reading of GraphQL by urql, which is loaded when it is needed first. */

import { graphEndpoints } from '#contract/kit/graphql.ts'
import type { GraphDocument } from '#contract/kit/graphql-document.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import type { Access } from '../api-client.ts'
import { readStream } from './graphql-stream.ts'

export type Watcher<Result> = {
  readonly heard: (result: Result) => void
  /** It says nothing after that. */
  readonly ended: (why: Problem) => void
}

/** Subscribes to a document. Returns what ends it. */
export function watchGraph<Result extends object, Variables extends Record<string, unknown>>(
  access: Access,
  document: GraphDocument<Result, Variables>,
  variables: Variables,
  { heard, ended }: Watcher<Result>,
): () => void {
  const leaving = new AbortController()
  const end = (thrown: unknown) => {
    if (leaving.signal.aborted) return
    leaving.abort()
    ended(toProblem(thrown))
  }
  async function begin() {
    const { Client, cacheExchange, subscriptionExchange } = await import('urql')
    if (leaving.signal.aborted) return
    const forwardSubscription = () => ({
      subscribe: (observer: { next: (it: object) => void }) => {
        const body = { query: document.text, variables }
        readStream(access, body, leaving.signal, (it) => observer.next(it)).catch(end)
        return { unsubscribe: () => leaving.abort() }
      },
    })
    const exchanges = [cacheExchange, subscriptionExchange({ forwardSubscription })]
    const client = new Client({ url: graphEndpoints.ask.path, preferGetMethod: false, exchanges })
    const { unsubscribe } = client.subscription<Result>(document.text, variables).subscribe(({ data }) => data && heard(data))
    leaving.signal.addEventListener('abort', unsubscribe, { once: true })
  }
  begin().catch(end)
  return () => leaving.abort()
}

/** Tells when the browser loses its network and finds it again; first of all when it has none. Returns what ends it. */
export function watchNetwork(tell: (isThere: boolean) => void): () => void {
  const lost = () => tell(false)
  const back = () => tell(true)
  addEventListener('offline', lost)
  addEventListener('online', back)
  if (!navigator.onLine) lost()
  return () => {
    removeEventListener('offline', lost)
    removeEventListener('online', back)
  }
}
