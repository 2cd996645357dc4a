/** The lists of an answer that was asked for, and whether it declares more of them than it holds. */

import type { Sample } from '#contract/builder/probe.ts'
import type { EnrichmentConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { JsonError, parseExactly } from '#server/platform/json/exact.ts'
import { remainderOf } from '../../kinds/http/paging/paging.ts'
import { takeThread } from '../../read/splitting/threads.ts'
import type { Attempt } from './attempting.ts'

type List = Sample['lists'][number]

/** The lists of the newest answer. It may be large and hostile, so it is read in a thread with bounds of its own. */
export async function listsOf(side: SourceConfig | EnrichmentConfig, { recorder, signal }: Attempt): Promise<List[]> {
  const body = recorder.lastBody()
  if (body === null || signal.aborted) return []
  const { type } = side
  const { facts: wanted, remainderIn } = remainderOf('listConfig' in side ? side.listConfig?.paginationConfig : undefined)
  const thread = await takeThread(signal)
  try {
    const bytes = new Uint8Array(body)
    const reply = await thread.ask({ lookAt: bytes, facts: type === 'http' ? wanted : [] }, [bytes.buffer])
    if (!('lists' in reply)) return []
    const lists = parseExactly(reply.lists) as List[]
    const headers = type === 'http' ? (recorder.exchanges().at(-1)?.response?.headers ?? {}) : {}
    const facts = parseExactly(reply.facts) as unknown[]
    return lists.map((list) => {
      const more = remainderIn({ place: {}, count: list.count, facts, headers })
      return more === null ? list : { ...list, more }
    })
  } catch (thrown) {
    // Why it cannot be read stands in the problem of the sample.
    if (thrown instanceof JsonError) return []
    throw thrown
  } finally {
    thread.leave()
  }
}
